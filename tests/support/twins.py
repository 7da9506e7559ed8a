"""Two sites that differ only in what somebody may not know."""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import eq
from typing import Any, NamedTuple

import pytest
from django.db.models import Q

import engine.chance
from accounts.models import User
from engine.chance import salt
from engine.errors import GameError
from engine.game import Game
from engine.record.record import Entry
from engine.values import Played
from mail.models import InboundMail, OutboxMail
from matches.models import (
    ConditionalTurns,
    LastAnswer,
    LogEntry,
    Mark,
    Match,
    Offer,
    PrivateNote,
    Seat,
    Seek,
    new_seed,
)
from matches.record.line_authors import lines_of
from matches.record.record import entry_of
from tournaments.models import Event, Season, WeeklyForest

TRIES = 30
OTHER_WORDS = "Something else, and longer than what was there before."
Thing = Any


def digests_say_nothing(patch: pytest.MonkeyPatch) -> None:
    """Make all digests of seeds and commitments to picks alike.

    They are shown to all, and differ if the seeds and picks do. What they are made from can't be guessed
    (``engine.chance``).
    """
    for name, letter in (("seed_digest", "d"), ("commitment", "c")):
        _replace(patch, name, lambda *_, letter=letter: letter * 64)


def _replace(patch: pytest.MonkeyPatch, name: str, other: Callable[..., Any]) -> None:
    """Replace a function of ``engine.chance``, wherever it was imported."""
    real = getattr(engine.chance, name)
    for module in list(sys.modules.values()):
        if getattr(module, name, None) is real:
            patch.setattr(module, name, other)


@contextmanager
def same_luck() -> Iterator[None]:
    """Make everything random in here come out the same each time: tokens of forms, boundaries in emails.

    Each length in bytes has a sequence of its own, so that a connection that is opened now and then changes nothing for
    the others.
    """
    rows: defaultdict[int, random.Random] = defaultdict(lambda: random.Random(1))
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((os, "urandom"), (random, "_urandom")):
            patch.setattr(module, name, lambda size: rows[size].randbytes(size))
        random.seed(1)
        yield


Swaps = dict[str, list[tuple[int, int]]]


class Alike(NamedTuple):
    """The way in which a twin's seed draws.

    For labels that were ``used`` it draws what ``base`` does, with some things swapped where it shuffles; for all
    others, such as those of dice to come, it draws its own.
    """

    base: bytes
    swaps: Swaps
    used: frozenset[str]


