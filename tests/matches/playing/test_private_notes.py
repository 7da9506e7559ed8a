"""Private notes on a match: kept for their writer, and for no one else."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from matches.gate import handover, turns
from matches.models import LogEntry, Match, PrivateNote, Seat
from matches.record.record import record_of
from tests.support.factories import UserFactory
from tests.support.people import LogIn

TEXT = "Watch the <b>shore</b>.\nHold d4."


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


@pytest.fixture
def page(match: Match) -> str:
    return f"/matches/{match.pk}/"


def note(client: Client, page: str, text: str, **more: str) -> int:
    return client.post(f"{page}notes/", {"note-text": text}, headers=more).status_code


def texts(match: Match) -> list[str]:
    return list(PrivateNote.objects.filter(match=match).values_list("text", flat=True))


def test_they_are_kept_and_shown_again(ada: Client, page: str, match: Match) -> None:
    answer = ada.post(f"{page}notes/", {"note-text": TEXT.replace("\n", "\r\n")})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{page}?noted=1#notes")
    assert texts(match) == [TEXT]
    shown = ada.get(page).content.decode()
    assert escape(TEXT) in shown
    assert "Notes saved." not in shown
    assert "Notes saved." in ada.get(f"{page}?noted=1").content.decode()


def test_they_are_changed_and_emptied(ada: Client, page: str, match: Match) -> None:
    for text in ("one", "two"):
        note(ada, page, text)
    assert texts(match) == ["two"]
    assert note(ada, page, "  \r\n ") == 303
    assert texts(match) == []


def test_no_one_else_sees_them(
    ada: Client, log_in: LogIn, page: str, match: Match, opponent: User, stranger: User, host: User, client: Client
) -> None:
    note(ada, page, "Watch the shore")
    note(log_in(opponent), page, "Ben’s own")
    turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
    for reader in (log_in(opponent), log_in(stranger), log_in(host), client):
        for address in (page, f"{page}record/", f"{page}?noted=1", f"/admin/matches/match/{match.pk}/change/"):
            assert "Watch the shore" not in reader.get(address, follow=True).content.decode()
    assert "Watch the shore" in ada.get(page).content.decode()
    assert "Watch the shore" not in ada.get(f"{page}record/").content.decode()
    seats = list(match.seats.all())
    assert "Watch the shore" not in record_of(Match.objects.get(pk=match.pk), seats, seats[0])


def test_those_who_watch_keep_none(log_in: LogIn, stranger: User, page: str, match: Match) -> None:
    watching = log_in(stranger)
    assert "data-private-notes" not in watching.get(page).content.decode()
    assert note(watching, page, "mine?") == 403
    assert texts(match) == []


def test_in_a_finished_match_they_are_kept_too(ada: Client, page: str, match: Match, opponent_seat: Seat) -> None:
    turns.resign(opponent_seat, LogEntry.Via.SITE)
    assert note(ada, page, "Too easy") == 303
    assert "Too easy" in ada.get(page).content.decode()


def test_their_length_is_bounded_and_what_was_typed_stays(ada: Client, page: str, match: Match) -> None:
    most = PrivateNote.LONGEST
    assert note(ada, page, "\r\n".join("x" * (most // 2))) == 303  # a line's end counts as one letter
    assert len(texts(match)[0]) == most - 1
    answer = ada.post(f"{page}notes/", {"note-text": "y" * (most + 1)})
    assert answer.status_code == 422
    assert "y" * (most + 1) in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert "y" not in texts(match)[0]


def test_a_script_saves_them_without_leaving_the_page(ada: Client, page: str, match: Match) -> None:
    answer = ada.post(f"{page}notes/", {"note-text": TEXT}, headers={"accept": "application/json"})
    assert (answer.status_code, json.loads(answer.content)) == (200, {"words": "Notes saved."})
    assert texts(match) == [TEXT]
    answer = ada.post(f"{page}notes/", {"note-text": "y" * 4001}, headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert "4000" in json.loads(answer.content)["error"]


def test_what_was_typed_outlives_a_login_that_has_ended(client: Client, page: str, match: Match, player: User) -> None:
    answer = client.post(f"{page}notes/", {"note-text": TEXT})
    assert TEXT not in answer.headers["Location"]
    assert "note" in answer.headers["Location"]
    client.force_login(player)
    assert escape(TEXT) in client.get(f"{page}notes/").content.decode()
    assert texts(match) == []
    note(client, page, "Done")
    assert escape(TEXT) not in client.get(f"{page}notes/").content.decode()


def test_a_page_asks_the_database_no_more_for_them(
    ada: Client, page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    note(ada, page, TEXT)
    with django_assert_max_num_queries(10):
        ada.get(page)


def test_who_takes_a_seat_over_finds_none(ada: Client, log_in: LogIn, page: str, match: Match) -> None:
    note(ada, page, "Watch the shore")
    new = UserFactory()
    handover.hand_over(match.seats.get(index=0), new)
    assert "Watch the shore" not in log_in(new).get(page).content.decode()


def test_they_are_in_ones_own_data_and_go_with_the_account(ada: Client, page: str, match: Match, player: User) -> None:
    note(ada, page, TEXT)
    kept = PrivateNote.objects.get(match=match)
    assert export_account(player)["private_notes"] == [{"match": match.pk, "text": TEXT, "written_at": kept.written_at}]
    delete_account(player)
    assert texts(match) == []
