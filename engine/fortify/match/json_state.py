"""A match state as JSON-able data, and back. Its size is bounded: results are at most four."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engine.fortify.board.maps import Map
from engine.fortify.board.units import Army, format_army, parse_army
from engine.fortify.notation.position import format_position, parse_position

from . import options
from .state import End, Finale, Last, MatchState, VolleyResult

VERSION: Final = 2
PLAIN_WORDS: Final = 1
"""The version that stored the last submission in English, as text; such a text is shown unchanged."""


def dump(state: MatchState) -> dict[str, Any]:
    """Return the state as JSON-able data."""
    finale = state.finale
    return {
        "version": VERSION,
        "options": options.options_of(state.setup),
        "phase": state.phase,
        "armies": [None if army is None else format_army(army) for army in state.armies],
        "volley": state.volley,
        "red": state.red,
        "position": None if state.position is None else format_position(state.position),
        "results": [{**result._asdict(), "points": list(result.points)} for result in state.results],
        "last": None if state.last is None else state.last._asdict(),
        "finale": None if finale is None else {**finale._asdict(), "position": format_position(finale.position)},
        "end": None if state.end is None else state.end._asdict(),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """Return the state that ``dump`` wrote, of this version or the one before. Raises ``ValueError`` for any other."""
    if data["version"] not in (PLAIN_WORDS, VERSION):
        raise ValueError(f"there is no version {data['version']} of a Fortify state")
    setup = options.setup_of(data["options"])
    first, second = data["armies"]
    finale = data["finale"]
    return MatchState(
        setup=setup,
        phase=data["phase"],
        armies=(_army(first), _army(second)),
        volley=data["volley"],
        red=data["red"],
        position=None if data["position"] is None else parse_position(setup.map, data["position"]),
        results=tuple(_result(**result) for result in data["results"]),
        last=None if data["last"] is None else Last(**data["last"]),
        finale=None if finale is None else _finale(setup.map, **finale),
        end=None if data["end"] is None else End(**data["end"]),
    )


@lru_cache(256)
def _army(text: str | None) -> Army | None:
    return None if text is None else parse_army(text)


def _result(points: list[int], **rest: Any) -> VolleyResult:
    first, second = points
    return VolleyResult(points=(first, second), **rest)


def _finale(map: Map, position: str, **rest: Any) -> Finale:
    return Finale(position=parse_position(map, position), **rest)
