"""A format that the site doesn't offer, and the tests run as every other: everyone plays number 1."""
