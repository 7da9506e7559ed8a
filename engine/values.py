"""The values that games exchange with their callers: options, decisions, steps, drafts, answers, outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

Options = dict[str, Any]
View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that an option may have."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat when a match is made: its name ("Red"), and a CSS-safe word for its colour."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a match, chosen when it is made.

    A ``choice`` takes one of ``choices``; a ``flag`` is ``"on"`` or ``""``; a ``text`` is free text that the game
    judges. ``when`` names another option and the value it must have for this one to matter. ``is_level``: it is a
    choice of how hard the match is, the easiest first. ``by_days`` is the value offered first in a match with days for
    each turn, "" for the ``default``.
    """

    key: str
    label: str
    default: str
    kind: Literal["choice", "flag", "text"] = "choice"
    choices: tuple[Choice, ...] = ()
    help: str = ""
    when: tuple[str, str] | None = None
    is_level: bool = False
    by_days: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A whole submission to start from, and its name ("Balanced army")."""

    text: str
    label: str


class Written(NamedTuple):
    """An example of how part of a submission is written (``text``), and its meaning in ``words``."""

    text: str
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The question that a seat is asked now.

    ``kind`` is ``"turn"`` for what is chosen on the board; for any other word (``"army"``, ``"colour"``) the steps are
    buttons beside the board, or the view has a form (``pick``). ``ask`` says it in words, for that seat's eyes only (it
    may name a card just drawn); ``secret`` means that the others do not see the answer at once.

    ``suggestions`` are answers that the game has ready. ``again`` is a name for the player's last answer to such a
    question, in another match, if it can be used again ("Last time's army"), or "".
    """

    kind: str
    ask: str
    secret: bool = False
    suggestions: tuple[Suggestion, ...] = ()
    again: str = ""

    @property
    def is_turn(self) -> bool:
        """True if the question is answered on the board."""
        return self.kind == "turn"


@dataclass(frozen=True, slots=True)
class Step:
    """One legal step: its name and how to point at it.

    ``text`` is its notation and ``label`` the same in words. ``kind`` is the game's word for what it does and ``group``
    a heading for lists. Each of ``paths`` is a sequence of refs, the clickable things of the view (``"b3"``,
    ``"supply:T"``), that picks this step. ``next`` is the submission so far with this step added.
    """

    text: str
    label: str
    kind: str
    group: str
    paths: tuple[tuple[str, ...], ...]
    next: str


@dataclass(frozen=True, slots=True)
class Place:
    """A space that players can point at: its ``ref``, as they type it, and what is there in a few words.

    ``x`` and ``y`` are its middle on the map that ``Game.draw_map`` makes, on which a space is one unit wide.
    """

    ref: str
    words: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A submission under way.

    ``text`` is what was understood, in canonical notation, and ``words`` the same in words. ``steps`` are the legal
    continuations, ``may_send`` says whether the submission can be sent now, and ``view`` shows the board after it, as
    far as the player may know it (a draft never draws on the seed). ``reveals``: sending it will show something hidden,
    as ``Played`` then says. ``offer`` is a sentence on what the last action lets the player do, where that isn't plain
    to see, and ``missing`` is what ``Game.begin`` says about one that can't be sent yet.
    """

    text: str
    words: str
    steps: tuple[Step, ...]
    may_send: bool
    view: View
    reveals: bool = False
    missing: str = ""
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted submission.

    ``text`` is its canonical notation, at most 200 characters, and ``words`` says what was done, at most 500;
    ``public_words`` is what the other seats may read of it. ``notes`` are sentences about its consequences (a volley
    ended, armies were shown), which everyone may read. All these can be stored and shown again.
    """

    state: Any
    text: str
    words: str
    public_words: str
    secret: bool = False
    notes: tuple[str, ...] = ()
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """An order that a seat may set ahead, to be played when it fits; no one else is told of it.

    ``text`` is how it is typed, the turn that it gives, and ``label`` the same in words. ``key`` is stored for it: the
    order holds as long as the game offers that seat an order with this key. Of the orders with the same ``group``,
    which is a heading, only one can be set.
    """

    text: str
    label: str
    key: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number by which to compare teams that played the same match without opponents.

    ``code`` heads a column and names it in files; ``name`` and ``explained``, a sentence, are messages (``noop``).
    ``fewer``: less is better. ``missed`` is what a match counts for that a team did not play.
    """

    code: str
    name: str
    explained: str
    fewer: bool = False
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The ending of a match, seat by seat.

    ``shares`` add up to 1 in a contest (1 and 0, or a half each); in a cooperative game all are 1 or all are 0.
    ``scores`` are the game's own points. ``how`` is one word for the reason (``points``, ``volleys``, ``resignation``,
    ``time``, ``agreement``, …) and ``words`` a sentence that names seats by their labels.
    """

    shares: tuple[Fraction, ...]
    scores: tuple[int, ...]
    how: str
    words: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the largest share."""
        best = max(self.shares)
        return tuple(seat for seat, share in enumerate(self.shares) if share == best and share > 0)


@dataclass(frozen=True, slots=True)
class Task:
    """A position of a lesson, with a task for the first seat asked there, to solve in one turn.

    ``key`` names it in addresses, ``title`` is a word or two, ``ask`` says what to do in a sentence or three, and
    ``hint`` says how. ``solves`` judges a turn that is legal there: one that solves the task is answered with
    ``praise``, any other with ``missed``, which says what to try.
    """

    key: str
    title: str
    ask: str
    hint: str
    praise: str
    missed: str
    state: Any
    solves: Callable[[Played], bool]
