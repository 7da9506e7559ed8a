"""The interface of a game.

A game is a set of pure functions over an immutable state. Seats are numbered from 0 in the order in which the match was
made; a player keeps a seat for the whole match, whatever colour the seat currently has. Everything a player submits (a
turn, a secret pick, a choice of colour) is one *submission*: a line of text that the game judges. Nothing outside
``engine/<game>/`` knows what such a line means.

The state is opaque to callers. It is stored with ``dump``, read with ``load`` and shown with ``view``: the view is the
only source for what a person may see, since it leaves out what the seat may not know.

Every sentence, label and name that a game gives is in the current language (see ``i18n.text``); the texts of turns, of
match records and of stored states are the same in all languages.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from i18n.text import english, say

from .editions import FIRST_EDITION, dated
from .errors import GameError, IllegalTurn, UnreadableTurn
from .grid import places_of
from .lookahead import Lookahead, Shares
from .plain_board import draw_plain
from .questions import Questions
from .record.record import Entry, Record, RecordText, result_text
from .values import (
    Choice,
    Decision,
    Draft,
    Measure,
    Option,
    Options,
    Order,
    Outcome,
    Place,
    Played,
    Side,
    Task,
    View,
    Written,
)


class Game(ABC):
    """A game's rules as functions over its state.

    Errors are raised as ``GameError``; anything else that escapes is a defect of the game.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[range]  # the possible numbers of seats
    draws: ClassVar[bool] = True  # whether players may agree a draw
    has_chance: ClassVar[bool] = False  # whether anything in it is drawn from the seed
    first_turn: ClassVar[int] = 1  # the number of the first submission in the row of turns
    can_idle: ClassVar[bool] = False  # whether players may pass some turns, see ``idle_turn``
    scores_count: ClassVar[bool] = True  # whether a score says how well a seat played, as tie-breaks by scores require
    asides: ClassVar[frozenset[str]] = frozenset()  # messages of notes that are added to a turn's words
    has_lesson: ClassVar[bool] = False  # whether ``lesson`` has tasks
    together: ClassVar[bool] = False  # whether all seats win or lose as one
    edition: ClassVar[int] = FIRST_EDITION  # of its rules, by which new matches are played; see ``engine.editions``
    has_baton: ClassVar[bool] = False  # whether a turn may pass to the next seat, see ``pass_baton``
    questions: ClassVar[Questions] = {}  # those it answers in a terminal

    @abstractmethod
    def sides(self, seats: int) -> tuple[Side, ...]:
        """Return the name and colour of each seat when a match is made.

        They may change later; the views then have the current ones.
        """

    def summary(self) -> str:
        """Describe the game and its number of players in a sentence, for people who don't know it.

        "" if the name says enough.
        """
        return ""

    def aim(self) -> str:
        """Say how the match is won and lost, in a sentence or two, for each player's first turn.

        "" if the rules page is enough.
        """
        return ""

    # -- making a match ------------------------------------------------------------------------------------------

    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """Return the settings of a match, in the order in which a form asks for them."""

    @abstractmethod
    def clean_options(self, raw: Mapping[str, str]) -> Options:
        """Complete and check the options (JSON-able) of a form; missing keys take their defaults.

        Raises ``BadOption``.
        """

    @abstractmethod
    def describe_options(self, options: Options) -> str:
        """Describe options in a few words, such as "2 volleys for points, map 5x5, Special Warfare".

        "" if the game has none.
        """

    def as_now(self, options: Options) -> Options:
        """Return the given options for a match that begins now, by the newest edition of the rules."""
        return dated(options, self.edition)

    def options_by_days(self) -> Options:
        """Return the usual options of a match with days for each turn."""
        return self.clean_options({option.key: option.by_days for option in self.options() if option.by_days})

    def levels(self) -> tuple[Choice, ...]:
        """Return the levels of a match, the easiest first; none if no option is a level."""
        return next((option.choices for option in self.options() if option.is_level), ())

    def level_of(self, options: Options) -> str:
        """Return the level of a match with the given options, as a value of ``levels``; "" if there are no levels."""
        return next((str(options.get(option.key, "")) for option in self.options() if option.is_level), "")

    def options_at(self, level: str) -> Options:
        """Return the usual options at the given level. Raises ``BadOption`` for one that doesn't exist."""
        return self.clean_options({option.key: level for option in self.options() if option.is_level})

    def full_name(self, options: Options) -> str:
        """Name the game with its options, as in a list of facts: "Fortify, 2 volleys for points, map 5x5"."""
        words = self.describe_options(options)
        return say("%(game)s, %(options)s", game=self.name, options=words) if words else self.name

    def name_in_sentence(self, options: Options) -> str:
        """Name the game with its options within a sentence: "Fortify (2 volleys for points, map 5x5)"."""
        words = self.describe_options(options)
        return say("%(game)s (%(options)s)", game=self.name, options=words) if words else self.name

    def scores_name(self) -> str:
        """Name the scores where they appear beside the points of an event: "volley points"."""
        return say("points in the match")

    def settled_words(self) -> str:
        """Say what counts of a part in progress when a match is settled by its scores; "" if nothing needs saying."""
        return ""

    def further_options(self, options: Options) -> Options:
        """Return the options of the shortest match of the same kind, for two players to play after a draw."""
        return options

    def measures(self) -> tuple[Measure, ...]:
        """Return the measures by which teams that play the same match are compared, the most important first.

        Only a game in which all win or lose together has any.
        """
        return ()

    def measure(self, state: Any) -> tuple[int, ...]:
        """Return the team's result so far, in the order of ``measures``."""
        return ()

    def usual_turns(self, options: Options, seats: int = 2) -> int:
        """Estimate how many turns each player has in a match with the given options that is played to its end."""
        return 20

    @abstractmethod
    def start(self, options: Options, seats: int, seed: bytes) -> Any:
        """Return the state before the first submission. All chance in the match comes from ``seed`` (32 bytes)."""

    # -- storing -------------------------------------------------------------------------------------------------

    @abstractmethod
    def dump(self, state: Any) -> dict[str, Any]:
        """Return the state as JSON-able data, with its ``version``. Its size does not grow with the match's length."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> Any:
        """Return the state that ``dump`` wrote, of this version or an earlier one."""

    # -- playing -------------------------------------------------------------------------------------------------

    @abstractmethod
    def to_act(self, state: Any) -> tuple[int, ...]:
        """Return the seats that are asked for a submission, ascending; none when, and only when, the match is over.

        A game may ask several at once. A seat that is still asked after another has played is asked the same question.
        """

    @abstractmethod
    def decision(self, state: Any, seat: int) -> Decision:
        """Return the question that a seat is asked. The seat must be one of those that ``to_act`` returns."""

    def may_judge_ahead(self, state: Any) -> bool:
        """Return whether all seats know everything that decides what may be submitted now.

        Then, and only then, a player may try out another's turn. It is tried on ``as_known``, which says what may be
        shown of its consequences.
        """
        return False

    def keeps_secret(self, state: Any) -> bool:
        """Return whether any submission accepted as ``secret`` is still secret in this state.

        When none is, the site opens its commitments to them: it shows the text of each to everyone.
        """
        return self.outcome(state) is None

    def as_known(self, state: Any) -> Any:
        """Return the state without anything that no seat knows, such as the order of a deck or the seed.

        It is for a state that ``may_judge_ahead``. The result can be played on and viewed, not stored; anything drawn
        from it is unknown (a card's back).
        """
        return state

    @abstractmethod
    def play(self, state: Any, seat: int, text: str) -> Played:
        """Judge and apply a whole submission of a seat that is asked for one.

        Raises ``UnreadableTurn`` (``MistypedTurn`` where it can tell) or ``IllegalTurn``.
        """

    def read(self, state: Any, seat: int, text: str) -> None:
        """Raise ``UnreadableTurn`` as ``play`` does for a text that is not in the notation, and judge nothing.

        A game whose notation can be read without its rules does so without them.
        """
        try:
            self.play(state, seat, text)
        except UnreadableTurn:
            raise
        except GameError:
            return

    def series(self, state: Any, seat: int, text: str) -> tuple[str, ...]:
        """Return the submissions that make up a text, to be played one after the other; in most games just one.

        There are several where a seat is asked again and again before anyone else, and its player needn't see what
        comes.
        """
        return (text,)

    def joins_lines(self, state: Any, seat: int, lines: Sequence[str]) -> bool:
        """Return whether the lines of an email, each of which may be a submission, are meant as one text."""
        return False

    @abstractmethod
    def draft(self, state: Any, seat: int, text: str = "") -> Draft:
        """Return the draft of a partial (or whole) submission of a seat that is asked for one.

        Raises as ``play`` does.
        """

    def begin(self, state: Any, seat: int, text: str = "") -> Draft:
        """Return a draft for a player to continue.

        If it has begun and can't be sent yet, ``missing`` says what it lacks, in the sentence with which ``play``
        refuses it.
        """
        draft = self.draft(state, seat, text)
        if draft.may_send or not draft.text:
            return draft
        try:
            self.play(state, seat, draft.text)
        except GameError as refused:
            return replace(draft, missing=str(refused))
        return draft

    def notation(self) -> tuple[Written, ...]:
        """Explain how to write submissions, for players who ask by email; empty if examples say enough."""
        return ()

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        """Return the words for a number of steps of each kind: "move %(number)s", or a pair, singular and plural."""
        return {}

    def marked(self) -> dict[str, str]:
        """Return the words that follow "Choose", for what may be chosen next: "a marked card".

        Keys are the part of a ref before its colon and, for the board's spaces, "space" and "occupied"; a key that is
        missing reads "a marked space". A kind of step with "+" is the key for what can be added to such a step:
        "enlist+", "a space for a second unit".
        """
        return {}

    @abstractmethod
    def sample(self, state: Any, seat: int, rng: random.Random) -> str:
        """Return a random legal submission of a seat that is asked for one (for demonstrations and tests).

        It is chosen by what the seat may know, and draws on ``rng`` alone, never on the match's seed.
        """

    # -- set ahead -----------------------------------------------------------------------------------------------

    def orders(self, state: Any, seat: int) -> tuple[Order, ...]:
        """Return the orders that a seat may set ahead in this state, asked or not, by what it may know.

        An order that has been set holds for as long as its key is offered.
        """
        return ()

    def follow(self, state: Any, seat: int, keys: Collection[str]) -> str | None:
        """Return the submission that the orders with these keys give to a seat that is asked, by what it may know.

        ``None`` if they give none. The orders of all seats always run out: at some point they give no submission.
        """
        return None

    # -- for a computer player -----------------------------------------------------------------------------------

    def imagine(self, state: Any, seat: int, rng: random.Random) -> Any:
        """Return a state that ``seat`` can't tell from this one, with all that is hidden from it drawn by ``rng``.

        The seed is among that. If ``seat`` can't tell two states apart, the same ``rng`` makes equal ones of them.
        Where nothing is hidden, the state itself is returned; a game in which something may be hidden must override
        this.
        """
        return state

    def judge(self, state: Any) -> Shares | None:
        """Return the share that each seat may expect of a match that isn't over.

        ``None``: the match is played on at random to find out.
        """
        return None

    def lookahead(self) -> Lookahead | None:
        """Return the game's rules as a search plays them.

        ``None``: the search goes by drafts, which takes far longer.
        """
        return None

    # -- ending it otherwise -------------------------------------------------------------------------------------

    @abstractmethod
    def forfeit(self, state: Any, seat: int, how: Literal["resignation", "time"]) -> Any:
        """Return the state after a seat gave up, or ran out of time. With more than two seats the others may play on.

        Raises ``IllegalTurn`` when the match is over.
        """

    def pass_baton(self, state: Any, seat: int) -> Any:
        """Return the state in which the next seat is asked instead of this one, which is away and stays in the match.

        What the turn began with, and what will come of it, is unchanged. It is for a game that ``has_baton``, in which
        one seat is asked at once. Raises ``IllegalTurn`` for a seat that isn't asked, and where no other could be.
        """
        raise IllegalTurn(say("In %(game)s no turn passes to another player.", game=self.name))

    def idle_turn(self, state: Any, seat: int) -> str | None:
        """Return the submission by which a seat that is asked passes its turn, if the rules allow that now."""
        return None

    def given_up(self, state: Any) -> tuple[int, ...]:
        """Return the seats that left while the others play on, in the order in which they did.

        They gave up or ran out of time.
        """
        return ()

    @abstractmethod
    def agree_draw(self, state: Any) -> Any:
        """Return the state after all seats have agreed a draw. Raises ``IllegalTurn`` if ``draws`` is false."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """Return the result, once the match is over."""

    # -- showing -------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: Any, seat: int | None = None) -> View:
        """Return what a seat, or with ``None`` a bystander, may see, as JSON-able data.

        Every view has ``game`` (the slug, which also names its templates), ``title`` (where the match stands: "Volley 2
        of 4, turn 7"), ``labels`` (a name per seat as the board shows it now: "Red"), ``colours`` (a CSS-safe word per
        seat), ``scores`` (points so far per seat), ``score_words`` (what they are: "points so far"; "" in a game
        without points, which has 0 for each seat), ``to_act``, ``last`` (the last submission in words, or "") and
        ``alt`` (the board in words, for a screen reader).

        A view may have ``parts``, those of the match that have ended, each with ``title`` ("Volley 1"), ``words`` (how
        it ended), ``points`` and ``labels`` per seat; ``as_it_stands``, what the current part would add to the scores
        if it stopped now, or ``None``; ``below``, the seat from whose side of the table the board is seen, where it can
        be turned; ``given_up``, the seats that have left a match of several; and ``pick``, where a number of pieces of
        several types is asked for: its ``size``, and ``limits``, each with ``type`` (as the submission writes it),
        ``name`` and ``limit``. The rest belongs to the game's own templates.
        """

    @abstractmethod
    def showcase(self) -> View:
        """Return a board for newcomers, with a ``caption`` that describes it, without a full stop."""

    def example(self, name: str) -> View:
        """Return a board of the rules page, with a ``caption``, by its name there. Raises ``KeyError``."""
        raise KeyError(name)

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
        """Draw the board as markup, which its templates get as ``map``.

        ``play``: everything that can be chosen has ``data-ref`` and ``data-words``; ``small``: for lists; ``turned``:
        as seen from the other side of the table.
        """
        return draw_plain(view, self.text_board(view), play=play, small=small, turned=turned)

    def places(self, view: View, *, turned: bool = False) -> tuple[Place, ...]:
        """Return the spaces of the board that players of a team can mark for each other, as a view has them.

        There are none on a board without spaces.
        """
        return places_of(view, turned=turned) if {"columns", "spaces"} <= view.keys() else ()

    def lesson(self) -> tuple[Task, ...]:
        """Return a first lesson in the game: about six tasks, the easiest first, in states that ``may_judge_ahead``.

        Empty if the game has no lesson.
        """
        return ()

    @abstractmethod
    def text_board(self, view: View) -> str:
        """Draw the view in plain text, at most 72 columns wide."""

    def text_map(self, view: View) -> str:
        """Draw the map alone, in letters, for emails whose picture isn't shown; "" if words must do instead."""
        return ""

    def position_text(self, view: View) -> str:
        """Return the view's ``position`` in one line of the game's notation, as far as the view knows it.

        "" if there is none.
        """
        return str(view.get("position", ""))

    @abstractmethod
    def write_record(self, record: Record, seat: int | None = None) -> str:
        """Write a match as text, without what ``seat`` may not see yet, and without the seed while the match runs."""

    @abstractmethod
    def parse_record(self, text: str) -> RecordText:
        """Read what ``write_record`` wrote. Raises ``BadRecord``; legality is judged by ``engine.record.check``.

        A record written while the match ran has no seed; a game of chance cannot be replayed from it.
        """

    def read_record(self, text: str) -> Record:
        """Return the record that ``write_record`` wrote. Raises ``BadRecord``; legality is judged by ``replay``."""
        return self.parse_record(text).record

    @abstractmethod
    def record_facts(self, state: Any, seed: bytes | None) -> Mapping[str, str]:
        """Return the headers of a record that follow from its turns, with ``Result`` among them (``result_text``)."""

    def chance_drawn(self, state: Any) -> Mapping[str, str]:
        """Return everything that was drawn from the seed on the way to the state, by label, as text.

        That means by the last submission, or when the match was made. A record of a finished match lists it for
        ``engine.record.check``.
        """
        return {}

    def record_summary(self, state: Any) -> list[str]:
        """Summarise a match in English, with a line for each part of it."""
        outcome = self.outcome(state)
        if outcome is None:
            return [f"Result: {result_text(None)}"]
        return [f"Result: {result_text(outcome.shares)} ({english(outcome.words).rstrip('.')})"]

    # -- in one piece --------------------------------------------------------------------------------------------

    def replay(self, options: Options, seats: int, seed: bytes, entries: Iterable[Entry]) -> Any:
        """Play a log from the start. Raises as ``play`` does at the first entry that is not legal."""
        state = self.start(options, seats, seed)
        for entry in entries:
            state = self.enter(state, entry)
        return state

    def enter(self, state: Any, entry: Entry) -> Any:
        """Return the state after one more entry of a log."""
        if entry.kind == "agreement":
            return self.agree_draw(state)
        if entry.seat is None:
            raise IllegalTurn(say("A log entry of kind %(kind)s needs a seat.", kind=entry.kind))
        if entry.kind == "play":
            return self.play(state, entry.seat, entry.text).state
        if entry.kind == "baton":
            return self.pass_baton(state, entry.seat)
        return self.forfeit(state, entry.seat, entry.kind)
