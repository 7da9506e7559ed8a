"""Events of a club: who organises them, and who may enter."""

from __future__ import annotations

import pytest

from accounts.models import User
from mail.models import OutboxMail
from matches.match_view import permissions
from tests.support.clubs import club_of, member_of, owner_of, player_of
from tests.support.factories import EntryFactory, EventFactory, MatchFactory, MembershipFactory, UserFactory
from tests.support.refusals import refuses
from timekeeping import clock
from tournaments.entries import enter, invite
from tournaments.events.settings import save
from tournaments.events.settings.save import VacationTerms
from tournaments.home.home_page import on_home_page, open_to_visitors
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Membership, Pairing, Round
from tournaments.permissions import organisers
from tournaments.permissions.events import may_organise
from tournaments.rounds import organiser_causes as organiser_notices

pytestmark = pytest.mark.django_db
Role, Status = Membership.Role, Membership.Status
FOR_MEMBERS = Event.Registration.CLUB


@pytest.mark.parametrize(
    ("role", "status", "may"),
    [
        (Role.OWNER, Status.MEMBER, True),
        (Role.ORGANISER, Status.MEMBER, True),
        (Role.MEMBER, Status.MEMBER, False),
        (Role.OWNER, Status.INVITED, False),
        (Role.ORGANISER, Status.LEFT, False),
    ],
)
def test_owners_and_organisers_of_a_club_organise_its_events(role: str, status: str, may: bool, player: User) -> None:
    club = club_of()
    MembershipFactory(club=club, player=player, role=role, status=status)
    assert may_organise(player, EventFactory(club=club)) is may
    assert not may_organise(player, EventFactory(club=club_of()))
    assert not may_organise(player, EventFactory())


def test_they_hear_what_waits_in_its_events_each_once(player: User) -> None:
    club = club_of(player)
    also, guest = (UserFactory(display_name=name) for name in ("Cleo", "Dora"))
    MembershipFactory(club=club, player=also, role=Role.ORGANISER)
    member_of(club)
    event = EventFactory(club=club)
    event.organisers.set([player, guest])
    assert {each.display_name for each in organisers.organisers_to_tell(event)} == {player.display_name, "Cleo", "Dora"}
    assert len(organisers.organisers_to_tell(event)) == 3

    organiser_notices.not_begun(event)
    assert OutboxMail.objects.filter(kind=organiser_notices.KIND).count() == 3
    assert organisers.organisers_to_tell(EventFactory()) == []


def test_they_organise_its_matches_too(player: User, opponent: User, stranger: User) -> None:
    club = club_of(player)
    event = EventFactory(club=club, stage=Event.Stage.RUNNING, begun_at=clock.now())
    white, black = (EntryFactory(event=event, number=number) for number in (1, 2))
    match = MatchFactory(players=[white.player, black.player])
    type(match).objects.filter(pk=match.pk).update(occasion="Round 1")
    match.refresh_from_db()
    round_ = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING)
    Pairing.objects.create(round=round_, board=1, white=white, black=black, match=match)
    assert permissions.may_organise(player, match)
    assert not permissions.may_organise(stranger, match)


class TestMaking:
    def settings(self, **more: object) -> dict[str, object]:
        return {"name": "Spring Cup", "options": {}, "tie_breaks": ["BH"], **more}

    def test_an_organiser_makes_one_for_the_club(self, player: User) -> None:
        club = club_of()
        MembershipFactory(club=club, player=player, role=Role.ORGANISER)
        event = save.make(player, "fortify", self.settings(club=club), VacationTerms("none"))
        assert event.club == club

    def test_a_member_or_a_stranger_does_not(self, player: User, stranger: User) -> None:
        club = club_of()
        MembershipFactory(club=club, player=player)
        for somebody in (player, stranger):
            with refuses(field="club", status=403):
                save.make(somebody, "fortify", self.settings(club=club), VacationTerms("none"))
        assert not Event.objects.exists()

    def test_an_event_is_not_given_to_a_club_of_others(self, player: User) -> None:
        event = EventFactory(organisers=[player], club=club_of(name="Hill"))
        with pytest.raises(TournamentRefused):
            save.change_settings(event, player, {"club": club_of()}, VacationTerms("none"), "So.")
        save.change_settings(event, player, {"club": event.club, "rounds": 6}, VacationTerms("none"), "So.")
        assert event.rounds == 6

    def test_the_log_tells_whose_event_it_became(self, player: User) -> None:
        event, club = EventFactory(organisers=[player]), club_of(player, name="Hill")
        save.change_settings(event, player, {"club": club}, VacationTerms("none"), "So.")
        assert event.log.latest("pk").words == "Changed Club: – → Hill."

    def test_one_for_members_has_a_club(self, player: User) -> None:
        with refuses(field="registration"):
            save.make(player, "fortify", self.settings(registration=FOR_MEMBERS), VacationTerms("none"))


class TestMembersOnly:
    def test_members_enter_and_others_do_not(self, player: User, stranger: User) -> None:
        club = club_of(name="Hill")
        MembershipFactory(club=club, player=player)
        event = EventFactory(club=club, registration=FOR_MEMBERS)
        assert enter.enter(event, player).status == Entry.Status.ENTERED
        with pytest.raises(TournamentRefused) as refused:
            enter.enter(event, stranger)
        assert (refused.value.message, refused.value.status) == ("This event is for the members of Hill.", 403)

    def test_who_is_invited_enters_all_the_same(self, stranger: User) -> None:
        club = club_of()
        event = EventFactory(club=club, registration=FOR_MEMBERS)
        invite.invite(event, stranger, by=owner_of(club))
        assert enter.enter(event, stranger).status == Entry.Status.ENTERED

    def test_visitors_and_former_members_do_not(self) -> None:
        club = club_of()
        former = MembershipFactory(club=club, status=Status.LEFT)
        event = EventFactory(club=club, registration=FOR_MEMBERS)
        assert enter.why_cannot_enter(event, None, clock.now()) is not None
        assert enter.why_cannot_enter(event, None, clock.now(), former.player) is not None

    def test_the_first_page_offers_it_to_members_alone(self, stranger: User) -> None:
        club = club_of()
        event = EventFactory(club=club, registration=FOR_MEMBERS)
        assert on_home_page(player_of(member_of(club)), clock.now()).open == [event]
        assert on_home_page(stranger, clock.now()).open == []
        assert open_to_visitors(clock.now()) == []
        assert on_home_page(UserFactory(), clock.now()).open == []
