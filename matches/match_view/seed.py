"""What a match page shows of the match's seed: its digest from the start, and all that it was made of at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches import fairness
from matches.models import Match, Seat


@dataclass(frozen=True)
class SeedFacts:
    """``seed`` and ``server`` are "" while the match runs, and while others play from the same one (``is_shared``).
    ``given`` has for each player, in the order in which they
    came, the name, the contribution ("" for none) and whether the server drew it; of matches of before there is
    nothing, and no ``server_digest``."""

    digest: str
    seed: str
    server_digest: str
    server: str
    label: str
    given: Sequence[tuple[str, str, bool]]
    by_lot: bool
    is_shared: bool


def seed_facts(match: Match, seats: Sequence[Seat]) -> SeedFacts | None:
    """``None`` where nothing is drawn from it."""
    if not fairness.is_drawn(match):
        return None
    origin = fairness.origin_of(match)
    seed = match.seed if match.is_open else ""
    if origin is None:
        return SeedFacts(match.seed_digest, seed, "", "", "", (), by_lot=False, is_shared=match.is_sealed)
    names = [seats[index].name for index in origin.came]
    return SeedFacts(
        digest=match.seed_digest,
        seed=seed,
        server_digest=origin.digest,
        server=origin.server.hex() if origin.server else "",
        label=origin.label,
        given=list(zip(names, origin.given, origin.drawn, strict=True)),
        by_lot=origin.by_lot,
        is_shared=match.is_sealed,
    )
