"""Attacks on a workspace: processes killed, power cut, files broken; what was acknowledged must still be there."""
