"""What two players may agree on about time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.time_control.limits import Fault, faults
from matches.time_control.presets import PRESETS, Pace
from matches.time_control.time_control import DAY, HOUR, NOTHING, AtZero, TimeControl

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("vacation", [True, False])
def test_every_preset_can_be_agreed_on(key: str, vacation: bool) -> None:
    pace = PRESETS[key]
    assert list(faults(pace, vacation=vacation)) == []
    assert TimeControl(*pace).cap == pace.cap


@pytest.mark.parametrize(
    "pace",
    [
        Pace(HOUR, HOUR, HOUR),
        Pace(60 * DAY, 30 * DAY, 90 * DAY),
        Pace(DAY, NOTHING, DAY),
        Pace(HOUR, DAY, DAY),
    ],
)
def test_values_of_ones_own_reach_to_the_limits(pace: Pace) -> None:
    assert list(faults(pace)) == []
    assert TimeControl(*pace).cap == pace.cap


@pytest.mark.parametrize(
    ("pace", "fields"),
    [
        (Pace(HOUR - MINUTE, HOUR, HOUR), ["start"]),
        (Pace(NOTHING, HOUR, HOUR), ["start"]),
        (Pace(60 * DAY + MINUTE, DAY, 90 * DAY), ["start"]),
        (Pace(DAY - MINUTE, NOTHING, DAY), ["start"]),
        (Pace(40 * DAY, 30 * DAY + MINUTE, 40 * DAY), ["increment"]),
        (Pace(DAY, -MINUTE, DAY), ["increment"]),
        (Pace(DAY, 2 * DAY, DAY), ["increment"]),
        (Pace(DAY, DAY, 90 * DAY + MINUTE), ["cap"]),
        (Pace(2 * DAY, DAY, 2 * DAY - MINUTE), ["cap"]),
        (Pace(NOTHING, 31 * DAY, 91 * DAY), ["start", "increment", "cap"]),
    ],
)
def test_beyond_them_every_field_at_fault_is_named(pace: Pace, fields: list[str]) -> None:
    assert [fault.field for fault in faults(pace)] == fields


@pytest.mark.parametrize(
    ("at_zero", "passes", "increment", "vacation", "field"),
    [
        ("leave", 0, DAY, True, None),
        ("leave", 0, DAY, False, "at_zero"),
        ("pass", 1, HOUR, False, None),
        ("pass", 5, DAY, True, None),
        ("pass", 0, DAY, True, "passes"),
        ("pass", 6, DAY, True, "passes"),
        ("pass", 2, HOUR - MINUTE, True, "at_zero"),
        ("pass", 2, NOTHING, True, "at_zero"),
    ],
)
def test_what_happens_at_zero_must_be_possible(
    at_zero: AtZero, passes: int, increment: timedelta, vacation: bool, field: str | None
) -> None:
    found: list[Fault] = list(faults(Pace(3 * DAY, increment, 3 * DAY), at_zero, passes, vacation))
    assert [fault.field for fault in found] == ([field] if field else [])
