"""Events under way in a test: begun, paired as a worker would, and played by the chosen winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match, Seat
from tournaments import sweep
from tournaments.events import start
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import pairing_job, publish

from .factories import EntryFactory, EventFactory, UserFactory

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")


def with_entries(count: int, **fields: Any) -> Event:
    """Make an event open for entries, the strongest first: Ada, Ben, Cleo… Players who exist already enter it, too."""
    event: Event = EventFactory(**{"rounds": 3, "initial_colour": "w"} | fields)
    known = {user.display_name: user for user in User.objects.filter(display_name__in=NAMES[:count])}
    for place, name in enumerate(NAMES[:count]):
        player = known.get(name) or UserFactory(display_name=name, email=f"{name.lower()}{event.pk}@players.example")
        EntryFactory(event=event, player=player, rating=2000 - 50 * place)
    return event


def begun(count: int, **fields: Any) -> Event:
    """Make an event with round 1 paired, and published if the event does that automatically."""
    event = start.begin(with_entries(count, **fields))
    work_off()
    return event


def work_off() -> None:
    """Do what the workers do, until nothing is left."""
    while pairing_job.take_up_again() + publish.take_up_again():
        pass


def organiser_of(event: Event) -> User:
    """Return Olga as an organiser of the event; she may organise others."""
    found = User.objects.filter(display_name="Olga").first()
    user: User = found or UserFactory(display_name="Olga", email=f"olga{event.pk}@players.example")
    event.organisers.add(user)
    return user


def round_of(event: Event, number: int) -> Round:
    return event.round_set.get(number=number)


def running(event: Event) -> list[int]:
    """Return the numbers of the rounds under way."""
    rounds = event.round_set.filter(stage=Round.Stage.RUNNING).order_by("number")
    return list(rounds.values_list("number", flat=True))


def playing(event: Event) -> Counter[str]:
    """Return how many running matches each player has."""
    seats = Seat.objects.filter(match__pairing__round__event=event, match__status=Match.Status.RUNNING)
    return Counter(seats.values_list("player__display_name", flat=True))


def pairings(event: Event, number: int) -> list[Pairing]:
    rows = Pairing.objects.filter(round__event=event, round__number=number).order_by("board")
    return list(rows.select_related("round", "match", "white__player", "black__player"))


def pairs(event: Event, number: int) -> list[tuple[str, str]]:
    """Return the names of each pairing in board order; a bye has its letter in place of the second name."""
    return [
        (each.white.shown_name, each.black.shown_name if each.black else each.white_code)
        for each in pairings(event, number)
    ]


def match_of(event: Event, number: int, name: str) -> Match:
    for each in pairings(event, number):
        if each.black is not None and name in (each.white.shown_name, each.black.shown_name):
            assert each.match is not None
            return each.match
    raise LookupError(name)


def pairing_of(event: Event, number: int, name: str) -> Pairing:
    for each in pairings(event, number):
        if name in (each.white.shown_name, each.black.shown_name if each.black else ""):
            return each
    raise LookupError(name)


def seat_of(match: Match, name: str) -> Seat:
    return match.seats.get(player__display_name=name)


def entry_of(event: Event, name: str) -> Entry:
    return event.entries.select_related("player").get(player__display_name=name)


def play_a_turn_each(match: Match) -> None:
    for text, seat in zip(("T@b3", "B@a5"), match.seats.order_by("index"), strict=True):
        seat.refresh_from_db()
        assert seat.asked_turn is not None
        turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)


def win(match: Match, winner: str) -> None:
    """Let the winner win: each plays a turn, if none was played, and then the other resigns."""
    if not match.log.filter(kind=LogEntry.Kind.PLAY).exists():
        play_a_turn_each(match)
    turns.resign(match.seats.exclude(player__display_name=winner).get(), LogEntry.Via.SITE)


def wins(event: Event, number: int, *names: str) -> None:
    """Let each of them win their match of the round, with a sweep after each result."""
    for name in names:
        win(match_of(event, number, name), name)
        sweep.sweep_events()


Choice = Callable[[Pairing], str]


def better(pairing: Pairing) -> str:
    """Return the name of the player with the lower pairing number."""
    assert pairing.black is not None
    first = min(pairing.white, pairing.black, key=lambda entry: entry.number or 0)
    return first.shown_name


def play_round(event: Event, number: int, winner: Choice = better) -> None:
    """Finish every match of the round."""
    for each in pairings(event, number):
        if each.match is not None and not each.match.is_over:
            win(each.match, winner(each))


def draft_second_round(count: int, **fields: Any) -> Event:
    """Make an event whose round 1 is played, and whose round 2 waits for its organiser."""
    event = begun(count, publishes_itself=False, **fields)
    publish.publish(round_of(event, 1))
    work_off()
    play_round(event, 1)
    work_off()
    return event


def lines(event: Event) -> list[str]:
    """Return the event's log in words."""
    return [line.words for line in event.log.order_by("pk")]


def names(entries: Iterable[Any]) -> list[str]:
    return [entry.shown_name for entry in entries]


def grow_older() -> None:
    """Rename the existing players, so that others can have their names.

    The new names differ from each other, since PostgreSQL checks each row as it is changed.
    """
    elder = {name: Concat(name, Value(" "), Cast("pk", CharField())) for name in ("display_name", "skeleton")}
    User.objects.update(**elder)
