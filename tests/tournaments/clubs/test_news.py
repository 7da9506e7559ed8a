"""News of a club."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from tests.support.clubs import club_of, lines, mailed, owner_of
from tests.support.factories import MembershipFactory, UserFactory
from tests.support.refusals import refuses
from timekeeping import clock
from tournaments.clubs.news import MOST_A_DAY, tell
from tournaments.models import ClubNews, Membership

pytestmark = pytest.mark.django_db


def test_it_goes_to_the_members_who_want_news() -> None:
    club = club_of(UserFactory(email="olga@players.example"))
    for status in Membership.Status.values:
        MembershipFactory(club=club, status=status, player=UserFactory(email=f"{status}@players.example"))
    MembershipFactory(club=club, player=UserFactory(club_news=False))
    MembershipFactory(club=club, player=UserFactory(is_active=False))
    news, count = tell(club, " The  hall ", "We meet\nat eight. ", by=owner_of(club))
    assert (news.subject, news.text, count) == ("The hall", "We meet\nat eight.", 2)
    assert mailed("club_news") == ["olga@players.example", "member@players.example"]
    assert lines(club) == ["Sent news to the members: “The hall”."]


def test_sent_twice_it_is_told_once(player: User) -> None:
    club = club_of(player)
    for _ in range(2):
        tell(club, "The hall", "We meet at eight.", by=player)
    assert ClubNews.objects.count() == 1
    assert len(mailed("club_news")) == 1


def test_there_is_an_end_to_news_within_a_day(player: User) -> None:
    club = club_of(player)
    for number in range(MOST_A_DAY):
        tell(club, f"Number {number}", "So.", by=player)
    with refuses(status=429):
        tell(club, "One more", "So.", by=player)
    ClubNews.objects.update(at=clock.now() - timedelta(days=1, seconds=1))
    tell(club, "One more", "So.", by=player)


@pytest.mark.parametrize(
    ("subject", "text", "field"), [("", "So.", "subject"), ("A" * 121, "So.", "subject"), ("A", " ", "text")]
)
def test_it_says_what_is_missing(player: User, subject: str, text: str, field: str) -> None:
    with refuses(field=field):
        tell(club_of(player), subject, text, by=player)
