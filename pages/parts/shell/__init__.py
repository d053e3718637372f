"""What frames every page: header, keys, tour, address, profile, workspace and the panel of a job."""
