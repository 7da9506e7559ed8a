"""The host's page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match, Outage, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.rows import refresh

from .conftest import Beat, Mail, ago, press, words

Status = OutboxMail.Status


@pytest.fixture
def browser_of_host(host: User) -> Client:
    client = Client()
    client.force_login(host)
    return client


def test_it_begins_with_all_is_well(browser_of_host: Client, beat: Beat, match: Match) -> None:
    beat()
    page = words(browser_of_host.get("/host/"))
    assert "All is well." in page
    assert "Redis accepts jobs." in page
    assert "What to do" not in page


def test_it_begins_with_what_is_wrong_and_says_what_to_do(
    browser_of_host: Client, beat: Beat, settings: Settings
) -> None:
    beat(timedelta(hours=2))
    settings.REDIS_URL = "redis+socket:///nowhere/at.all"
    page = words(browser_of_host.get("/host/"))
    assert "2 things are wrong: broker, sweep." in page
    assert "The last sweep ran 2 hours ago." in page
    assert page.count("What to do:") == 2


def test_it_names_what_is_worth_a_look(browser_of_host: Client, beat: Beat, mail: Mail) -> None:
    beat()
    mail(status=Status.PARKED, last_error="550 no such user")
    page = words(browser_of_host.get("/host/"))
    assert "The site works. To check: emails given up." in page
    assert "550 no such user" in page


def test_it_lists_the_matches_and_clocks_that_stand(browser_of_host: Client, match: Match) -> None:
    standing = MatchFactory(players=[UserFactory(display_name="Dora"), UserFactory(display_name="Emil")])
    Match.objects.filter(pk=standing.pk).update(last_turn_at=ago(days=80), stalled_at=ago(days=20))
    match.seats.filter(index=0).update(stopped=Seat.Stopped.MAIL)
    match.seats.filter(index=1).update(stopped=Seat.Stopped.ORGANISER)
    Outage.objects.create(began_at=ago(hours=9), ended_at=ago(hours=6), clocks=12)
    response = browser_of_host.get("/host/")
    page = words(response)
    assert "Dora – Emil" in page
    assert f"Fortify #{match.pk}: Ada" in page
    assert f"Fortify #{match.pk}: Ben" in page
    assert "12 clocks got the time back" in page
    assert f'href="/matches/{standing.pk}/"' in response.content.decode()


def test_a_mail_that_was_given_up_can_be_sent_again(browser_of_host: Client, mail: Mail) -> None:
    given_up = mail(status=Status.PARKED, attempts=16, lost_attempts=2)
    other = mail(status=Status.PARKED)
    assert "1 email will be sent now." in press(browser_of_host, mail=given_up.pk)
    given_up.refresh_from_db()
    other.refresh_from_db()
    assert (given_up.status, given_up.attempts) == (Status.QUEUED, 0)
    assert other.status == Status.PARKED


def test_all_of_them_can_be_sent_again_at_once(browser_of_host: Client, mail: Mail) -> None:
    parked = [mail(status=Status.PARKED).pk for _ in range(25)]
    waiting = mail(attempts=3, next_try_at=ago(hours=-4))
    assert "25 emails will be sent now." in press(browser_of_host, which="given-up")
    assert OutboxMail.objects.filter(pk__in=parked, status=Status.QUEUED).count() == 25
    assert refresh(waiting).attempts == 3


def test_a_mail_that_waits_can_be_tried_now(browser_of_host: Client, mail: Mail) -> None:
    waiting = mail(attempts=3, next_try_at=ago(hours=-4))
    press(browser_of_host, mail=waiting.pk)
    assert refresh(waiting).next_try_at <= ago(seconds=0)


def test_a_mail_that_cannot_be_sent_again_is_named_with_the_reason(browser_of_host: Client, mail: Mail) -> None:
    sent = mail(status=Status.SENT, text="", subject="")
    page = press(browser_of_host, mail=sent.pk)
    assert f"account email #{sent.pk}: The text of this email was deleted" in page
    assert "will be sent now" not in page


def test_a_mail_on_its_way_is_not_sent_again(browser_of_host: Client, mail: Mail) -> None:
    busy = mail(attempts=1, leased_until=ago(minutes=-4))
    page = press(browser_of_host, mail=busy.pk)
    assert f"account email #{busy.pk} is being sent right now." in page
    assert "will be sent now" not in page
    assert refresh(busy).attempts == 1


@pytest.mark.parametrize("number", ["", "x", "0", "12345678901234567890", "999999999"])
def test_a_mail_that_is_not_there_is_no_fault(browser_of_host: Client, number: str) -> None:
    assert "That email no longer exists." in press(browser_of_host, mail=number)


def test_a_get_sends_nothing(browser_of_host: Client, mail: Mail) -> None:
    given_up = mail(status=Status.PARKED)
    assert browser_of_host.get("/host/send-again/").status_code == 303
    assert refresh(given_up).status == Status.PARKED


def test_staff_without_the_right_to_change_mails_look_only(mail: Mail, beat: Beat) -> None:
    helper = UserFactory(is_staff=True)
    given_up = mail(status=Status.PARKED)
    client = Client()
    client.force_login(helper)
    assert "Send again" not in words(client.get("/host/"))
    assert client.post("/host/send-again/", {"mail": given_up.pk}).status_code == 403
    assert refresh(given_up).status == Status.PARKED


def test_the_texts_of_mails_are_not_shown(browser_of_host: Client, mail: Mail) -> None:
    mail(status=Status.PARKED, text="Your code is 123456.")
    assert "123456" not in browser_of_host.get("/host/").content.decode()


def test_lists_and_queries_are_bounded(
    browser_of_host: Client, mail: Mail, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    reader = UserFactory()
    for _ in range(3):
        mail(reader, status=Status.PARKED)
    with django_assert_max_num_queries(43) as few:
        browser_of_host.get("/host/")
    for _ in range(30):
        mail(reader, status=Status.PARKED)
    with django_assert_max_num_queries(len(few)):
        page = words(browser_of_host.get("/host/"))
    assert page.count("account email #") == 2 * 20  # once in the row, once in its button
    assert "These are 20 of them" in page
