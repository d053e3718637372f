"""The next release of a terminology: what differs, what of people's work no longer holds, and its way in."""
