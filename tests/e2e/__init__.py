import pytest

ASSERTING = ("bots", "event_acts", "event_files", "event_pages", "season_acts")
pytest.register_assert_rewrite(*(f"tests.e2e.{name}" for name in ASSERTING))
