"""How good an encoder is: the tasks; the metrics stand in `engine.metrics`."""
