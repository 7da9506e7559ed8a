"""The example of `docs/formats.md`: a format that the site doesn't offer, and the tests run as every other."""
