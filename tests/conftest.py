"""Fixtures that every part may use. The servers are started by tests/settings.py."""

PARTS = ("waiting", "cast", "clock", "running", "browsing", "touching", "kept", "emptying", "pictures")
pytest_plugins = [f"tests.{name}" for name in PARTS]
