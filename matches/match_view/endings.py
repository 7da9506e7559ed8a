"""How a match that is over ended for a seat: in Python, and in the database for many matches at once."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum

from django.db.models import Case, CharField, Exists, OuterRef, Value, When

from matches.models import Seat


class Ending(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def ending_of(own: Decimal, shares: Sequence[Decimal]) -> Ending:
    """By the shares of all seats, ``own`` among them (``engine.game.Outcome``). The best share wins, several seats'
    too; a share that all have is a draw, unless all have won or lost as one."""
    if own in {0, 1}:
        return Ending.WON if own else Ending.LOST
    if own < max(shares):
        return Ending.LOST
    return Ending.WON if own > min(shares) else Ending.DRAWN


def ending_in_sql() -> Case:
    """The same as an expression on seats that have a share. The other seats are looked at only where the share alone
    does not say it."""
    others = Seat.objects.filter(match=OuterRef("match"))
    return Case(
        When(share=0, then=Value(Ending.LOST.value)),
        When(share=1, then=Value(Ending.WON.value)),
        When(Exists(others.filter(share__gt=OuterRef("share"))), then=Value(Ending.LOST.value)),
        When(Exists(others.filter(share__lt=OuterRef("share"))), then=Value(Ending.WON.value)),
        default=Value(Ending.DRAWN.value),
        output_field=CharField(),
    )