class Draws:
    """The draws of all seeds, including those of twins."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.real_words, self.real_shuffled = engine.chance.chance_words, engine.chance.shuffled
        self.twins: dict[bytes, Alike] = {}
        self.used: set[str] = set()
        self.shuffles: dict[str, int] = {}  # how many things each label has shuffled
        _replace(patch, "chance_words", self.words)
        _replace(patch, "shuffled", self.shuffled)

    def words(self, seed: bytes, label: str) -> Iterator[int]:
        self.used.add(label)
        twin = self.twins.get(seed)
        return self.real_words(twin.base if twin and label in twin.used else seed, label)

    def shuffled(self, seed: bytes, label: str, things: Iterable[Thing]) -> list[Thing]:
        found = self.real_shuffled(seed, label, things)
        self.shuffles[label] = len(found)
        twin = self.twins.get(seed)
        for one, other in twin.swaps.get(label, ()) if twin else ():
            found[one], found[other] = found[other], found[one]
        return found


@dataclass
class Course:
    """A possible course of a match: its seed, what was answered, and the states that it came through."""

    seed: str
    texts: list[str]
    played: list[Played | None] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)


class Twin:
    """A match that a seat, or with ``None`` somebody who plays nowhere, can't tell from the real one."""

    def __init__(self, match: Match, user: User | None, draws: Draws, rng: random.Random) -> None:
        self.match, self.draws, self.rng = match, draws, rng
        self.game: Game = match.game
        self.seats = list(match.seats.order_by("index"))
        self.own = next((seat for seat in self.seats if user and seat.player_id == user.pk), None)
        self.lines = list(match.log.order_by("index"))
        self.own_lines = set(lines_of(user).filter(match=match).values_list("pk", flat=True)) if user else set()

    @property
    def sees_nothing(self) -> bool:
        """Return whether the observer doesn't see the match at all, since others play from its seed."""
        return self.match.is_sealed and self.own is None

    def write(self) -> bool:
        """Store the twin in place of the match, and return whether the position is another now."""
        before = self.match.state
        course = self._elsewhere() if self.sees_nothing else self._found()
        for line, text, played, state in zip(self.lines, course.texts, course.played, course.states[1:], strict=True):
            line.text, line.state = text, self.game.dump(state)
            if played is not None:
                line.words = played.words
            if played is not None and self.sees_nothing:
                line.public_words, line.notes = played.public_words, list(played.notes)
            if line.message and line.pk not in self.own_lines and not (self.own and line.index >= self.own.since):
                line.message = OTHER_WORDS
            if line.before and line.pk not in self.own_lines:
                line.before = {**line.before, "ordered": not line.is_ordered}
        LogEntry.objects.bulk_update(
            self.lines, ["text", "words", "public_words", "notes", "message", "state", "before"]
        )
        origin = None if self.match.origin is None else {**self.match.origin, "server": new_seed()}
        state = self.game.dump(course.states[-1])
        Match.objects.filter(pk=self.match.pk).update(seed=course.seed, state=state, origin=origin)
        if self.own is None:
            Mark.objects.filter(seat__match=self.match).delete()
        return bool(state != before)

    def _found(self) -> Course:
        """Return a course with as many unseen changes as could be found, one after the other."""
        self.draws.used.clear()
        self.draws.shuffles.clear()
        real = self._played(Course(self.match.seed, [line.text for line in self.lines]))
        assert real is not None
        used, shuffles = frozenset((*self.draws.used, *self._shown_salts())), dict(self.draws.shuffles)
        course, seen = real, list(self._seen(real))
        for _ in range(TRIES):
            tried = self._played(self._changed(course, used, shuffles))
            if tried is not None and all(map(eq, self._seen(tried), seen)):
                course = tried
        return course

    def _shown_salts(self) -> set[str]:
        """Return the labels of the salts with which picks were opened."""
        seed, notes = bytes.fromhex(self.match.seed), " ".join(note for line in self.lines for note in line.notes)
        numbers = [line.number for line in self.lines if line.secret and salt(seed, line.number or 0) in notes]
        return {f"match/salt/{number}" for number in numbers}

    def _changed(self, course: Course, used: frozenset[str], shuffles: Mapping[str, int]) -> Course:
        """Return a course with two shuffled things swapped, other draws to come, and another secret answer."""
        seed, texts = self.rng.randbytes(32), list(course.texts)
        known = bytes.fromhex(course.seed)
        twin = self.draws.twins.get(known, Alike(known, {}, used))
        swaps = {label: list(each) for label, each in twin.swaps.items()}
        if shuffles:
            label = self.rng.choice(sorted(shuffles))
            one, other = (self.rng.randrange(shuffles[label]) for _ in range(2))
            swaps.setdefault(label, []).append((one, other))
        self.draws.twins[seed] = twin._replace(swaps=swaps)
        secret = [place for place, line in enumerate(self.lines) if self._is_secret(line)]
        if secret:
            place = self.rng.choice(secret)
            state, seat = course.states[place], self._seat_of(self.lines[place])
            texts[place] = self.game.sample(state, seat or 0, self.rng)
        return Course(seed.hex(), texts)

    def _elsewhere(self) -> Course:
        """Return another course of a sealed match; others know who is asked and how far it has got."""
        real = self._played(Course(self.match.seed, [line.text for line in self.lines]))
        assert real is not None
        for _ in range(TRIES):
            tried = self._played(Course(self.rng.randbytes(32).hex(), []))
            if tried is not None and self._far(tried) == self._far(real):
                return tried
        raise LookupError(f"No other course of {self.match} leads as far.")

    def _far(self, course: Course) -> list[Any]:
        views = [self.game.view(state, None) for state in course.states]
        far: list[Any] = [(view["to_act"], view["title"], view["scores"]) for view in views]
        return [*far, self.game.measure(course.states[-1]) if self.match.is_over else ()]

    def _is_secret(self, line: LogEntry) -> bool:
        """Return whether the line is a secret from the observer."""
        return line.secret and line.pk not in self.own_lines and (self.own is None or line.seat_id != self.own.pk)

    def _seat_of(self, line: LogEntry) -> int | None:
        return next((seat.index for seat in self.seats if seat.pk == line.seat_id), None)

    def _played(self, course: Course) -> Course | None:
        """Play the match from its start, with random answers if there are none; ``None`` if it can't have gone so."""
        state = self.game.start(self.match.options, len(self.seats), bytes.fromhex(course.seed))
        states, played, texts = [state], [], []
        for place, line in enumerate(self.lines):
            entry = entry_of(line, self._seat_of(line))
            text = course.texts[place] if course.texts else self._by_chance(state, entry)
            try:
                state, done = self._entered(state, line, entry, text)
            except GameError:
                return None
            states.append(state)
            played.append(done)
            texts.append(done.text if done else line.text)
        return replace(course, texts=texts, played=played, states=states)

    def _by_chance(self, state: Any, entry: Entry | None) -> str:
        is_asked = entry is not None and entry.kind == "play" and entry.seat in self.game.to_act(state)
        return self.game.sample(state, entry.seat or 0, self.rng) if is_asked and entry else ""

    def _entered(self, state: Any, line: LogEntry, entry: Entry | None, text: str) -> tuple[Any, Played | None]:
        if entry is None:
            return state, None
        if entry.kind != "play":
            return self.game.enter(state, entry), None
        played = self.game.play(state, entry.seat or 0, text)
        if not self.sees_nothing and str(played.public_words) != str(line.public_words):
            raise GameError("That is seen.")
        return played.state, played

    def _seen(self, course: Course) -> Iterator[Any]:
        """Yield all that the observer sees, the latest first."""
        index = None if self.own is None else self.own.index
        for state in reversed(course.states):
            asked = self.game.to_act(state)
            yield asked
            yield self.game.view(state, None)
            yield self.game.view(state, index)
            if index in asked:
                yield self.game.decision(state, index or 0)
        if index in self.game.to_act(course.states[-1]):
            yield self.game.draft(course.states[-1], index or 0)


