"""Making a club, and changing what it is."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.support.clubs import club_of, lines, owner_of, standing
from tests.support.factories import GuestFactory, UserFactory
from tests.support.refusals import refuses
from tournaments.clubs import edit
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def test_whoever_makes_a_club_owns_it(player: User) -> None:
    club = edit.make(player, "  The  Hill ", "We play.\n\nOften.")
    assert (club.name, club.slug, club.about) == ("The Hill", "the-hill", "We play.\n\nOften.")
    assert standing(club, player) == ("owner", "member")
    assert lines(club) == ["Created the club."]


def test_a_guest_makes_none() -> None:
    with refuses(status=403):
        edit.make(GuestFactory(), "Hill")
    assert not Club.objects.exists()


@pytest.mark.parametrize("name", ["hill", "HILL", " Hill "])
def test_no_two_clubs_have_one_name(player: User, name: str) -> None:
    club_of(name="Hill")
    with refuses(field="name"):
        edit.make(player, name)


@pytest.mark.parametrize(
    ("name", "slug"), [("Hill!", "hill-2"), ("New", "new-2"), ("Invitation", "invitation-2"), ("Шахматы", "club")]
)
def test_every_club_has_an_address_of_its_own_that_is_no_other_pages(player: User, name: str, slug: str) -> None:
    club_of(name="Hill", slug="hill")
    assert edit.make(player, name).slug == slug


def test_nobody_makes_clubs_without_end(player: User) -> None:
    for number in range(edit.MOST_MADE):
        edit.make(player, f"Hill {number}")
    with refuses(status=429):
        edit.make(player, "One more")


def test_a_change_stands_in_the_log_and_keeps_the_address() -> None:
    club = club_of(name="Hill", slug="hill")
    changed = edit.change_club(club, {"name": "Vale", "about": "", "joining": Club.Joining.OPEN}, by=owner_of(club))
    club.refresh_from_db()
    assert (club.name, club.slug, club.joining) == ("Vale", "hill", "open")
    assert changed == ["Name", "How people join"]
    assert lines(club) == [
        (
            "Changed Name: Hill → Vale; "
            "How people join: on request, with an organiser’s approval → everyone can join at once."
        )
    ]


def test_what_is_not_different_is_not_told() -> None:
    club = club_of(name="Hill", about="We play.")
    assert edit.change_club(club, {"name": "Hill", "about": "We play.", "joining": "request"}, by=owner_of(club)) == []
    assert lines(club) == []


@pytest.mark.parametrize(
    ("field", "settings"),
    [
        ("name", {"name": "H"}),
        ("name", {"name": "H" * 81}),
        ("about", {"about": "a" * 4001}),
        ("joining", {"joining": "never"}),
    ],
)
def test_what_is_wrong_is_said_of_its_field(field: str, settings: dict[str, str]) -> None:
    club = club_of(name="Hill")
    with refuses(field=field):
        edit.change_club(club, {"name": "Hill", "about": "", "joining": "open", **settings}, by=UserFactory())


def test_a_renewed_link_is_another() -> None:
    club = club_of()
    before = club.invitation_key
    edit.renew_link(club, by=owner_of(club))
    club.refresh_from_db()
    assert club.invitation_key != before
    assert lines(club) == ["Replaced the link for joining; the old one no longer works."]


def test_whoever_is_a_moment_late_with_a_name_is_told_and_sees_no_fault(
    player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club_of(name="Hill", slug="hill")
    monkeypatch.setattr(edit, "_refuse_taken", lambda _: None)  # when it looked the name was free
    with refuses(status=409):
        edit.make(player, "Hill")
    assert Club.objects.count() == 1
