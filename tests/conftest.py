"""Fixtures that every part may use. The servers are started by tests/settings.py."""

pytest_plugins = [f"tests.{name}" for name in ("cast", "clock", "running", "browsing", "touching", "kept", "emptying")]
