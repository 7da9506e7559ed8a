"""Players from elsewhere are given accounts, and play on here."""

from __future__ import annotations

import pytest

from accounts.models import User
from competition.trf import Document
from mail.models import OutboxMail
from matches.models import Match
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.refusals import refuses
from tests.support.tournament_notation import history
from tournaments.decisions.events import decisions
from tournaments.entries import invite
from tournaments.files.imports import give_accounts
from tournaments.files.imports.import_trf import carry_out
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organiser: User) -> Event:
    """Player 1 and Player 2 have a game that runs, Player 3 has beaten Player 4."""
    made: Event = EventFactory(organisers=[organiser], name="Spring Cup")
    return carry_out(made, Document(history("1: 2w*\n2: 1b*\n3: 4w1\n4: 3b0", 3)), by=organiser)


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def give(event: Event, number: int, typed: str, organiser: User) -> Entry:
    return give_accounts.give_account(event, entry(event, number).pk, typed, by=organiser)


def test_a_member_takes_a_players_place_and_hears_of_it(event: Event, organiser: User) -> None:
    ada = UserFactory(display_name="Ada")
    given = give(event, 1, "ada", organiser)
    assert (given.player, given.shown_name, given.number) == (ada, "Ada", 1)
    assert OutboxMail.objects.get(user=ada).kind == "event_entered"
    line = event.log.get(entry=given)
    assert (line.words, line.by) == ("Player 1 was given an account and is called Ada here.", organiser)


def test_matches_that_waited_begin(event: Event, organiser: User) -> None:
    for number in (1, 2):
        UserFactory(display_name=f"Ada {number}")
        assert publish.take_up_again() == 0
        give(event, number, f"Ada {number}", organiser)
    assert publish.take_up_again() == 1
    match = Match.objects.get()
    assert [seat.name for seat in match.seats.order_by("index")] == ["Ada 1", "Ada 2"]


def test_whoever_reads_an_address_is_a_guest_by_the_name_of_the_file(event: Event, organiser: User) -> None:
    given = give(event, 1, " New@Elsewhere.example ", organiser)
    assert given.player is not None
    assert (given.player.email, given.player.is_guest) == ("new@elsewhere.example", True)
    assert given.shown_name == "Player 1"


def test_a_name_that_somebody_has_stays_theirs(event: Event, organiser: User) -> None:
    UserFactory(display_name="player 1")
    assert give(event, 1, "new@elsewhere.example", organiser).shown_name.startswith("Guest ")


def test_somebody_known_keeps_their_own_name(event: Event, organiser: User) -> None:
    guest = GuestFactory(email="known@elsewhere.example", display_name="Guest 77")
    EntryFactory(player=guest)
    assert give(event, 1, "known@elsewhere.example", organiser).shown_name == "Guest 77"


@pytest.mark.parametrize(
    ("typed", "words"),
    [("", "Enter the player’s name"), ("Nobody", "No player here is called"), ("no@where", "isn’t an email address")],
)
def test_it_says_what_is_wrong_with_what_was_typed(event: Event, organiser: User, typed: str, words: str) -> None:
    with refuses(words, field="who"):
        give(event, 1, typed, organiser)
    assert entry(event, 1).player is None


def test_nobody_plays_in_two_places(event: Event, organiser: User) -> None:
    UserFactory(display_name="Ada")
    give(event, 1, "Ada", organiser)
    with pytest.raises(TournamentRefused, match="already in the event"):
        give(event, 2, "Ada", organiser)


def test_an_account_is_given_once(event: Event, organiser: User) -> None:
    UserFactory(display_name="Ada")
    UserFactory(display_name="Ben")
    give(event, 1, "Ada", organiser)
    with pytest.raises(TournamentRefused, match="already has an account"):
        give(event, 1, "Ben", organiser)


def test_not_once_the_event_is_over(event: Event, organiser: User) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED)
    UserFactory(display_name="Ada")
    with pytest.raises(TournamentRefused, match="while the event is running"):
        give(event, 1, "Ada", organiser)


def test_organisers_see_how_many_have_none(event: Event, organiser: User) -> None:
    def told() -> list[tuple[str, str]]:
        return [(each.title, each.label) for each in decisions(event) if "account" in each.title]

    assert told() == [("4 players have no account", "Give accounts")]
    UserFactory(display_name="Ada")
    give(event, 1, "Ada", organiser)
    event.entries.filter(number__in=(2, 3)).update(status=Entry.Status.WITHDRAWN)
    assert told() == [("1 player has no account", "Give accounts")]


def test_nobody_takes_the_place_of_a_deleted_account(event: Event, organiser: User) -> None:
    UserFactory(display_name="Ada")
    UserFactory(display_name="Ben")
    given = give(event, 1, "Ada", organiser)
    Entry.objects.filter(pk=given.pk).update(player=None)
    with pytest.raises(TournamentRefused, match="has left the event"):
        give(event, 1, "Ben", organiser)


def test_nobody_sends_mails_without_end(event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite, "INVITATIONS_A_DAY", 0)
    with pytest.raises(TournamentRefused, match="Continue tomorrow"):
        give(event, 1, "new@elsewhere.example", organiser)
    assert not User.objects.filter(email="new@elsewhere.example").exists()
