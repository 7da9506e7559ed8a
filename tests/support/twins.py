"""Two sites that differ only in what somebody may not know."""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import engine.chance
from accounts.models import User
from engine.errors import GameError
from engine.game import Game
from engine.record.record import Entry
from mail.models import InboundMail, OutboxMail
from matches.gate.handover import lines_of
from matches.models import (
    Challenge,
    ConditionalTurns,
    Gathering,
    LastAnswer,
    Match,
    PrivateNote,
    Seat,
    Seek,
    Turn,
    new_seed,
)
from matches.record import entry_of
from tournaments.models import Event, Season, WeeklyForest

TRIES = 30
OTHER_WORDS = "Something else, and longer than what was there before."
Thing = Any


def digests_say_nothing(patch: pytest.MonkeyPatch) -> None:
    """Digests of seeds and commitments to picks are shown to all, and are other ones where those are: here all are
    alike. What they are made of nobody can guess (``engine.chance``)."""
    for name, letter in (("seed_digest", "d"), ("commitment", "c")):
        _replace(patch, name, lambda *_, letter=letter: letter * 64)


def _replace(patch: pytest.MonkeyPatch, name: str, other: Callable[..., Any]) -> None:
    """A function of ``engine.chance``, wherever it was imported."""
    real = getattr(engine.chance, name)
    for module in list(sys.modules.values()):
        if getattr(module, name, None) is real:
            patch.setattr(module, name, other)


@contextmanager
def same_luck() -> Iterator[None]:
    """Whatever is drawn here is drawn each time alike: tokens of forms, boundaries in emails. Each length in bytes
    has a row of its own, so that a connection that is opened now and then changes nothing for the others."""
    rows: defaultdict[int, random.Random] = defaultdict(lambda: random.Random(1))
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((os, "urandom"), (random, "_urandom")):
            patch.setattr(module, name, lambda size: rows[size].randbytes(size))
        random.seed(1)
        yield


