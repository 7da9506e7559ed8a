"""The emails of coming and going: what holds for every email, and what each says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support import owed_by_mails
from tests.support.composed_mails import latest, message_of, read_mail
from tests.support.every_mail import STRANGE_NAME, strange_player
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.rows import require
from tournaments.entries import approve, check_in, enter, enter_by_email, invite
from tournaments.entries.entry_emails import KINDS
from tournaments.entries.withdrawals import withdraw
from tournaments.files.imports import give_accounts
from tournaments.models import Entry, Event, Round

pytestmark = pytest.mark.django_db
Status = Entry.Status


def event(**more: object) -> Event:
    made: Event = EventFactory(name=f"{STRANGE_NAME} Cup", starts_at=timezone.now() + timedelta(hours=20), **more)
    return made


def begun(**more: object) -> Entry:
    """Someone in an event whose first round is published."""
    made = event(stage=Event.Stage.RUNNING, begun_at=timezone.now(), **more)
    Round.objects.create(event=made, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    entry: Entry = EntryFactory(event=made, player=strange_player(), number=1)
    return entry


def event_entered() -> OutboxMail:
    enter.enter(event(check_in=True), strange_player())
    return latest("event_entered")


def entered_by_an_organiser() -> OutboxMail:
    invite.put_in(event(), strange_player(), by=UserFactory())
    return latest("event_entered")


def moved_up() -> OutboxMail:
    full = event(places=1, check_in=True, check_in_asked_at=timezone.now())
    first = EntryFactory(event=full)
    enter.enter(full, strange_player())
    withdraw.withdraw(first, by=first.player)
    return latest("event_entered")


def entered_late() -> OutboxMail:
    running = begun(late_until=3).event
    enter.enter(running, UserFactory())
    return latest("event_entered")


def given_an_account() -> OutboxMail:
    running = begun().event
    entry = EntryFactory(event=running, player=None, name="Dora", number=2)
    give_accounts.give_account(running, entry.pk, "dora@elsewhere.example", by=UserFactory())
    return latest("event_entered")


def event_waiting() -> OutboxMail:
    full = event(places=1)
    EntryFactory(event=full)
    enter.enter(full, strange_player())
    return latest("event_waiting")


def event_refused() -> OutboxMail:
    applied = enter.enter(event(registration=Event.Registration.APPROVAL), strange_player())
    approve.refuse(applied, by=UserFactory(), reason="It is for juniors & <seniors>.")
    return latest("event_refused")


def event_withdrawn() -> OutboxMail:
    withdraw.withdraw(begun(), by=UserFactory(), reason="Ann & <Ben> asked for it.")
    return latest("event_withdrawn")


def no_show() -> OutboxMail:
    withdraw.withdraw_no_show(begun())
    return latest("event_withdrawn")


def event_check_in() -> OutboxMail:
    made = event(check_in=True)
    EntryFactory(event=made, player=strange_player())
    check_in.ask_due(timezone.now())
    return latest("event_check_in")


def event_invitation() -> OutboxMail:
    invite.invite_address(event(), "dora@elsewhere.example", by=UserFactory(display_name=STRANGE_NAME))
    return latest("event_invitation")


def event_link() -> OutboxMail:
    enter_by_email.send_link(event(), "dora@elsewhere.example", peer="192.0.2.1")
    return latest("event_link")


MAKERS = (
    event_entered,
    event_waiting,
    event_refused,
    event_withdrawn,
    event_check_in,
    event_invitation,
    event_link,
    entered_by_an_organiser,
    moved_up,
    entered_late,
    no_show,
)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_work(make: Callable[[], OutboxMail], client: Client) -> None:
    mail = make()
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.its_addresses_work(mail, letter, client)


def test_every_kind_is_tried_here() -> None:
    assert set(KINDS) <= {make.__name__ for make in MAKERS}


def test_who_entered_hears_of_the_check_in_to_come_and_of_no_hour_that_has_passed() -> None:
    mail = event_entered()
    assert "We’ll ask you by email to check in, within a few minutes." in read_mail(mail)
    Event.objects.update(starts_at=timezone.now() + timedelta(days=9))
    assert "We’ll ask you by email to check in 48 hours before the start" in read_mail(mail)


def test_who_moves_up_after_check_in_was_asked_for_gets_the_button() -> None:
    words = read_mail(moved_up())
    assert "A place came free: you’re now in" in words
    assert "/events/check-in/" in words


def test_who_enters_late_hears_from_which_round_on() -> None:
    assert "You’ll play from round 2." in read_mail(entered_late())


def test_who_takes_the_place_of_somebody_in_the_table_is_told_of_no_round_gone_by() -> None:
    words = read_mail(given_an_account())
    assert "You’ll play from round" not in words
    assert "Before each round you’ll get an email" in words


def test_a_no_show_hears_how_to_come_back() -> None:
    words = read_mail(no_show())
    assert "lost your round 1 match on time without playing a turn" in words
    assert "To come back from round 2" in words


def test_who_was_taken_out_for_good_is_offered_no_way_back() -> None:
    withdraw.withdraw(begun(), by=UserFactory(), reason="Insults.", for_good=True)
    words = read_mail(latest("event_withdrawn"))
    assert "Insults." in words
    assert "come back" not in words


def test_a_guest_is_sent_to_no_page_that_asks_for_a_login() -> None:
    made = event(is_public=False)
    enter.enter(made, GuestFactory())
    assert made.get_absolute_url() + " " not in read_mail(latest("event_entered"))


def test_an_invitation_is_moot_once_it_is_taken_up() -> None:
    mail = event_invitation()
    entry = Entry.objects.get(status=Status.INVITED)
    enter.enter(entry.event, require(entry.player))
    assert compose(mail) is None


def test_an_invitation_is_moot_for_who_wants_none() -> None:
    mail = event_invitation()
    User.objects.filter(email="dora@elsewhere.example").update(invitations=False)
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


def test_a_call_to_check_in_is_moot_for_who_has() -> None:
    mail = event_check_in()
    entry = Entry.objects.get()
    check_in.check_in(entry, by=require(entry.player))
    assert compose(mail) is None


def test_mails_of_one_event_hang_together() -> None:
    mail = event_invitation()
    event_id = mail.context["thread"]
    assert event_id.startswith("event-")
    assert event_id in message_of(mail).extra_headers["References"]
