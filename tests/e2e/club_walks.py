"""A walk through clubs: looking at one, coming into it, and organising it."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from tests.support.factories import MembershipFactory, UserFactory
from tests.support.stored_events import FOUR, stored
from tournaments.clubs import edit, join, links, manage_members, news
from tournaments.files.archives import claim
from tournaments.files.archives.export.zip import archive_of
from tournaments.files.archives.imports import uploads
from tournaments.models import Arrival, Club, Event, Upload

from .match_walks import LONG_LINE, LONG_NAME
from .walking import Stop, walk


def at(name: str, club: Club, *more: str | int) -> str:
    return reverse(f"clubs:{name}", args=[club.slug, *more])


@walk(
    "clubs:list", "clubs:club", "clubs:members", "clubs:news", "clubs:honours", "clubs:log", "clubs:join",
    "clubs:link", "clubs:invitation", "clubs:leave", "clubs:arrival",
)  # fmt: skip
def looking_at_clubs() -> Iterator[Stop]:
    club, owner = full_club()
    invitation = manage_members.invite(club, "dora@elsewhere.example", by=owner)
    yield Stop("clubs", reverse("clubs:list"), owner)
    yield Stop("club", at("club", club), owner)
    for name in ("members", "log", "leave"):
        yield Stop(name, at(name, club), owner)
    for name in ("news", "honours"):
        yield Stop(name, at(name, club))
    yield Stop("asking to join", at("join", club), UserFactory())
    yield Stop("a club's link", at("link", club, club.invitation_key))
    arrival = Arrival.objects.create(club=club, name=LONG_NAME, places={"entry.player": [1], "seat.player": [1, 2]})
    yield Stop("a place that waits", claim.url_of(arrival).removeprefix(settings.SITE_URL), owner)
    yield Stop("an invitation", links.invitation_url(invitation).removeprefix(settings.SITE_URL))


@walk(
    "clubs:new", "clubs:manage", "clubs:member", "clubs:import", "clubs:tell", "clubs:settings", "clubs:archive",
    "clubs:archive_in", "clubs:archive_look", "clubs:arrivals",
)  # fmt: skip
def organising_a_club() -> Iterator[Stop]:
    club, owner = full_club()
    member = MembershipFactory(club=club)
    join.ask_to_join(club, UserFactory(display_name=LONG_NAME[:-2]), LONG_LINE[:290])
    manage_members.invite(club, "dora@elsewhere.example", by=owner)
    yield Stop("new club", reverse("clubs:new"), owner)
    uploads.keep_upload(owner, b"".join(archive_of(club)))
    Arrival.objects.create(club=club, name=LONG_NAME)
    for name in ("archive_in", "archive_look"):
        yield Stop(name, reverse(f"clubs:{name}"), owner)
    Upload.objects.update(work=Upload.Work.RUNNING, progress=40)
    yield Stop("archive at work", reverse("clubs:archive_look"), owner)
    for name in ("manage", "import", "tell", "settings", "archive", "arrivals"):
        yield Stop(name, at(name, club), owner)
    yield Stop("a member", at("member", club, member.pk), owner)


def full_club() -> tuple[Club, User]:
    """With long words, an event that is over and one that runs, news and a log."""
    owner: User = UserFactory(display_name=LONG_NAME)
    club = edit.make(owner, "The Correspondence Society of All Coasts and Rivers, Northern Division", LONG_LINE)
    stored(FOUR, "Ann Ben Cleo Dan", with_matches=True, name="Spring Cup", club=club)
    stored(FOUR.replace("*", "="), "Eve Fay Gus Hal", name="Autumn Cup", club=club, stage=Event.Stage.FINISHED)
    news.tell(club, "A change of the hall", LONG_LINE, by=owner)
    return club, owner
