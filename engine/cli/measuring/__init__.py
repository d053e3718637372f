"""Measuring: how good encoders are, and how fast this machine is."""
