import pytest

pytest.register_assert_rewrite(*(f"tests.e2e.{name}" for name in ("bots", "event_acts", "event_files", "event_pages")))
