"""What organisers do about entries."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from tests.support.factories import EntryFactory, EventFactory
from tests.support.refusals import refuses
from tournaments.entries import approve, enter, invite, seeding
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Round

pytestmark = pytest.mark.django_db
Status, Stage = Entry.Status, Event.Stage


@pytest.fixture
def event(organiser: User) -> Event:
    made: Event = EventFactory(registration=Event.Registration.APPROVAL, organisers=[organiser])
    return made


def how(player: User) -> str:
    return str(OutboxMail.objects.filter(user=player, kind="event_entered").latest("pk").context["how"])


def test_who_is_approved_is_in_and_hears_of_it(event: Event, player: User, organiser: User) -> None:
    entry = approve.approve(enter.enter(event, player), by=organiser)
    assert (entry.status, how(player)) == (Status.ENTERED, "approved")
    assert event.log.get().by == organiser


def test_an_organiser_may_let_in_more_than_there_are_places(event: Event, player: User, organiser: User) -> None:
    Event.objects.update(places=1, registration=Event.Registration.OPEN)
    EntryFactory(event=event)
    assert approve.approve(enter.enter(event, player), by=organiser).status == Status.ENTERED


def test_who_is_turned_down_hears_why_and_the_log_names_nobody(event: Event, player: User, organiser: User) -> None:
    approve.refuse(enter.enter(event, player), by=organiser, reason="For juniors.")
    assert OutboxMail.objects.get(user=player).context["reason"] == "For juniors."
    line = event.log.get()
    assert (line.words, line.reason, line.entry) == ("An application was declined.", "", None)


def test_only_who_is_not_in_can_be_turned_down(event: Event, organiser: User) -> None:
    with pytest.raises(TournamentRefused):
        approve.refuse(EntryFactory(event=event), by=organiser)


def test_inviting_twice_writes_once(event: Event, player: User, organiser: User) -> None:
    for _ in range(2):
        assert invite.invite(event, player, by=organiser).status == Status.INVITED
    assert OutboxMail.objects.filter(kind="event_invitation").count() == 1


def test_an_address_is_invited_whoever_reads_it(event: Event, player: User, organiser: User) -> None:
    known = invite.invite_address(event, "ADA@players.example ", by=organiser)
    new = invite.invite_address(event, "dora@elsewhere.example", by=organiser)
    assert (known.player, known.name) == (player, "ada@players.example")
    assert new.player is not None
    assert (new.player.is_guest, new.player.email) == (True, "dora@elsewhere.example")
    assert {line.words for line in event.log.all()} == {"A player was invited by email."}


def test_what_is_no_address_is_refused(event: Event, organiser: User) -> None:
    with refuses("isn’t an email address", field="who"):
        invite.invite_address(event, "dora", by=organiser)


def test_an_organiser_cannot_write_to_the_whole_world(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invite, "INVITATIONS_A_DAY", 1)
    invite.invite_address(event, "dora@elsewhere.example", by=organiser)
    with refuses(status=429):
        invite.invite_address(event, "emil@elsewhere.example", by=organiser)


def test_one_person_is_not_invited_all_day(player: User, organiser: User) -> None:
    for _ in range(5):
        invite.invite(EventFactory(), player, by=organiser)
    with refuses("enough emails for today", status=429):
        invite.invite(EventFactory(), player, by=organiser)


def test_who_is_put_in_is_in_and_may_withdraw(event: Event, player: User, organiser: User) -> None:
    assert invite.put_in(event, player, by=organiser).status == Status.ENTERED
    assert how(player) == "added"


def test_who_is_put_in_while_it_runs_comes_late_whatever_the_deadline(
    event: Event, player: User, organiser: User
) -> None:
    Event.objects.update(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=0)
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    assert invite.put_in(event, player, by=organiser).back_from == 2


def test_nobody_is_put_into_a_round_robin_that_runs(event: Event, player: User, organiser: User) -> None:
    Event.objects.update(stage=Stage.RUNNING, begun_at=timezone.now(), format="round_robin")
    with pytest.raises(TournamentRefused, match="round robin"):
        invite.put_in(event, player, by=organiser)


def test_an_order_of_their_own_is_stored_before_the_beginning(event: Event, organiser: User) -> None:
    first, second = EntryFactory(event=event), EntryFactory(event=event, seed=1)
    assert seeding.seed(event, {first.pk: 1, second.pk: 2}, by=organiser) == 2
    assert seeding.seed(event, {first.pk: 1, second.pk: 2}, by=organiser) == 0
    assert list(event.entries.order_by("seed")) == [first, second]
    Event.objects.update(stage=Stage.RUNNING, begun_at=timezone.now())
    with pytest.raises(TournamentRefused, match="has begun"):
        seeding.seed(event, {first.pk: 2}, by=organiser)


def test_a_place_is_a_number_that_can_be_stored(event: Event, organiser: User) -> None:
    entry = EntryFactory(event=event)
    with pytest.raises(TournamentRefused, match="from 1 to 9999"):
        seeding.seed(event, {entry.pk: 0}, by=organiser)
