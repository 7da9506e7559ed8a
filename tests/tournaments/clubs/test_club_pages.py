"""What a club shows, and to whom."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.factories import (
    ClubFactory,
    EntryFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    UserFactory,
)
from tests.support.markup import compact
from tests.support.people import LogIn
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tests.support.table_cells import text
from timekeeping import clock
from tournaments.clubs import news
from tournaments.models import Club, Event, Membership, Pairing, Round

pytestmark = [pytest.mark.django_db, pytest.mark.either]
Stage, Status = Event.Stage, Membership.Status


def words(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return text(answer.text)


class TestTheList:
    def test_it_has_every_club_with_ones_own_first(self, member: User, log_in: LogIn) -> None:
        ClubFactory(name="Alp", slug="alp")
        found = words(log_in(member), "/clubs/")
        assert found.index("Your clubs") < found.index("Hill") < found.index("Other clubs") < found.index("Alp")
        visitors = words(Client(), "/clubs/")
        assert visitors.index("Alp") < visitors.index("Hill")
        assert "Your clubs" not in visitors

    @pytest.mark.usefixtures("member")
    def test_it_counts_members_alone(self, club: Club) -> None:
        for status in (Status.INVITED, Status.APPLIED, Status.LEFT, Status.REFUSED):
            MembershipFactory(club=club, status=status)
        assert "1 member " in f"{words(Client(), '/clubs/')} "

    def test_an_invitation_is_seen_in_it(self, club: Club, player: User, log_in: LogIn) -> None:
        MembershipFactory(club=club, player=player, status=Status.INVITED)
        assert "you are invited" in words(log_in(player), "/clubs/")

    def test_an_empty_one_says_what_to_do(self, player: User, log_in: LogIn) -> None:
        assert "Log in to create one" in words(Client(), "/clubs/")
        assert "Create the first" in words(log_in(player), "/clubs/")

    def test_every_page_leads_to_it(self) -> None:
        assert '<a href="/clubs/"> Clubs </a>' in compact(Client().get("/events/").text)


class TestThePage:
    def test_an_empty_one_leads_its_organisers_to_an_event_and_to_a_league(
        self, club: Club, owner: User, log_in: LogIn
    ) -> None:
        page = log_in(owner).get("/clubs/hill/").text
        assert f"/events/new/?club={club.pk}" in page
        assert "/clubs/hill/leagues/new/" in page
        assert "/clubs/hill/leagues/new/" not in Client().get("/clubs/hill/").text

    @pytest.mark.usefixtures("member")
    def test_it_tells_the_club_its_news_and_who_runs_it(self, club: Club, owner: User) -> None:
        Club.objects.filter(pk=club.pk).update(about="We meet on <Mondays>.")
        news.tell(club, "The hall", "We meet at eight.", by=owner)
        page = Client().get("/clubs/hill/").text
        assert "We meet on &lt;Mondays&gt;." in page
        found = text(page)
        assert "2 members" in found
        assert "The hall We meet at eight. Olga" in found
        assert "Owners and organisers Olga owner" in found
        assert "Mona" not in found

    def test_its_events_stand_by_stage_and_only_those_to_be_seen(self, club: Club, log_in: LogIn, owner: User) -> None:
        for stage in Stage.values:
            EventFactory(club=club, name=f"Cup {stage}", stage=stage, begun_at=clock.now(), ended_at=clock.now())
        EventFactory(name="Elsewhere")
        EventFactory(club=club, name="Inner Cup", is_public=False)
        found = words(Client(), "/clubs/hill/")
        order = ("Open for entries", "Cup registration", "Running", "Cup running", "Finished Cup")
        places = [found.index(part) for part in order]
        assert places == sorted(places)
        for hidden in ("Cup draft", "Elsewhere", "Inner Cup"):
            assert hidden not in found
        of_owner = words(log_in(owner), "/clubs/hill/")
        assert "In preparation Cup draft" in of_owner
        assert "Inner Cup" in of_owner

    def test_ones_own_matches_come_first(self, club: Club, player: User, log_in: LogIn) -> None:
        event = EventFactory(club=club, stage=Stage.RUNNING, begun_at=clock.now())
        white = EntryFactory(event=event, player=player, number=1)
        black = EntryFactory(event=event, player=UserFactory(display_name="Zoe"), number=2)
        match = MatchFactory(players=[player, black.player])
        MatchFactory(players=[player, UserFactory(display_name="Yves")])
        first = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING)
        Pairing.objects.create(round=first, board=1, white=white, black=black, match=match)
        found = words(log_in(player), "/clubs/hill/")
        assert found.index("Your matches in this club") < found.index("Zoe") < found.index("Ask to join")
        assert "Yves" not in found
        assert "Your matches" not in words(Client(), "/clubs/hill/")

    @pytest.mark.parametrize(
        ("status", "said"),
        [
            (None, "Ask to join"),
            (Status.APPLIED, "You’ve asked to join."),
            (Status.INVITED, "Answer invitation"),
            (Status.MEMBER, "You’re a member of this club."),
            (Status.LEFT, "Ask to join"),
            (Status.REFUSED, "if they invite you"),
        ],
    )
    def test_it_says_how_the_reader_stands(
        self, club: Club, player: User, log_in: LogIn, status: str | None, said: str
    ) -> None:
        if status:
            MembershipFactory(club=club, player=player, status=status)
        assert said in words(log_in(player), "/clubs/hill/")

    @pytest.mark.parametrize(
        ("joining", "said"), [("open", "Join"), ("request", "Ask to join"), ("invitation", "need an invitation")]
    )
    def test_it_says_how_one_joins(self, club: Club, joining: str, said: str) -> None:
        Club.objects.filter(pk=club.pk).update(joining=joining)
        assert said in words(Client(), "/clubs/hill/")

    def test_an_event_leads_to_its_club(self, club: Club) -> None:
        event = EventFactory(club=club)
        assert '<a href="/clubs/hill/">Hill</a>' in Client().get(event.get_absolute_url()).text


def test_the_members_stand_by_role_and_name(club: Club, owner: User, member: User, log_in: LogIn) -> None:
    MembershipFactory(club=club, player=UserFactory(display_name="Abel"))
    MembershipFactory(club=club, player=UserFactory(display_name="Waits"), status=Status.APPLIED)
    found = words(log_in(member), "/clubs/hill/members/")
    assert found.index("Olga owner") < found.index("Abel member") < found.index("Mona member")
    assert "Waits" not in found
    assert "Change" not in found
    assert "Mona Change Mona member" in words(log_in(owner), "/clubs/hill/members/")


def test_the_honours_board_shows_who_won(club: Club) -> None:
    assert "Nothing won yet" in words(Client(), "/clubs/hill/honours/")
    stored(FOUR.replace("*", "="), FOUR_NAMES, name="Spring Cup", club=club, stage=Stage.FINISHED, tie_breaks=["WON"])
    assert "Spring Cup 1. Ann 2. Ben 3. Cleo" in words(Client(), "/clubs/hill/honours/")


def test_the_log_says_who_did_what_and_why(club: Club, owner: User, member: User, log_in: LogIn) -> None:
    pk = club.memberships.get(player=member).pk
    log_in(owner).post(f"/clubs/hill/manage/members/{pk}/", {"action": "remove", "reason": "Never came."})
    assert "Mona was removed from the club. Never came. Olga" in words(log_in(owner), "/clubs/hill/log/")


@pytest.mark.parametrize("name", ["", "members/", "news/", "honours/", "log/", "manage/"])
def test_a_large_club_takes_no_more_queries(
    club: Club,
    owner: User,
    log_in: LogIn,
    name: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(12):
        MembershipFactory(club=club, status=(Status.MEMBER, Status.APPLIED, Status.INVITED)[number % 3])
        EventFactory(club=club, stage=Stage.values[number % 5], begun_at=clock.now() if number % 5 > 2 else None)
        club.news.create(by=owner, subject=f"News {number}", text="So.")
        club.log.create(by=owner, words=f"Line {number}")
    client = log_in(owner)
    client.get("/clubs/hill/honours/")
    with django_assert_max_num_queries(26):
        assert client.get(f"/clubs/hill/{name}").status_code == 200
