"""Work dealt to a cluster, part by part."""
