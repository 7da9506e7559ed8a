from datetime import UTC, datetime

import pytest

from fortify_site.consumer import PATIENCE, is_worth_waiting

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("headers", "worth"),
    [
        ({"published_at": NOW}, True),
        ({"published_at": NOW - PATIENCE + 1, "expires": None}, True),
        ({"published_at": NOW - PATIENCE - 1}, False),
        ({"published_at": NOW, "expires": "2026-03-01T12:00:01+00:00"}, True),
        ({"published_at": NOW, "expires": "2026-03-01T12:00:00+00:00"}, False),
        ({"published_at": NOW, "expires": "2026-03-01T13:00:30+01:00"}, True),
        ({}, False),
    ],
)
def test_a_job_nobody_knows_is_kept_for_a_day_unless_it_expires(headers: dict[str, object], worth: bool) -> None:
    assert is_worth_waiting(headers, NOW) is worth
