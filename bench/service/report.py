"""The findings, as text."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from .crowd import CONNECTIONS, Rates
from .jobs import BARE, BARE_VIEW, HOME, MATCH, TURN, TURN_POSTED
from .rounds import Ratio, Times, middle_of, ratio
from .sweeping import DUE, Sweeps

MOST_TIMES: Final = {TURN_POSTED: 6.0, MATCH: 7.0, HOME: 11.0}  # times the bare job that it is compared with
MOST_FOR_A_DEADLINE: Final = 6.0  # times the bare transaction, for each that a sweep decides
MOST_GROWTH: Final = 1.3  # from the smallest to the greatest number of matches, for every page and turn
COMPARED: Final = {TURN: BARE, TURN_POSTED: BARE_VIEW, MATCH: BARE_VIEW, HOME: BARE_VIEW}
NAME: Final = 22
MS: Final = 1_000


class Found(NamedTuple):
    """All measurements with that many running matches."""

    size: int
    times: Mapping[str, Times]
    rates: Rates
    sweeps: Sweeps


def machine(postgres: str, workers: int) -> str:
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return (
        f"{datetime.now(UTC):%-d %B %Y}: {os.cpu_count()} × {_processor()}, {pages / 2**30:.0f} GB of memory; "
        f"Python {platform.python_version()}, PostgreSQL {postgres}; gunicorn with {workers} processes"
    )


def _processor() -> str:
    with Path("/proc/cpuinfo").open() as lines:
        names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
        return next(names, platform.machine())


def of_size(found: Found) -> str:
    """Return the table for one number of running matches."""
    return "\n".join((*_calls(found.times), "", *_rates(found.rates), "", *_sweeps(found.sweeps)))


def _calls(times: Mapping[str, Times]) -> Iterable[str]:
    yield f"{'':{NAME}}{'p50':>9}{'p95':>9}{'p99':>9}     times the bare one (middle half of the rounds)"
    for name, found in times.items():
        percentiles = "".join(f"{found.percentile(percent) * MS:9.2f}" for percent in (50, 95, 99))
        yield f"{name:{NAME}}{percentiles} ms{_beside(name, times)}"


def _beside(name: str, times: Mapping[str, Times]) -> str:
    if name not in COMPARED:
        return ""
    found = ratio(times[name], times[COMPARED[name]])
    return f"  {_ratio(found)}{_judged(found.middle, MOST_TIMES[name]) if name in MOST_TIMES else ''}"


def _rates(rates: Rates) -> Iterable[str]:
    turns, bare = middle_of(rates.turns), middle_of(rates.bare)
    times = middle_of([theirs / mine for mine, theirs in zip(rates.turns, rates.bare, strict=True)])
    yield f"{CONNECTIONS} connections at once"
    yield f"{'turns posted':{NAME}}{turns.middle:9.0f} a second ({turns.low:.0f}–{turns.high:.0f})"
    yield f"{'bare view':{NAME}}{bare.middle:9.0f} a second ({bare.low:.0f}–{bare.high:.0f}) {_ratio(times)}"


def _sweeps(sweeps: Sweeps) -> Iterable[str]:
    for due in DUE:
        seconds = median(sweeps.seconds[due])
        line = f"{f'sweep, {due:,} due':{NAME}}{seconds * MS:9.0f}{'':18} ms"
        if due:
            found = _sweep_ratio(sweeps, due)
            line += f"  {_ratio(found)}: {seconds / due * MS:.2f} ms each{_judged(found.middle, MOST_FOR_A_DEADLINE)}"
        yield line


def growth(all_found: Sequence[Found]) -> str:
    """Return tables of how much longer everything takes with more matches than with the fewest.

    One is by the clock. The other is relative to the bare measurements of the same minutes, which a machine that has
    become slower slows down as well.
    """
    first, *others = all_found
    sizes = "".join(f"{found.size:>12,}" for found in others) + f"     beside {first.size:,} matches"
    lines = [f"{'by the clock':{NAME}}{sizes}"]
    lines += [_growing(name, [_medians(found)[name] for found in all_found]) for name in _medians(first)]
    lines += ["", f"{'by the bare ones':{NAME}}{sizes}"]
    lines += [_growing(name, [_ratios(found)[name] for found in all_found], MOST_GROWTH) for name in _ratios(first)]
    return "\n".join(lines)


def _medians(found: Found) -> dict[str, float]:
    sweeps = {f"sweep, {due:,} due": median(found.sweeps.seconds[due]) for due in DUE}
    return {name: times.percentile(50) for name, times in found.times.items()} | sweeps


def _ratios(found: Found) -> dict[str, float]:
    due = max(DUE)
    times = {name: ratio(found.times[name], found.times[bare]).middle for name, bare in COMPARED.items()}
    return {**times, f"sweep, {due:,} due": _sweep_ratio(found.sweeps, due).middle}


def _sweep_ratio(sweeps: Sweeps, due: int) -> Ratio:
    return middle_of([took / bare for took, bare in zip(sweeps.seconds[due], sweeps.bare[due], strict=True)])


def _growing(name: str, values: Sequence[float], most: float | None = None) -> str:
    first, *others = values
    line = f"{name:{NAME}}" + "".join(f"{value / first:12.2f}" for value in others)
    return line + (_judged(others[-1] / first, most) if most else "")


def _ratio(found: Ratio) -> str:
    return f"{found.middle:6.1f} ({found.low:.1f}–{found.high:.1f})"


def _judged(value: float, most: float) -> str:
    return f"   at most {most:g}: {'kept' if value <= most else 'MISSED'}"
