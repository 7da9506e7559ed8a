"""Who has the first seat in a match from a challenge: as was agreed, or by lot."""

from __future__ import annotations

from hashlib import sha256

from matches.models import Challenge


def first_is_challenger(first: str, seed: str) -> bool:
    """Whether the challenger has the first seat. The lot is drawn from the match's seed, so that it can be checked
    once the seed is shown: even first byte of SHA-256 of the seed's 32 bytes followed by "lot"."""
    if first == Challenge.First.LOT:
        return sha256(bytes.fromhex(seed) + b"lot").digest()[0] % 2 == 0
    return first == Challenge.First.ME
