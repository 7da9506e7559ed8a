"""What a reply can ask for."""

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
    """A reply that asks for nothing but this."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A space to be marked for the team, or whose mark ``is_removed``."""

    space: str
    text: str = ""
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class PutMarks:
    """A reply that asks for nothing but marks, which ``Orders`` has."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """It is ignored. ``line`` is the one that is not an order, or that asks for something else than the first."""

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
    """What a reply asks for. Beside the order there may be things to say, in order, and, beside a turn alone,
    conditional turns for what follows it ("" for none); beside a turn, or what is said, also marks. ``at`` is where the
    line stands that the order was read from, or that is taken for one; ``unused`` are the places of those of which
    nothing is made, ``beside`` of those that go with the order."""

    order: Order | Unclear
    says: tuple[str, ...] = ()
    conditional: str = ""
    marks: tuple[Mark, ...] = ()
    at: int = field(default=0, compare=False)
    unused: tuple[int, ...] = field(default=(), compare=False)
    beside: tuple[int, ...] = field(default=(), compare=False)

    @property
    def left(self) -> tuple[int, ...]:
        """The places of all lines but the order's, for where it is not done."""
        return tuple(sorted((*self.unused, *self.beside)))