class Shuffles:
    """What seeds of twins shuffle: what another seed does, with some things in each other's places."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.real = engine.chance.shuffled
        self.swapped: dict[bytes, tuple[bytes, dict[str, list[tuple[int, int]]]]] = {}
        self.drawn: dict[str, int] = {}  # how many things each label has shuffled
        _replace(patch, "shuffled", self.shuffled)

    def shuffled(self, seed: bytes, label: str, things: Sequence[Thing]) -> list[Thing]:
        known, swaps = self.swapped.get(seed, (seed, {}))
        found = self.real(known, label, things)
        self.drawn[label] = len(found)
        for one, other in swaps.get(label, ()):
            found[one], found[other] = found[other], found[one]
        return found


@dataclass
class Course:
    """How a match may have gone: its seed, what was answered, and the states that it came through."""

    seed: str
    texts: list[str]
    words: list[str] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)


class Twin:
    """A match that a seat, or with ``None`` somebody who plays nowhere, cannot tell from the one that there is."""

    def __init__(self, match: Match, user: User | None, shuffles: Shuffles, rng: random.Random) -> None:
        self.match, self.shuffles, self.rng = match, shuffles, rng
        self.game: Game = match.game
        self.seats = list(match.seats.order_by("index"))
        self.own = next((seat for seat in self.seats if user and seat.player_id == user.pk), None)
        self.lines = list(match.turns.order_by("index"))
        self.own_lines = set(lines_of(user).filter(match=match).values_list("pk", flat=True)) if user else set()

    def write(self) -> bool:
        """Whether the position is another now."""
        before = self.match.state
        course = self._found()
        for line, text, words, state in zip(self.lines, course.texts, course.words, course.states[1:], strict=True):
            line.text, line.words, line.state = text, words, self.game.dump(state)
            if line.message and line.pk not in self.own_lines and not (self.own and line.index >= self.own.since):
                line.message = OTHER_WORDS
        Turn.objects.bulk_update(self.lines, ["text", "words", "message", "state"])
        origin = None if self.match.origin is None else {**self.match.origin, "server": new_seed()}
        state = self.game.dump(course.states[-1])
        Match.objects.filter(pk=self.match.pk).update(seed=course.seed, state=state, origin=origin)
        return bool(state != before)

    def _found(self) -> Course:
        """One change after the other that isn't seen."""
        real = self._played(Course(self.match.seed, [line.text for line in self.lines]))
        assert real is not None
        course = real
        for _ in range(TRIES):
            tried = self._played(self._changed(course))
            if tried is not None and self._seen(tried) == self._seen(real):
                course = tried
        return course

    def _changed(self, course: Course) -> Course:
        """Two things in each other's places in something that was shuffled, and another secret answer."""
        seed, texts = new_seed(), list(course.texts)
        known = bytes.fromhex(course.seed)
        base, swaps = self.shuffles.swapped.get(known, (known, {}))
        swaps = {label: list(each) for label, each in swaps.items()}
        for label, count in self.shuffles.drawn.items():
            if label.startswith(f"{self.game.slug}/deck/"):
                swaps.setdefault(label, []).append((self.rng.randrange(count), self.rng.randrange(count)))
        self.shuffles.swapped[bytes.fromhex(seed)] = base, swaps
        secret = [place for place, line in enumerate(self.lines) if self._is_secret(line)]
        if secret:
            place = self.rng.choice(secret)
            state, seat = course.states[place], self._seat_of(self.lines[place])
            texts[place] = self.game.sample(state, seat or 0, self.rng)
        return Course(seed, texts)

    def _is_secret(self, line: Turn) -> bool:
        """Whether it is, from the one for whom this is the twin."""
        return line.secret and line.pk not in self.own_lines and (self.own is None or line.seat_id != self.own.pk)

    def _seat_of(self, line: Turn) -> int | None:
        return next((seat.index for seat in self.seats if seat.pk == line.seat_id), None)

    def _played(self, course: Course) -> Course | None:
        """The match from its start; ``None`` where it cannot have gone so."""
        state = self.game.start(self.match.options, len(self.seats), bytes.fromhex(course.seed))
        states, words, texts = [state], [], []
        for line, text in zip(self.lines, course.texts, strict=True):
            entry = entry_of(line, self._seat_of(line))
            try:
                state, text, said = self._entered(state, line, entry, text)
            except GameError:
                return None
            states.append(state)
            words.append(said)
            texts.append(text)
        return replace(course, texts=texts, words=words, states=states)

    def _entered(self, state: Any, line: Turn, entry: Entry | None, text: str) -> tuple[Any, str, str]:
        if entry is None:
            return state, text, line.words
        if entry.kind != "play":
            return self.game.enter(state, entry), text, line.words
        played = self.game.play(state, entry.seat or 0, text)
        if str(played.public_words) != str(line.public_words):
            raise GameError("That is seen.")
        return played.state, played.text, played.words

    def _seen(self, course: Course) -> list[Any]:
        """All that the one sees for whom this is the twin."""
        index = None if self.own is None else self.own.index
        seen: list[Any] = []
        for state in course.states:
            seen += [self.game.view(state, None), self.game.view(state, index), self.game.to_act(state)]
            if index in self.game.to_act(state):
                seen += [self.game.decision(state, index or 0), self.game.draft(state, index or 0)]
        return seen


def change_what_is_hidden_from(user: User | None, shuffles: Shuffles) -> int:
    """All that the user, or with ``None`` somebody who plays nowhere, may not know of what is under way; in how many
    matches the position is another now."""
    rng = random.Random(2)
    running = Match.objects.filter(status=Match.Status.RUNNING).order_by("pk")
    changed = sum(Twin(match, user, shuffles, rng).write() for match in running)
    for model in (Challenge, Gathering, Seek, Event, Season, WeeklyForest):
        model._default_manager.update(server=new_seed())
    others = Seat.objects.exclude(player=user) if user else Seat.objects.all()
    ConditionalTurns.objects.filter(seat__in=others).delete()
    others.update(ahead="", orders=Seat._meta.get_field("orders").get_default())
    (PrivateNote.objects.exclude(writer=user) if user else PrivateNote.objects.all()).delete()
    (LastAnswer.objects.exclude(player=user) if user else LastAnswer.objects.all()).delete()
    theirs = InboundMail.objects.exclude(user=user) if user else InboundMail.objects.all()
    theirs.update(raw=OTHER_WORDS.encode(), digest="0" * 64, words=OTHER_WORDS)
    for mail in OutboxMail.objects.filter(match__in=running).exclude(user=user):
        words = {name: OTHER_WORDS for name, value in mail.context.items() if isinstance(value, str)}
        OutboxMail.objects.filter(pk=mail.pk).update(context=mail.context | words)
    return changed
