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


SURE = (0, 1)  # shares that say by themselves how it ended


def ending_of(own: Decimal, shares: Sequence[Decimal]) -> Ending:
    """By the shares of all seats, ``own`` among them (``engine.values.Outcome``). The best share wins, several seats'
    too; a share that all have is a draw, unless all have won or lost as one."""
    if own in SURE:
        return Ending.WON if own else Ending.LOST
    if own < max(shares):
        return Ending.LOST
    return Ending.WON if own > min(shares) else Ending.DRAWN


def ending_by_share() -> Case:
    """The same as an expression on seats whose share is ``SURE``."""
    return Case(When(share=0, then=Value(Ending.LOST.value)), default=Value(Ending.WON.value), output_field=CharField())


def ending_by_others() -> Case:
    """The same as an expression on seats with any other share, for which the other seats have to be looked at."""
    others = Seat.objects.filter(match=OuterRef("match"))
    return Case(
        When(Exists(others.filter(share__gt=OuterRef("share"))), then=Value(Ending.LOST.value)),
        When(Exists(others.filter(share__lt=OuterRef("share"))), then=Value(Ending.WON.value)),
        default=Value(Ending.DRAWN.value),
        output_field=CharField(),
    )
