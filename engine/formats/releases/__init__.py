"""Other terminologies in the form of their publishers."""
