"""Leaving for good: nothing is left running, results stay, the name goes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.names.display_names import FORMER_PLAYER
from fortify_site.profiles import mails
from fortify_site.profiles.delete_account import delete_account
from mail.models import OutboxMail
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Offer, Seat
from tests.support import seasons
from tests.support.account_actions import confirm_by_password, log_in, who, words
from tests.support.account_mails import last_mail
from tests.support.factories import ChallengeFactory, EventFactory, MatchFactory
from tests.support.markup import compact
from tests.support.rows import refresh
from tournaments.entries import enter
from tournaments.seasons import register


@pytest.fixture
def leaver(client: Client, player: User) -> Client:
    """Ada, logged in, who has just confirmed that it is her."""
    client.force_login(player)
    confirm_by_password(client)
    return client


def leave(client: Client) -> Any:
    return client.post(reverse("accounts:delete"), follow=True)


def test_it_asks_first_whether_it_is_you(client: Client, player: User) -> None:
    client.force_login(player)
    response = leave(client)
    assert response.request["PATH_INFO"] == reverse("account_reauthenticate")
    assert "Your account is deleted as soon as you confirm" in words(response)
    assert User.objects.filter(pk=player.pk).exists()


def test_the_password_then_deletes_the_account(client: Client, player: User) -> None:
    client.force_login(player)
    leave(client)
    url = f"{reverse('account_reauthenticate')}?next={reverse('accounts:delete')}"
    response = client.post(
        url, {"password": "volley and volley again", "next": reverse("accounts:delete")}, follow=True
    )
    assert response.request["PATH_INFO"] == reverse("accounts:goodbye")
    assert not User.objects.filter(pk=player.pk).exists()
    assert who(client) is None


def test_the_page_says_what_will_happen(leaver: Client, match: Match) -> None:
    page = words(leaver.get(reverse("accounts:delete")))
    assert "You resign 1 running match" in page
    assert str(match) in page
    assert FORMER_PLAYER in page


def test_running_matches_are_resigned_and_opponents_told(leaver: Client, match: Match, opponent: User) -> None:
    leave(leaver)
    assert refresh(match).is_over
    assert [seat.share for seat in match.seats.order_by("index")] == [0, 1]
    assert OutboxMail.objects.filter(user=opponent, kind="match_over").exists()


def test_results_stay_and_the_name_goes(leaver: Client, match: Match) -> None:
    leave(leaver)
    assert match.seats.get(index=0).name == FORMER_PLAYER
    assert match.seats.get(index=1).name == "Ben"


def test_lines_written_to_opponents_are_removed(leaver: Client, match: Match, player: User) -> None:
    mine = LogEntry.objects.create(
        match=match, index=90, seat=match.seats.get(index=0), message="Hi", state={}, via="site"
    )
    his = LogEntry.objects.create(
        match=match, index=91, seat=match.seats.get(index=1), message="Ho", state={}, via="site"
    )
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    leave(leaver)
    assert (refresh(mine).message, refresh(his).message) == ("", "Ho")


def test_challenges_are_withdrawn_and_declined(leaver: Client, player: User, opponent: User) -> None:
    ChallengeFactory(challenger=player, opponent=opponent)
    received: Offer = ChallengeFactory(challenger=opponent, opponent=player)
    leave(leaver)
    kinds = set(OutboxMail.objects.filter(user=opponent).values_list("kind", flat=True))
    assert {"challenge_withdrawn", "challenge_declined"} <= kinds
    assert not Offer.objects.filter(pk=received.pk, status=Offer.Status.OPEN).exists()


def test_the_address_gets_a_last_mail(leaver: Client, player: User) -> None:
    leave(leaver)
    assert "deleted" in last_mail("ada@players.example").subject


def test_the_last_mail_is_in_the_language_of_who_left_whoever_deletes_the_account(player: User) -> None:
    User.objects.update(language="en-us")
    player.refresh_from_db()
    with translation.override("en-au"):
        delete_account(player)
    assert '<html lang="en-us">' in last_mail("ada@players.example").html


def test_it_is_all_or_nothing(leaver: Client, match: Match, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(mails, "queue_account_mail", fail)
    with pytest.raises(RuntimeError):
        leave(leaver)
    assert not refresh(match).is_over
    assert User.objects.filter(pk=player.pk).exists()


def test_the_name_and_the_address_are_free_again(leaver: Client) -> None:
    leave(leaver)
    again = Client()
    fields = {"email": "ada@players.example", "display_name": "Ada", "password1": "volley again", "time_zone": "UTC"}
    again.post(reverse("account_signup"), fields)
    assert User.objects.filter(display_name="Ada").exists()


def test_the_last_host_stays(client: Client, host: User) -> None:
    client.force_login(host)
    confirm_by_password(client)
    response = leave(client)
    assert "only host" in words(response)
    assert User.objects.filter(pk=host.pk).exists()


def test_a_get_changes_nothing(leaver: Client, player: User) -> None:
    leaver.get(reverse("accounts:delete"))
    assert User.objects.filter(pk=player.pk).exists()


def test_other_browsers_are_logged_out_too(leaver: Client) -> None:
    other = Client()
    log_in(other, "ada@players.example")
    leave(leaver)
    assert other.get(reverse("accounts:profile")).status_code == 302


def test_two_matches_with_the_same_opponent_both_end(leaver: Client, player: User, opponent: User) -> None:
    first, second = MatchFactory(players=[player, opponent]), MatchFactory(players=[opponent, player])
    leave(leaver)
    assert Match.objects.filter(pk__in=[first.pk, second.pk], status=Match.Status.FINISHED).count() == 2


def test_a_match_that_begins_meanwhile_is_resigned_too(
    leaver: Client, match: Match, player: User, opponent: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Match] = []
    give_up = turns.resign

    def sit_down_elsewhere(seat: Seat, via: LogEntry.Via) -> LogEntry:
        if not begun:
            begun.append(MatchFactory(players=[opponent, player]))
        return give_up(seat, via)

    monkeypatch.setattr(turns, "resign", sit_down_elsewhere)
    leave(leaver)
    assert begun
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()


def test_a_match_that_is_busy_is_said_and_nothing_is_lost(
    leaver: Client, match: Match, player: User, opponent: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge: Offer = ChallengeFactory(challenger=player, opponent=opponent)

    def wait_in_vain(*_: object) -> None:
        raise MatchRefused("The match is busy at this moment.", "busy")

    monkeypatch.setattr(turns, "resign", wait_in_vain)
    assert f"{match}: The match is busy" in words(leave(leaver))
    assert refresh(challenge).status == Offer.Status.OPEN
    assert User.objects.filter(pk=player.pk).exists()


def test_whoever_is_registered_for_a_season_is_told_that_they_will_not_be(leaver: Client, player: User) -> None:
    season = seasons.opened(seasons.league(seasons.club()))
    seasons.join(season.league.club, [player])
    register.register(season, player)
    link = f'<a href="{season.get_absolute_url()}">Sunday League, Spring</a>'
    page = leaver.get(reverse("accounts:delete"))
    assert f"You’re no longer registered for 1 season: {link}." in compact(words(page))
    leave(leaver)
    assert not season.entries.filter(status="registered").exists()


def test_events_are_left_and_their_words_forget_the_name(leaver: Client, player: User) -> None:
    entry = enter.enter(EventFactory(name="Spring Cup"), player)
    page = leaver.get(reverse("accounts:delete"))
    assert f'You leave 1 event: <a href="{entry.event.get_absolute_url()}">Spring Cup</a>.' in compact(words(page))
    leave(leaver)
    entry.refresh_from_db()
    assert (entry.status, entry.shown_name) == ("withdrawn", FORMER_PLAYER)
    assert [line.words for line in entry.event.log.order_by("pk")] == [
        "former player entered.",
        "former player withdrew.",
    ]
