"""The use cases by subject; `engine.workbench` puts them together."""