def change_what_is_hidden_from(user: User | None, draws: Draws) -> int:
    """Change everything under way or sealed that the user, or with ``None`` somebody who plays nowhere, may not know.

    Returns in how many matches the position is another now.
    """
    rng = random.Random(2)
    closed = Match.objects.filter(Q(status=Match.Status.RUNNING) | Q(is_sealed=True)).order_by("pk")
    changed = sum(Twin(match, user, draws, rng).write() for match in closed)
    for model in (Offer, Seek, Event, Season, WeeklyForest):
        model._default_manager.update(server=new_seed())
    others = Seat.objects.exclude(player=user) if user else Seat.objects.all()
    ConditionalTurns.objects.filter(seat__in=others).delete()
    others.update(ahead="", orders=Seat._meta.get_field("orders").get_default())
    (PrivateNote.objects.exclude(writer=user) if user else PrivateNote.objects.all()).delete()
    (LastAnswer.objects.exclude(player=user) if user else LastAnswer.objects.all()).delete()
    theirs = InboundMail.objects.exclude(user=user) if user else InboundMail.objects.all()
    theirs.update(raw=OTHER_WORDS.encode(), digest="0" * 64, words=OTHER_WORDS)
    for mail in OutboxMail.objects.filter(match__in=closed).exclude(user=user):
        words = {name: OTHER_WORDS for name, value in mail.context.items() if isinstance(value, str)}
        OutboxMail.objects.filter(pk=mail.pk).update(context=mail.context | words)
    return changed
