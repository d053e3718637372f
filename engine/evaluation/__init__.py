"""How good an encoder is: metrics and tasks."""
