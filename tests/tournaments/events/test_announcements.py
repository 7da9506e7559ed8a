from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.pages import words
from tests.support.refusals import refuses
from timekeeping import clock
from tournaments.entries import enter, entry_causes
from tournaments.events import announcements
from tournaments.models import Announcement, Entry, Event, Pairing, Round

ALL, UNFINISHED = Announcement.Audience.ALL, Announcement.Audience.UNFINISHED


def entered(event: Event, **fields: object) -> Entry:
    entry: Entry = EntryFactory(event=event, **fields)
    return entry


def written_to(kind: str = announcements.MAIL) -> list[str]:
    return [str(mail.user) for mail in OutboxMail.objects.filter(kind=kind).select_related("user").order_by("pk")]


class TestAnnouncements:
    def test_all_who_have_entered_get_one_mail(self, event: Event, organiser: User) -> None:
        inside = [entered(event), entered(event)]
        for status in (Entry.Status.APPLIED, Entry.Status.WITHDRAWN, Entry.Status.REFUSED, Entry.Status.INVITED):
            entered(event, status=status)
        entered(event, player=None, name="From elsewhere")
        entered(event, player=UserFactory(is_active=False))
        entered(EventFactory())
        said, count = announcements.announce(event, ALL, "The hall", "We meet\r\n at eight.", by=organiser)
        assert count == 2
        assert written_to() == [str(entry.player) for entry in inside]
        assert (said.subject, said.text, said.by) == ("The hall", "We meet\nat eight.", organiser)
        assert event.log.get().words == "Announced to all entrants: “The hall”."

    def test_what_is_sent_twice_is_announced_once(self, event: Event, organiser: User) -> None:
        entered(event)
        first = announcements.announce(event, ALL, "The hall", "We meet at eight.", by=organiser)
        assert announcements.announce(event, ALL, "The  hall", "We meet at eight. ", by=organiser) == first
        announcements.announce(event, ALL, "The hall", "We meet at nine.", by=organiser)
        assert (len(written_to()), event.log.count()) == (2, 2)
        with time_machine.travel(clock.now() + announcements.AGAIN + timedelta(minutes=1), tick=False):
            announcements.announce(event, ALL, "The hall", "We meet at eight.", by=organiser)
        assert len(written_to()) == 3

    def test_the_mail_says_what_was_said_and_by_whom(self, event: Event, organiser: User) -> None:
        entered(event)
        announcements.announce(event, ALL, "The <hall>", "First line.\nSecond & last.", by=organiser)
        mail = compose(OutboxMail.objects.get(kind=announcements.MAIL))
        assert mail is not None
        assert mail.subject == "Spring Cup: The <hall>"
        assert "Olga of Spring Cup writes to all entrants:" in " ".join(str(mail.body).split())
        assert "First line.\nSecond & last." in mail.body
        assert f"/events/{event.pk}/" in mail.body
        html = str(mail.alternatives[0][0])
        assert "First line.<br>Second &amp; last." in html
        assert "List-Unsubscribe" in mail.extra_headers

    def test_those_who_still_play_can_be_told_alone(self, event: Event, organiser: User) -> None:
        white, black, done, other, free = (entered(event) for _ in range(5))
        running = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING)
        Pairing.objects.create(round=running, board=1, white=white, black=black)
        Pairing.objects.create(round=running, board=2, white=done, black=other, decided_at=clock.now())
        Pairing.objects.create(round=running, board=3, white=free)
        draft = Round.objects.create(event=event, number=2)
        Pairing.objects.create(round=draft, board=1, white=done, black=other)
        announcements.announce(event, UNFINISHED, "Hurry", "The round ends.", by=organiser)
        assert written_to() == [str(white.player), str(black.player)]

    @pytest.mark.parametrize(
        ("audience", "subject", "text", "field"),
        [
            ("friends", "Hi", "Text.", "audience"),
            (ALL, " \n", "Text.", "subject"),
            (ALL, "x" * 121, "Text.", "subject"),
            (ALL, "Hi", " \n ", "text"),
            (ALL, "Hi", "x" * 4001, "text"),
        ],
    )
    def test_what_says_nothing_is_refused(
        self, event: Event, organiser: User, audience: str, subject: str, text: str, field: str
    ) -> None:
        with refuses(field=field):
            announcements.announce(event, audience, subject, text, by=organiser)
        assert not event.announcements.exists()

    def test_nobody_floods_the_players(self, event: Event, organiser: User) -> None:
        for number in range(announcements.MOST_A_DAY):
            announcements.announce(event, ALL, "Hi", f"For the {number}th time.", by=organiser)
        with refuses(status=429):
            announcements.announce(event, ALL, "Hi", "Again.", by=organiser)
        with time_machine.travel(clock.now() + timedelta(days=1, minutes=1)):
            announcements.announce(event, ALL, "Hi", "Again.", by=organiser)


