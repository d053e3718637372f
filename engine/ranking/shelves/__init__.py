"""The names of each terminology as a query meets them, in memory until they change."""
