"""Fixtures that every part may use. The servers are started by tests/settings.py."""

pytest_plugins = ["tests.cast", "tests.clock", "tests.running", "tests.browsing", "tests.touching"]
