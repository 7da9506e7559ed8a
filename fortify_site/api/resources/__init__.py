"""The resources of the API, by subject."""