class TestItsPage:
    @pytest.fixture
    def client(self, organiser: User) -> Client:
        client = Client()
        client.force_login(organiser)
        return client

    def test_what_is_announced_stands_on_the_events_page(self, client: Client, event: Event) -> None:
        page = f"/events/{event.pk}/manage/announce/"
        assert 'name="audience"' not in client.get(page).text
        entered(event)
        typed = {"subject": "The hall", "text": "We meet at eight."}
        look = client.post(page, typed)
        assert "The hall We meet at eight. 1 player gets it by email. You can’t undo it." in words(look.text)
        assert 'value="We meet at eight."' in look.text
        changed = client.post(page, typed | {"change": "yes"})
        assert "We meet at eight.</textarea>" in changed.text
        assert not event.announcements.exists()
        answer = client.post(page, typed | {"sure": "yes"})
        assert answer.status_code == 303
        for address in (page, f"/events/{event.pk}/"):
            assert "The hall We meet at eight." in words(client.get(address).content.decode()), address

    def test_it_says_what_is_missing_and_keeps_the_rest(self, client: Client, event: Event) -> None:
        answer = client.post(f"/events/{event.pk}/manage/announce/", {"subject": "", "text": "We meet at eight."})
        assert answer.status_code == 422
        assert "Enter a subject." in words(answer.content.decode())
        assert "We meet at eight." in answer.content.decode()
        assert not event.announcements.exists()


class TestApplications:
    def test_the_organisers_hear_of_them_once_an_hour(self, event: Event, organiser: User) -> None:
        at_first = clock.now().replace(minute=10)
        for minute in (0, 5, 20, 40):
            with time_machine.travel(at_first + timedelta(minutes=minute), tick=False):
                entry_causes.applied(event)
        first, second = OutboxMail.objects.filter(kind=entry_causes.APPLICATIONS).order_by("pk")
        assert first.user == second.user == organiser
        assert first.next_try_at == at_first
        assert second.next_try_at == at_first.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)

    def test_the_mail_names_who_waits_when_it_is_sent(self, event: Event) -> None:
        entry_causes.applied(event)
        row = OutboxMail.objects.get(kind=entry_causes.APPLICATIONS)
        assert compose(row) is None
        for name in ("Ann", "Ben"):
            entered(event, status=Entry.Status.APPLIED, player=UserFactory(display_name=name))
        mail = compose(row)
        assert mail is not None
        assert mail.subject == "Spring Cup: 2 entries to approve"
        assert "Ann and Ben would like to enter Spring Cup" in mail.body
        assert f"/events/{event.pk}/manage/entries/" in mail.body

    def test_who_applies_causes_one(self, event: Event, organiser: User) -> None:
        event.registration = Event.Registration.APPROVAL
        event.save()
        enter.enter(event, UserFactory())
        assert written_to(entry_causes.APPLICATIONS) == [str(organiser)]

    def test_who_organises_no_more_hears_nothing(self, event: Event) -> None:
        entered(event, status=Entry.Status.APPLIED)
        entry_causes.applied(event)
        event.organisers.clear()
        assert compose(OutboxMail.objects.get(kind=entry_causes.APPLICATIONS)) is None
