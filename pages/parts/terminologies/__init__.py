"""What the page Terminologies is made of."""
