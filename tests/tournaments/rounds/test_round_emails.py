"""The emails about rounds: what holds for every email, and what each says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import draws, turns
from matches.models import LogEntry, Match
from tests.support import owed_by_mails
from tests.support.composed_mails import latest, message_of, read_mail, text_of
from tests.support.every_mail import STRANGE_NAME, strange_player
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.rows import require
from tests.support.running_events import work_off
from tournaments.events import start as beginning
from tournaments.events.ending import finish
from tournaments.events.ending.cancelling_causes import CALLED_OFF
from tournaments.models import Entry, Event, Forbidden, Round
from tournaments.permissions import entry_links
from tournaments.rounds import extend, organiser_causes, pairing_job, requested_byes, take_back
from tournaments.rounds.results import match_finished
from tournaments.rounds.round_emails import KINDS

pytestmark = pytest.mark.django_db
WHY = "For a test."


def event_of(players: int, **more: object) -> Event:
    """Published, with as many players, of whom the last is the strange one."""
    made: Event = EventFactory(name=f"{STRANGE_NAME} Cup", rounds=1, initial_colour="w", round_days=9, **more)
    for place in range(players - 1):
        EntryFactory(event=made, rating=2000 - place)
    EntryFactory(event=made, player=strange_player(), rating=1000)
    return made


def begun(players: int = 2, **more: object) -> Event:
    made = beginning.begin(event_of(players, **more))
    work_off()
    return made


def round_of(event: Event) -> Round:
    return event.round_set.get(number=1)


def event_paired() -> OutboxMail:
    begun()
    return latest("event_paired")


def event_paired_with_a_bye() -> OutboxMail:
    begun(3)
    mail = OutboxMail.objects.get(kind="event_paired", match=None)
    assert require(mail.user).display_name == STRANGE_NAME
    return mail


def event_extended() -> OutboxMail:
    event = begun()
    extend.extend(round_of(event), 5, by=None)
    return latest("event_extended", event.entries.get(player__display_name=STRANGE_NAME).player)


def event_extended_on_turn() -> OutboxMail:
    event = begun()
    match = round_of(event).pairings.get().match
    seat = require(match).seats.get(index=0)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    extend.extend(round_of(event), 5, by=None)
    return latest("event_extended", event.entries.get(player__display_name=STRANGE_NAME).player)


def event_drawn(decides: str = "s") -> OutboxMail:
    """To the better seed."""
    event = begun(format="cup", decides=decides)
    match = round_of(event).pairings.get().match
    assert match is not None
    first, second = match.seats.order_by("index")
    draws.offer_draw(first, LogEntry.Via.SITE)
    draws.accept_draw(second, LogEntry.Via.SITE)
    match_finished.take_result(match)
    return latest("event_drawn", event.entries.get(number=1).player)


def event_drawn_and_out() -> OutboxMail:
    mail = event_drawn()
    return OutboxMail.objects.exclude(pk=mail.pk).get(kind="event_drawn")


def event_drawn_and_further() -> OutboxMail:
    return event_drawn(decides="fs")


def event_break(**more: object) -> OutboxMail:
    """To a player of four, after round 1 of two."""
    event = begun(4, break_hours=24, **more)
    Event.objects.update(rounds=2)
    for match in Match.objects.order_by("pk"):
        turns.resign(match.seats.order_by("index")[0], LogEntry.Via.SITE)
        match_finished.take_result(match)
    return latest("event_break", event.entries.get(player__display_name=STRANGE_NAME).player)


def event_called_off() -> OutboxMail:
    event, organiser = _organised()
    finish.cancel(event, by=organiser, reason="Ann & <Ben> have the keys.")
    return latest("event_called_off", event.entries.get(player__display_name=STRANGE_NAME).player)


def event_back_on() -> OutboxMail:
    mail = event_called_off()
    OutboxMail.objects.filter(pk=mail.pk).update(status="sent")
    event = Event.objects.get()
    finish.undo(event, by=UserFactory())
    return latest("event_back_on", mail.user)


def _to(organiser: User, event: Event) -> OutboxMail:
    return latest("event_organising", organiser)


def _organised(players: int = 2, **more: object) -> tuple[Event, User]:
    event, organiser = event_of(players, **more), UserFactory()
    event.organisers.add(organiser)
    return event, organiser


def drafted() -> OutboxMail:
    event, organiser = _organised(publishes_itself=False)
    beginning.begin(event)
    work_off()
    return _to(organiser, event)


def due(players: int = 2, **more: object) -> OutboxMail:
    event, organiser = _organised(players, **more)
    beginning.begin(event)
    work_off()
    Round.objects.filter(event=event).update(due_at=timezone.now() - timedelta(hours=2))
    extend.on_round_due(round_of(event).pk)
    return _to(organiser, event)


def failed() -> OutboxMail:
    event, organiser = _organised()
    one, other = event.entries.all()
    Forbidden.objects.create(event=event, first=one, second=other)
    beginning.begin(event)
    work_off()
    return _to(organiser, event)


def last_done() -> OutboxMail:
    event, organiser = _organised()
    beginning.begin(event)
    work_off()
    Round.objects.filter(event=event).update(stage="closed")
    organiser_causes.last_round_done(round_of(event))
    return _to(organiser, event)


def not_begun() -> OutboxMail:
    event, organiser = _organised()
    organiser_causes.not_begun(event)
    return _to(organiser, event)


MAKERS = (
    event_paired,
    event_paired_with_a_bye,
    event_extended,
    event_extended_on_turn,
    event_drawn,
    event_drawn_and_out,
    event_drawn_and_further,
    event_break,
    event_called_off,
    event_back_on,
    drafted,
    due,
    failed,
    last_done,
    not_begun,
)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_work(make: Callable[[], OutboxMail], client: Client) -> None:
    mail = make()
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.its_addresses_work(mail, letter, client)


def test_every_kind_is_tried_here() -> None:
    told = {"event_paired", "event_extended", "event_drawn", "event_break", "event_organising"}
    assert told == {*KINDS}


def test_both_hear_who_goes_on_after_a_draw_and_why() -> None:
    mail = event_drawn()
    other = OutboxMail.objects.exclude(pk=mail.pk).get(kind="event_drawn")
    assert "was drawn. You advance: the better seed decides." in read_mail(mail)
    assert " advances: the better seed decides." in read_mail(other)
    assert "You advance" not in read_mail(other)


def test_both_hear_of_a_further_match_until_it_is_over() -> None:
    mail = event_drawn(decides="fs")
    assert "a further match follows, with colours swapped" in read_mail(mail)
    round_of(Event.objects.get()).pairings.update(decided_at=timezone.now())
    assert compose(mail) is None


def test_all_hear_of_the_break_before_the_next_round_and_until_when_they_can_miss_it(client: Client) -> None:
    mail = event_break()
    event = Event.objects.get()
    closed_at = round_of(event).closed_at
    assert mail.user is not None
    assert OutboxMail.objects.filter(kind="event_break").count() == 4
    text = read_mail(mail)
    start = timezone.localtime(require(closed_at) + timedelta(hours=24), ZoneInfo("Europe/Berlin"))
    assert f"Round 2 of {event} starts" in text
    assert f"{start:%H:%M} {start:%Z} (Europe/Berlin). All results" in text
    url = entry_links.entry_url(event, mail.user)
    assert url in text
    client.force_login(mail.user)
    assert client.get(url.removeprefix(settings.SITE_URL), follow=True).status_code == 200
    requested_byes.request_byes(event.entries.get(player=mail.user), [2])
    assert compose(mail) is None


def test_the_mail_about_the_break_is_moot_when_it_is_over() -> None:
    mail = event_break()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert compose(mail) is None


def test_nobody_hears_of_a_round_that_will_not_be() -> None:
    with pytest.raises(AssertionError):
        event_break(ends_at=timezone.now() + timedelta(hours=20))
    assert round_of(Event.objects.get()).closed_at is not None


def test_who_waits_hears_of_opponent_colour_and_deadline_in_one_mail() -> None:
    mail = event_paired()
    text = text_of(message_of(mail))
    assert "has begun: you play" in text
    assert "You are Green" in text
    assert "The round runs until" in text
    assert f"{STRANGE_NAME} Cup, round 1" in message_of(mail).subject
    assert OutboxMail.objects.filter(user=mail.user).count() == 1


def test_who_is_to_move_hears_the_same_from_the_mail_about_the_turn() -> None:
    begun()
    mail = latest("your_turn")
    assert f"{STRANGE_NAME} Cup, round 1" in message_of(mail).subject
    text = text_of(message_of(mail))
    assert STRANGE_NAME in text
    assert "You are Red" in text
    assert "Your turn, by " in text


def test_the_mail_about_the_pairing_is_moot_when_it_is_ones_turn() -> None:
    mail = event_paired()
    event = Event.objects.get()
    match = round_of(event).pairings.get().match
    seat = require(match).seats.get(index=0)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    assert compose(mail) is None


def test_the_mail_about_the_pairing_is_moot_when_the_round_is_taken_back() -> None:
    mail = event_paired()
    take_back.take_back_round(round_of(Event.objects.get()), by=UserFactory(), reason=WHY)
    assert compose(mail) is None


def test_a_guest_gets_a_link_to_watch_by() -> None:
    event: Event = EventFactory(rounds=1, initial_colour="w")
    EntryFactory(event=event, rating=2000)
    guest = GuestFactory()
    EntryFactory(event=event, player=guest, rating=1000)
    beginning.begin(event)
    work_off()
    text = text_of(message_of(latest("event_paired", guest)))
    assert "/l/" in text
    assert "/matches/" not in text


def test_a_free_round_of_a_round_robin_is_not_said_to_bring_points() -> None:
    begun(3, format="round_robin")
    mail = OutboxMail.objects.filter(kind="event_paired", match=None).get()
    text = read_mail(mail)
    assert "Every player sits out one round; it brings no points" in text
    assert "points of a win" not in text


@pytest.mark.parametrize(
    ("players", "policy", "said"),
    [
        (2, "wait", "1 match is still being played. The round stays open until it ends or you adjudicate it."),
        (4, "wait", "2 matches are still being played. The round stays open until they end or you adjudicate them."),
        (2, "settle", "1 match is still being played. Adjudicate it or extend the round."),
        (
            4,
            "settle",
            "2 matches are still being played. Adjudicate them or extend the round.",
        ),
    ],
)
def test_the_matches_that_hold_up_a_round_are_counted(players: int, policy: str, said: str) -> None:
    assert said in read_mail(due(players, unfinished=policy))


def test_nobody_is_told_of_what_has_been_seen_to() -> None:
    mail = drafted()
    event = Event.objects.get()
    Round.objects.filter(event=event).update(stage="running")
    assert compose(mail) is None
    event.organisers.clear()
    Round.objects.filter(event=event).update(stage="draft")
    assert compose(mail) is None


def test_a_failure_is_told_with_its_reason() -> None:
    mail = failed()
    round = round_of(Event.objects.get())
    text = read_mail(mail)
    assert " ".join(round.failure.split()) in text
    pairing_job.ask_in(round.event, 1)
    assert compose(mail) is None


def called_off() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(kind=CALLED_OFF).select_related("user").order_by("pk"))


def test_all_who_hoped_to_play_hear_that_an_event_is_called_off(organiser: User) -> None:
    event: Event = EventFactory(name="Spring Cup", organisers=[organiser])
    concerned = [
        EntryFactory(event=event, status=status)
        for status in (Entry.Status.ENTERED, Entry.Status.APPLIED, Entry.Status.WAITING, Entry.Status.INVITED)
    ]
    for status in (Entry.Status.WITHDRAWN, Entry.Status.REFUSED):
        EntryFactory(event=event, status=status)
    EntryFactory(event=event, player=None, name="From elsewhere")
    for _ in range(2):
        finish.cancel(event, by=organiser, reason="The hall is flooded.")
    assert [mail.user for mail in called_off()] == [entry.player for entry in concerned]
    letter = compose(called_off()[0])
    assert letter is not None
    assert letter.subject == "Spring Cup has been cancelled"
    assert "The organisers write: “The hall is flooded.”" in letter.body
    assert f"/events/{event.pk}/" in letter.body
    assert "end without a result" not in letter.body


def test_a_guest_is_led_to_no_page_that_is_shut(organiser: User) -> None:
    event: Event = EventFactory(is_public=False, organisers=[organiser])
    EntryFactory(event=event, player=GuestFactory())
    finish.cancel(event, by=organiser, reason="The hall is flooded.")
    letter = compose(called_off()[0])
    assert letter is not None
    assert f"/events/{event.pk}/" not in letter.body


def test_of_an_event_nobody_has_seen_nobody_hears(organiser: User) -> None:
    event: Event = EventFactory(stage=Event.Stage.DRAFT, organisers=[organiser])
    EntryFactory(event=event)
    finish.cancel(event, by=organiser, reason="A mistake.")
    assert called_off() == []
