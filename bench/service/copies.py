"""A million matches made from a few: rows are copied inside the database, with all their columns.

Copy number ``n`` (from 1) is of a long match if ``n`` is a multiple of ``LONG_EVERY``, or else of a short one. Two of
the many players play it, and everything in it happened up to ``SPREAD`` earlier.
"""

# ruff: noqa: S608 (every word of these statements is ours)

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import connection, models, transaction

from mail.models import OutboxMail
from matches.models import LogEntry, Match, Seat

from .seeds import PLAYERS, Seeds

LONG_EVERY: Final = 10
SPREAD: Final = "46 hours"  # the first reminder of a turn of three days is due after 48

MAKE_LIST: Final = f"""
CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
SELECT
    n, source[1 + n / {LONG_EVERY} %% cardinality(source)] AS source,
    %(last_match)s + n AS match_id,
    %(last_seat)s + 2 * n AS first_seat,
    %(first_player)s + n %% {PLAYERS} AS player,
    %(first_player)s + (n + 1 + (n / {PLAYERS}) %% {PLAYERS - 1}) %% {PLAYERS} AS opponent,
    interval '{SPREAD}' * ((n * 7919) %% 10007) / 10007.0 AS shift
FROM
    generate_series(%(first)s::bigint, %(last)s::bigint) AS n,
    LATERAL (
        SELECT CASE WHEN n %% {LONG_EVERY} = 0 THEN %(long)s::bigint[] ELSE %(short)s::bigint[] END AS source
    ) AS chosen
"""
NEW_SEAT: Final = "copy.first_seat + {}.index"
OF_THE_MATCH: Final = "JOIN copy ON copy.source = old.match_id"
MATCHES: Final = "JOIN copy ON copy.source = old.id"
LINES: Final = f"""{OF_THE_MATCH}
LEFT JOIN matches_seat seat ON seat.id = old.seat_id LEFT JOIN matches_seat about ON about.id = old.about_id"""
MAILS_OF_THIS_TURN: Final = f"""{OF_THE_MATCH}
JOIN matches_seat seat
    ON seat.id = (old.context->>'seat')::bigint AND seat.asked_turn = (old.context->>'number')::int"""


def copying(model: type[models.Model], joined: str, changed: dict[str, str]) -> str:
    """Return the statement that copies a model's rows, called ``old``.

    ``changed`` has expressions for columns that differ. Times are shifted; without an ``id`` in ``changed`` the
    sequence's next one is used.
    """
    columns = {
        str(field.column): f"old.{field.column}{' - copy.shift' if isinstance(field, models.DateTimeField) else ''}"
        for field in model._meta.concrete_fields
        if not field.primary_key
    } | changed
    names = ", ".join(f'"{name}"' for name in columns)
    table = model._meta.db_table
    return f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {table} old {joined}"


STATEMENTS: Final = (
    copying(Match, MATCHES, {"id": "copy.match_id"}),
    copying(
        Seat,
        OF_THE_MATCH,
        {
            "id": NEW_SEAT.format("old"),
            "match_id": "copy.match_id",
            "player_id": "CASE old.index WHEN 0 THEN copy.player ELSE copy.opponent END",
        },
    ),
    copying(
        LogEntry,
        LINES,
        {
            "match_id": "copy.match_id",
            "seat_id": NEW_SEAT.format("seat"),
            "about_id": NEW_SEAT.format("about"),
        },
    ),
    copying(
        OutboxMail,
        MAILS_OF_THIS_TURN,
        {
            "match_id": "copy.match_id",
            "user_id": "CASE seat.index WHEN 0 THEN copy.player ELSE copy.opponent END",
            "context": f"jsonb_set(old.context, '{{seat}}', to_jsonb({NEW_SEAT.format('seat')}))",
            "key": f"replace(old.key, ':' || seat.id || ':', ':' || ({NEW_SEAT.format('seat')}) || ':')",
            "message_id": "'<' || md5(copy.n || ' ' || seat.index) || '@localhost>'",
        },
    ),
)


class Population:
    """All running matches, as many as were asked for."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds
        self._last_match, self._last_seat = _greatest(Match), _greatest(Seat)
        self._copies = 0

    @property
    def long_ones(self) -> Sequence[int]:
        """The ids of the copies of long matches, which are in the middle of a volley."""
        return range(self._last_match + LONG_EVERY, self._last_match + self._copies + 1, LONG_EVERY)

    @property
    def all_copies(self) -> Sequence[int]:
        return range(self._last_match + 1, self._last_match + self._copies + 1)

    def grow(self, running: int) -> None:
        """Copy matches until that many are running, and leave the tables as a night's housekeeping would."""
        copies = running - len(self.seeds.long) - len(self.seeds.short)
        values: dict[str, int | list[int]] = {
            "first": self._copies + 1,
            "last": copies,
            "last_match": self._last_match,
            "last_seat": self._last_seat,
            "first_player": self.seeds.first_player,
            "long": self.seeds.long,
            "short": self.seeds.short,
        }
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # copied keys need no checking
            cursor.execute("SET LOCAL work_mem = '256MB'")
            cursor.execute(MAKE_LIST, values)
            cursor.execute("ANALYZE copy")
            for statement in STATEMENTS:
                cursor.execute(statement)
        self._copies = copies
        _tidy_up()


def _greatest(model: type[models.Model]) -> int:
    greatest: int = model._default_manager.aggregate(greatest=models.Max("pk"))["greatest"]
    return greatest


def _tidy_up() -> None:
    with connection.cursor() as cursor:
        for model in (Match, Seat):
            table = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")
