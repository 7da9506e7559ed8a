"""Template tags of the site's frame."""
