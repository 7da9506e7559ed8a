"""The banner over emails that did not get through, and its button."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed
from matches.gate import mail_clocks, turns
from matches.mails import turn_delivery
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory
from tests.support.pages import read, seat_of
from tests.support.people import LogIn
from timekeeping import clock

PARKED, QUEUED = OutboxMail.Status.PARKED, OutboxMail.Status.QUEUED


@pytest.fixture(autouse=True)
def _nothing_was_sent_again_yet(db: None) -> None:
    cache.clear()


def park(match: Match, user: User) -> OutboxMail:
    """Give the email about the turn that waits for the user up, as delivering it would."""
    seat = seat_of(match, user)
    OutboxMail.objects.filter(key=turn_delivery.turn_key(seat)).update(status=PARKED, attempts=9)
    mail = OutboxMail.objects.get(key=turn_delivery.turn_key(seat))
    mail_clocks.follow_failure(mail)
    return mail


def again(client: Client, **fields: str) -> HttpResponse:
    return client.post("/mail/again/", fields)  # type: ignore[return-value]


@pytest.fixture
def parked(match: Match, player: User) -> OutboxMail:
    return park(match, player)


class TestTheBanner:
    @pytest.mark.usefixtures("parked")
    @pytest.mark.parametrize("page", ["/", "the match"])
    def test_it_stands_on_the_first_page_and_on_a_match(
        self, page: str, log_in: LogIn, match: Match, player: User
    ) -> None:
        address = match.get_absolute_url() if page == "the match" else page
        shown = read(log_in(player), address)
        assert "We couldn’t deliver an email about your turn to ada@players.example." in shown
        assert "Your clock was paused. It starts within a minute of your opening the match." in shown

    def test_it_counts(self, log_in: LogIn, player: User, opponent: User) -> None:
        for _ in range(3):
            park(MatchFactory(players=[player, opponent]), player)
        assert "We couldn’t deliver emails about 3 turns to" in read(log_in(player), "/")

    @pytest.mark.usefixtures("parked")
    def test_it_is_for_the_player_alone(self, log_in: LogIn, match: Match, opponent: User, stranger: User) -> None:
        for reader in (opponent, stranger):
            for address in ("/", match.get_absolute_url()):
                shown = read(log_in(reader), address)
                assert "Send again" not in shown
                assert "ada@players.example" not in shown

    @pytest.mark.usefixtures("parked")
    def test_it_goes_with_the_turn(self, log_in: LogIn, match: Match, player: User) -> None:
        turns.submit_turn(seat_of(match, player), 1, "T@b3", LogEntry.Via.SITE)
        assert "couldn’t deliver" not in read(log_in(player), "/")


class TestSendingAgain:
    def test_the_mail_is_sent_and_the_clock_runs(
        self, log_in: LogIn, match: Match, player: User, parked: OutboxMail, mailoutbox: list[object]
    ) -> None:
        client = log_in(player)
        assert again(client).status_code == 303
        parked.refresh_from_db()
        assert (parked.status, parked.attempts) == (QUEUED, 0)
        assert "1 email is on its way to ada@players.example." in read(client, "/")
        deliver.deliver(parked.pk)
        assert len(mailoutbox) == 1
        assert seat_of(match, player).stopped == ""
        assert "couldn’t deliver" not in read(client, "/")

    def test_one_that_waits_for_its_next_try_goes_at_once(
        self, log_in: LogIn, player: User, parked: OutboxMail
    ) -> None:
        later = clock.now() + timedelta(hours=5)
        OutboxMail.objects.filter(pk=parked.pk).update(status=QUEUED, next_try_at=later)
        again(log_in(player))
        parked.refresh_from_db()
        assert parked.next_try_at <= clock.now()

    @pytest.mark.usefixtures("parked")
    def test_other_mails_and_other_players_mails_stay_as_they_are_until_those_ask(
        self, log_in: LogIn, player: User, opponent: User
    ) -> None:
        theirs = park(MatchFactory(players=[opponent, player]), opponent)
        other = queue_composed(player.email, "Subject", "Text", "", user=player)
        OutboxMail.objects.filter(pk=other.pk).update(status=PARKED)
        again(log_in(player))
        assert set(OutboxMail.objects.filter(status=PARKED)) == {theirs, other}
        again(log_in(opponent))
        theirs.refresh_from_db()
        assert theirs.status == QUEUED

    def test_once_in_ten_minutes_is_enough(self, log_in: LogIn, player: User, parked: OutboxMail) -> None:
        client = log_in(player)
        again(client)
        OutboxMail.objects.filter(pk=parked.pk).update(status=PARKED)
        assert again(client).status_code == 303
        assert "We’ve just sent them again. Wait 10 minutes" in read(client, "/")
        parked.refresh_from_db()
        assert parked.status == PARKED
        with time_machine.travel(clock.now() + timedelta(minutes=11)):
            again(client)
        parked.refresh_from_db()
        assert parked.status == QUEUED

    @pytest.mark.usefixtures("match")
    def test_where_nothing_waits_that_is_said(self, log_in: LogIn, player: User) -> None:
        client = log_in(player)
        assert again(client).status_code == 303
        assert "No emails about your turns are waiting." in read(client, "/")

    def test_it_leads_back_to_the_page_of_the_button_and_to_no_other_site(
        self, log_in: LogIn, match: Match, player: User
    ) -> None:
        client = log_in(player)
        at_match = match.get_absolute_url()
        assert again(client, next=at_match).headers["Location"] == at_match
        for elsewhere in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
            assert again(client, next=elsewhere).headers["Location"] == "/"
