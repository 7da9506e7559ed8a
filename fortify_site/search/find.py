"""Searches for what a reader may see: each kind best first, and never more than can be checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, Value, When

from accounts.models import User
from accounts.names.search_key import Resemblance, has_trigrams, has_words, search_words
from matches.input.text import one_line
from matches.match_view.permissions import Reader, seats_seen_by, seen_by
from matches.models import Match, Seat
from tournaments.models import Event
from tournaments.permissions.clubs import known_to
from tournaments.permissions.events import visible_to

MOST_FOUND = 200
MOST_WORDS = 6
LONGEST = 80
SHORTEST = 2
PLAYERS_OF_A_WORD = 10
MATCHES_LOOKED_AT = 600
LIKE_ENOUGH = 0.4  # pg_trgm's word similarity, as for two letters swapped in a name of six
NUMBER = re.compile(r"#?\s*([1-9][0-9]{0,17})")


@dataclass(frozen=True)
class Query:
    """The typed text, and its words as search keys have them."""

    text: str
    words: tuple[str, ...]

    @property
    def key(self) -> str:
        return "".join(f" {word}" for word in self.words)

    @property
    def number(self) -> int | None:
        """The number of a match, if only a number was typed."""
        found = NUMBER.fullmatch(self.text)
        return int(found[1]) if found else None

    @property
    def is_too_short(self) -> bool:
        """True for a single Latin letter, which would find nearly everyone. In other scripts one may be a name."""
        return self.number is None and len(self.text) < SHORTEST and self.text.isascii()


def read_query(typed: str) -> Query:
    text = one_line(typed[:LONGEST])
    return Query(text, tuple(search_words(text)[:MOST_WORDS]))


def players(query: Query, reader: Reader) -> QuerySet[User]:
    """Find players whose page the reader may open."""
    known = User.objects.filter(is_active=True, is_guest=False, computer=None)
    if not isinstance(reader, User):
        seats = seats_seen_by(reader, Seat.objects.filter(player=OuterRef("pk")))
        known = known.filter(Exists(seats), for_members=False)
    return _best_first(known, query)


def clubs(query: Query, reader: Reader) -> QuerySet[Any]:
    return _best_first(known_to(reader), query)


def events(query: Query, reader: Reader) -> QuerySet[Event]:
    return _best_first(visible_to(reader).select_related("club"), query)


def matches(query: Query, reader: Reader) -> QuerySet[Match]:
    """Find the match of that number, or the latest whose players' names together have all the words.

    Matches that players hide from their pages aren't found by their names, unless the reader plays in them, too.
    """
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    seen = Match.objects.filter(seen_by(reader)).prefetch_related(seats)
    if query.number is not None:
        return seen.filter(pk=query.number)
    latest = _seats_of_named(query, reader).order_by("-match_id").values("match_id")[:MATCHES_LOOKED_AT]
    return seen.filter(pk__in=list(latest.values_list("match_id", flat=True))).order_by("-pk")


KINDS: dict[str, Callable[[Query, Reader], QuerySet[Any]]] = {
    "players": players,
    "clubs": clubs,
    "events": events,
    "matches": matches,
}


def found(kind: str, query: Query, reader: Reader, *, start: int, count: int) -> list[Any]:
    """Return a part of what is found."""
    if not query.words:
        return []
    rows = KINDS[kind](query, reader)[start : min(start + count, MOST_FOUND)]
    if not tells_resemblance():
        return list(rows)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(LIKE_ENOUGH)])
        return list(rows)


@cache
def tells_resemblance() -> bool:
    """Return whether the database can compare words by likeness. Each process asks it only once."""
    return has_trigrams(connection)


def _best_first(rows: QuerySet[Any], query: Query) -> QuerySet[Any]:
    """Put rows with all the words first, then, if the database can tell, those much like them."""
    fits = has_words(query.words)
    begins = Case(
        When(search_key=query.key, then=Value(0)),
        When(search_key__startswith=query.key, then=Value(1)),
        When(fits, then=Value(2)),
        default=Value(3),
        output_field=models.IntegerField(),
    )
    if not tells_resemblance():
        return rows.filter(fits).order_by(begins, "search_key", "pk")
    likeness = Resemblance(Value(query.key.strip()), F("search_key"))
    wanted = fits | Q(search_key__resembles=query.key.strip())
    return rows.filter(wanted).order_by(begins, likeness.desc(), "search_key", "pk")


def _seats_of_named(query: Query, reader: Reader) -> QuerySet[Seat]:
    """Return the seats of players named by the first word, in matches that have players named by every other word.

    Only matches on those players' pages count, or the reader's own.
    """
    first, *others = (_named(word, query) for word in query.words)
    shown = Q(player__shows_running=True, finished_at=None) | Q(player__shows_finished=True, finished_at__isnull=False)
    if isinstance(reader, User):
        shown |= Q(Exists(Seat.objects.filter(match=OuterRef("match"), player=reader)))
    seats = Seat.objects.filter(shown, player__in=first)
    for ids in others:
        seats = seats.filter(Exists(Seat.objects.filter(shown, match=OuterRef("match"), player__in=ids)))
    return seats


def _named(word: str, query: Query) -> list[int]:
    """Return the ids of the first players with this word in their names.

    Those with every word of the query come first, then those that have this one as a whole word.
    """
    rows = User.objects.filter(has_words([word]), is_active=True, is_guest=False)
    best = Case(
        When(has_words(query.words), then=Value(0)),
        When(search_key__contains=f" {word}", then=Value(1)),
        default=Value(2),
    )
    return list(rows.order_by(best, "search_key", "pk").values_list("pk", flat=True)[:PLAYERS_OF_A_WORD])
