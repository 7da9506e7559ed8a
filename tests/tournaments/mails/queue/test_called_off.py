from __future__ import annotations

import pytest

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tournaments.events import finish
from tournaments.mails.queue import rounds
from tournaments.models import Entry, Event

Status = Entry.Status


@pytest.fixture
def organiser(db: None) -> User:
    user: User = UserFactory(display_name="Olga")
    return user


def mails() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(kind=rounds.CALLED_OFF).select_related("user").order_by("pk"))


def test_all_who_hoped_to_play_hear_that_an_event_is_called_off(organiser: User) -> None:
    event: Event = EventFactory(name="Spring Cup", organisers=[organiser])
    concerned = [
        EntryFactory(event=event, status=status)
        for status in (Status.ENTERED, Status.APPLIED, Status.WAITING, Status.INVITED)
    ]
    for status in (Status.WITHDRAWN, Status.REFUSED):
        EntryFactory(event=event, status=status)
    EntryFactory(event=event, player=None, name="From elsewhere")
    for _ in range(2):
        finish.cancel(event, by=organiser, reason="The hall is flooded.")
    assert [mail.user for mail in mails()] == [entry.player for entry in concerned]
    letter = compose(mails()[0])
    assert letter is not None
    assert letter.subject == "Spring Cup has been called off"
    assert "The organisers write: “The hall is flooded.”" in letter.body
    assert f"/events/{event.pk}/" in letter.body
    assert "end without a result" not in letter.body


def test_a_guest_is_led_to_no_page_that_is_shut(organiser: User) -> None:
    event: Event = EventFactory(is_public=False, organisers=[organiser])
    EntryFactory(event=event, player=GuestFactory())
    finish.cancel(event, by=organiser, reason="The hall is flooded.")
    letter = compose(mails()[0])
    assert letter is not None
    assert f"/events/{event.pk}/" not in letter.body


def test_of_an_event_nobody_has_seen_nobody_hears(organiser: User) -> None:
    event: Event = EventFactory(stage=Event.Stage.DRAFT, organisers=[organiser])
    EntryFactory(event=event)
    finish.cancel(event, by=organiser, reason="A mistake.")
    assert mails() == []
