"""What the site counts of itself, for Prometheus."""
