"""The orders that a reply can give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Why = Literal["nothing", "not a turn", "two turns", "two orders", "doubtful"]


@dataclass(frozen=True, slots=True)
class Submit:
    text: str


@dataclass(frozen=True, slots=True)
class Conditional:
    """One or several lines that begin with "if", or with "ahead" for orders."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class ConfirmResign:
    pass


@dataclass(frozen=True, slots=True)
class OfferDraw:
    pass


@dataclass(frozen=True, slots=True)
class Accept:
    pass


@dataclass(frozen=True, slots=True)
class Decline:
    pass


@dataclass(frozen=True, slots=True)
class Help:
    pass


@dataclass(frozen=True, slots=True)
class Show:
    pass


@dataclass(frozen=True, slots=True)
class TakeBack:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    """A message to the others, if the reply asks for nothing else."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A space to be marked for the team, or whose mark is taken away (``is_removed``)."""

    space: str
    text: str = ""
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class PutMarks:
    """Marks alone, which ``Orders`` has: the reply asks for nothing else."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The finding that a reply gives no clear order, so that it is ignored.

    ``line`` is the one that isn't an order, or that asks for something else than the first.
    """

    why: Why
    line: str = ""


Order: TypeAlias = (
    Submit
    | Conditional
    | Resign
    | ConfirmResign
    | OfferDraw
    | Accept
    | Decline
    | Help
    | Show
    | TakeBack
    | Say
    | PutMarks
)


@dataclass(frozen=True, slots=True)
class Orders:
    """Everything that a reply asks for.

    Beside the order there may be messages, in order; beside a turn alone, conditional turns for what follows it ("" for
    none); beside a turn or a message, also marks. ``at`` is the place of the line that the order was read from, or that
    is taken for one; ``unused`` are the places of the lines that weren't used, ``beside`` of those that go with the
    order.
    """

    order: Order | Unclear
    says: tuple[str, ...] = ()
    conditional: str = ""
    marks: tuple[Mark, ...] = ()
    at: int = field(default=0, compare=False)
    unused: tuple[int, ...] = field(default=(), compare=False)
    beside: tuple[int, ...] = field(default=(), compare=False)

    @property
    def left(self) -> tuple[int, ...]:
        """The places of all lines but the order's, used if the order isn't done."""
        return tuple(sorted((*self.unused, *self.beside)))
