"""Rows read and written in words of our own come and go as Django's do, in either database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

import psycopg
import pytest
from django.db import close_old_connections, connection, models
from django.utils import translation

from accounts.computer_names import stored_name
from accounts.models import User
from jobs.fast_sql import MOST, Change, Select, change_if, insert, nothing_asked, read_together
from mail.models import MailAddress, OutboxMail
from matches.gate.lock.locked_match import LockedMatch
from matches.models import Match, Seat, Turn

Found = TypeVar("Found")

MOMENT = datetime(2026, 5, 4, 9, 30, 15, 123456, tzinfo=UTC)
EVERYTHING: dict[str, Any] = {
    "bank": timedelta(days=2, microseconds=7),
    "turn_bank": None,
    "deadline": MOMENT,
    "running_since": None,
    "held": "mail",
    "runs_unnoticed": True,
    "pauses": {"weekends": True, "leave": [["a", 1]]},
    "share": Decimal("0.5000"),
    "passes_used": 3,
}


def columns(row: models.Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_what_is_written_is_what_django_reads(first: Seat, second: Seat) -> None:
    before = columns(Seat.objects.get(pk=second.pk))
    assert change_if(Change(first, {}, EVERYTHING))
    after = Seat.objects.get(pk=first.pk)
    assert {name: getattr(after, name) for name in EVERYTHING} == EVERYTHING
    assert columns(Seat.objects.get(pk=second.pk)) == before


@pytest.mark.parametrize(
    ("unchanged", "written"),
    [
        ({"deadline": MOMENT}, True),
        ({"deadline": MOMENT + timedelta(microseconds=1)}, False),
        ({"deadline": None}, False),
        ({"turn_bank": None, "bank": timedelta(days=1)}, True),
        ({"turn_bank": timedelta(0)}, False),
        ({"turn_bank": None, "bank": timedelta(days=2)}, False),
    ],
)
def test_a_row_is_written_only_if_all_is_as_it_was(first: Seat, unchanged: dict[str, Any], *, written: bool) -> None:
    Seat.objects.filter(pk=first.pk).update(deadline=MOMENT, turn_bank=None, bank=timedelta(days=1))
    assert change_if(Change(first, unchanged, {"passes_used": 5})) is written
    assert Seat.objects.get(pk=first.pk).passes_used == (5 if written else 0)


def test_several_rows_are_written_at_once_each_only_where_it_changes(
    first: Seat, second: Seat, django_assert_num_queries: Any
) -> None:
    Seat.objects.filter(pk=second.pk).update(pauses_changed_at=MOMENT, deadline=MOMENT)
    before = columns(Seat.objects.get(pk=second.pk))
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 2):
        assert change_if(
            Change(first, {"bank": first.bank}, {**EVERYTHING, "pauses_changed_at": None}),
            Change(second, {"deadline": MOMENT}, {"passes_used": 4, "deadline": None, "turn_bank": timedelta(1)}),
        )
    written = Seat.objects.get(pk=first.pk)
    assert {name: getattr(written, name) for name in EVERYTHING} == EVERYTHING
    changed = {"passes_used": 4, "deadline": None, "turn_bank": timedelta(1)}
    assert columns(Seat.objects.get(pk=second.pk)) == before | changed


@pytest.mark.parametrize("bank", [timedelta(days=1), timedelta(days=9)])
def test_several_rows_are_as_they_were_only_if_all_are(first: Seat, second: Seat, bank: timedelta) -> None:
    Seat.objects.filter(match=first.match_id).update(bank=timedelta(days=1))
    changes = [Change(first, {"bank": timedelta(days=1)}, {"passes_used": 5})]
    changes.append(Change(second, {"bank": bank}, {"passes_used": 6}))
    assert change_if(*changes) is (bank == timedelta(days=1))


@pytest.mark.parametrize("length", [0, 1])
def test_rows_of_several_models_and_new_ones_are_written_together(
    toy_match: Match, first: Seat, second: Seat, length: int
) -> None:
    lines = [Turn(match=toy_match, index=index, kind=Turn.Kind.SAID, state={}, at=MOMENT) for index in (8, 9)]
    match = Change(toy_match, {"log_length": length}, {"next_number": 7})
    seats = [Change(first, {}, {"passes_used": 5}), Change(second, {}, {"passes_used": 6})]
    assert change_if(match, *seats, new=lines) is (length == toy_match.log_length)
    if length == toy_match.log_length:
        assert Match.objects.get(pk=toy_match.pk).next_number == 7
        assert [Seat.objects.get(pk=seat.pk).passes_used for seat in (first, second)] == [5, 6]
        assert [Turn.objects.get(pk=line.pk).index for line in lines] == [8, 9]


def test_a_new_row_is_as_django_writes_it(toy_match: Match, player: User) -> None:
    fields: dict[str, Any] = {"user": player, "match": toy_match, "kind": "said", "context": {"seat": [1, None]}}
    fields |= {"queued_at": MOMENT, "next_try_at": MOMENT}
    mail = OutboxMail(**fields, key="ours", message_id="<1>")
    insert(mail)
    djangos = OutboxMail.objects.create(**fields, key="djangos", message_id="<2>")
    read = columns(OutboxMail.objects.get(pk=mail.pk))
    own = {"id": mail.pk, "key": "ours", "message_id": "<1>"}
    assert read == columns(OutboxMail.objects.get(pk=djangos.pk)) | own
    mail.status = OutboxMail.Status.SENT
    mail.save()
    assert OutboxMail.objects.get(key="ours").status == OutboxMail.Status.SENT


def test_what_is_read_is_what_django_reads(first: Seat, second: Seat) -> None:
    change_if(Change(second, {}, EVERYTHING))
    select = Select(lambda player: Seat.objects.filter(player=player).select_related(None).order_by(), int)
    for seat in (first, second):
        assert seat.player_id is not None
        assert list(map(columns, select.rows(seat.player_id))) == [columns(Seat.objects.get(pk=seat.pk))]
    assert select.rows(0) == []


def test_what_is_read_along_is_what_django_reads(first: Seat) -> None:
    Seat.objects.filter(match=first.match_id, index=1).update(player=None)
    select = Select(lambda match: Seat.objects.filter(match=match).select_related("player").order_by(), int)
    read = sorted(select.rows(first.match_id), key=lambda seat: seat.index)
    assert read[0].player is not None
    assert columns(read[0].player) == columns(User.objects.get(seats=first))
    assert columns(read[1]) == columns(Seat.objects.get(match=first.match_id, index=1))
    assert read[1].player is None


def test_a_row_that_several_lead_to_is_read_along_once(first: Seat, second: Seat) -> None:
    select = Select(lambda match: Seat.objects.filter(match=match).select_related("match", "player"), int)
    found = {seat.pk: seat for seat in select.rows(first.match_id)}
    assert found[first.pk].match is found[second.pk].match
    assert [found[seat.pk].player for seat in (first, second)] == [first.player, second.player]


def test_each_parameter_stands_where_django_puts_it(first: Seat, second: Seat) -> None:
    """One of them twice, among values that are always the same, and between texts and moments."""

    def make(player: int, held: str, now: datetime) -> models.QuerySet[Seat]:
        others = Seat.objects.filter(match=models.OuterRef("match"), held=held).exclude(player=player)
        found = Seat.objects.filter(player=player, deadline__lt=now, index__in=(0, 1)).order_by("pk")
        return found.annotate(is_alone=~models.Exists(others), known=models.Value("so"))

    change_if(Change(first, {}, {**EVERYTHING, "held": ""}))
    select = Select(make, int, str, datetime)
    for player, held, now in (
        (first.player_id, "mail", MOMENT + timedelta(microseconds=1)),
        (first.player_id, "", MOMENT + timedelta(days=1)),
        (first.player_id, "", MOMENT),
        (second.player_id, "mail", MOMENT + timedelta(days=1)),
    ):
        assert player is not None
        read, expected = select.rows(player, held, now), list(make(player, held, now))
        assert list(map(columns, read)) == list(map(columns, expected))
        assert [(row.is_alone, row.known) for row in read] == [(row.is_alone, row.known) for row in expected]  # type: ignore[attr-defined]
    assert select.rows(first.player_id or 0, "mail", MOMENT + timedelta(1))[0].is_alone  # type: ignore[attr-defined]


def test_columns_alone_and_some_of_a_row_are_read_as_django_reads_them(first: Seat) -> None:
    change_if(Change(first, {}, EVERYTHING))
    names = ("pauses", "bank", "deadline", "match__started_at")
    rows = Select(lambda pk: Seat.objects.filter(pk=pk).values_list(*names), int).rows(first.pk)
    assert rows == list(Seat.objects.filter(pk=first.pk).values_list(*names))
    (some,) = Select(lambda pk: Seat.objects.filter(pk=pk).only("held", "match_id"), int).rows(first.pk)
    assert some.get_deferred_fields() == {field.attname for field in Seat._meta.concrete_fields} - {
        "id",
        "held",
        "match_id",
    }
    assert (some.held, some.bank) == (EVERYTHING["held"], EVERYTHING["bank"])


def test_a_table_is_read_with_its_players_and_their_match(
    toy_match: Match, player: User, django_assert_num_queries: Any
) -> None:
    toy_match.seats.filter(index=1).update(player=None)
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 2):
        locked_match = LockedMatch.lock(toy_match.pk)
    assert locked_match is not None
    with django_assert_num_queries(0):
        assert [seat.player for seat in locked_match.seats] == [player, None]
        assert all(seat.match is locked_match.match for seat in locked_match.seats)


def test_several_selects_are_asked_together(first: Seat, second: Seat, django_assert_num_queries: Any) -> None:
    by_key = Select(lambda key: Seat.objects.filter(pk=key), int)
    indexes = Select(lambda match: Seat.objects.filter(match=match).order_by("-index").values_list("index"), int)
    assert by_key.rows(first.pk) == [first]  # puts them into words
    indexes.rows(first.match_id)
    asked = by_key.asked(second.pk), nothing_asked(), by_key.asked(MOST + 1), indexes.asked(first.match_id)
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 2):
        assert read_together(*asked) == [[second], [], [], [(1,), (0,)]]
    with django_assert_num_queries(0):
        assert read_together(nothing_asked()) == [[]]


@pytest.mark.postgres
def test_a_connection_prepares_a_statement_once(first: Seat, second: Seat) -> None:
    def count() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements")
            return int(cursor.fetchone()[0])

    select = Select(lambda key: Seat.objects.filter(pk=key, index__lt=7), int)
    before = count()
    assert select.rows(first.pk) == [first]
    assert change_if(Change(first, {"index": first.index}, {"since": 5, "seen_length": 6, "score": None}))
    assert count() == before + 2
    assert select.rows(second.pk) == [second]
    assert change_if(Change(second, {"index": second.index}, {"since": 7, "seen_length": 8, "score": None}))
    assert count() == before + 2


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_process_goes_on_while_another_changes_the_type_of_a_column() -> None:
    """As an update does, machine after machine."""
    select = Select(lambda address: MailAddress.objects.filter(address=address), str)

    def look() -> list[list[MailAddress]]:
        found = [select.rows("nobody@example.org")]
        for kind in ("text", "varchar(254)"):
            with connection.cursor() as cursor:
                cursor.execute(f"ALTER TABLE mail_mailaddress ALTER COLUMN address TYPE {kind}")
            found.append(select.rows("nobody@example.org"))
        return found

    assert on_own_connection(look) == [[], [], []]


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_request_after_a_restart_of_the_database_prepares_its_statements_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    select = Select(lambda address: MailAddress.objects.filter(address=address), str)

    def look() -> list[MailAddress]:
        select.rows("nobody@example.org")
        with psycopg.connect(connection.connection.info.dsn, password=connection.connection.info.password) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        close_old_connections()  # as a request begins
        return select.rows("nobody@example.org")

    assert on_own_connection(look) == []


def on_own_connection(act: Callable[[], Found]) -> Found:
    """What it does outside any transaction."""

    def run() -> Found:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        return pool.submit(run).result()


@pytest.mark.django_db
def test_a_computers_name_is_in_the_language_of_the_moment() -> None:
    computer = User.objects.create(email="computer@example.org", display_name=stored_name("easy"))
    with translation.override("de"):
        (found,) = Select(lambda key: User.objects.filter(pk=key), int).rows(computer.pk)
        assert found.display_name == "Computer (leicht)"
    assert found.display_name == "Computer (easy)"
    assert not found._state.adding
