"""What two players may agree on about time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.clocks import presets
from matches.clocks.presets import Fault, Pace
from matches.clocks.time_control import DAY, HOUR, NOTHING, AtZero, TimeControl

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("key", presets.PRESETS)
@pytest.mark.parametrize("leave", [True, False])
def test_every_preset_can_be_agreed_on(key: str, leave: bool) -> None:
    pace = presets.PRESETS[key]
    assert list(presets.faults(pace, leave=leave)) == []
    assert TimeControl(*pace).cap == pace.cap


def test_presets_are_named_in_players_words() -> None:
    assert presets.PRESETS[presets.DEFAULT].words == "3 days a turn"
    assert presets.PRESETS["10+1"].words == "10 days + 1 day a turn, at most 10 days"
    assert presets.PRESETS["14+2"].words == "14 days + 2 days a turn, at most 20 days"
    assert presets.PRESETS["30"].words == "30 days for the whole match"


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
    assert list(presets.faults(pace)) == []
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
    assert [fault.field for fault in presets.faults(pace)] == fields


@pytest.mark.parametrize(
    ("at_zero", "passes", "increment", "leave", "field"),
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
    at_zero: AtZero, passes: int, increment: timedelta, leave: bool, field: str | None
) -> None:
    faults: list[Fault] = list(presets.faults(Pace(3 * DAY, increment, 3 * DAY), at_zero, passes, leave))
    assert [fault.field for fault in faults] == ([field] if field else [])
