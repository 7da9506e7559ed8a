"""Making a club, and changing its name, its description and how people join."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.letter_case import fold
from accounts.names.lookalikes import looks_taken
from i18n.choices import said
from i18n.text import joined, say
from matches.input.text import one_line, visible_line
from timekeeping import clock
from tournaments.locking.club_log import note
from tournaments.locking.locks import CLUB, CLUB_MAKER
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.models.club import new_key
from tournaments.settings.describe import Change

MOST_MADE = 10
LONGEST_SLUG = 50
FIELDS = ("name", "joining", "about", "members_only")
# Words that addresses have at the place of a club's own.
RESERVED = frozenset({"new", "invitation"})


def make(
    by: User, name: str, about: str = "", joining: str = Club.Joining.REQUEST, *, members_only: bool = False
) -> Club:
    """Make a club that the player owns. Raises ``TournamentRefused``."""
    if by.is_guest:
        raise TournamentRefused(_("Choose a name for your account first; then you can create a club."), status=403)
    settings = _checked({"name": name, "about": about, "joining": joining, "members_only": members_only})
    return _make(by, settings)


@CLUB_MAKER.transaction_with_retry
def _make(by: User, settings: Mapping[str, Any]) -> Club:
    by = CLUB_MAKER.lock(by.pk)
    if Club.objects.filter(made_by=by).count() >= MOST_MADE:
        raise TournamentRefused(_("You’ve already created %(number)s clubs.") % {"number": MOST_MADE}, status=429)
    club = Club(made_by=by, made_at=clock.now(), **settings)
    _refuse_taken(club)
    club.slug = _free_slug(club.name)
    club.save()
    club.memberships.create(player=by, role=Membership.Role.OWNER, since=club.made_at)
    note(club, say("Created the club."), by=by)
    return club


@CLUB.transaction_with_retry
def change_club(club: Club, settings: Mapping[str, Any], *, by: User) -> list[str]:
    """Change a club's name, description or way in, but not its address; return in words what has changed.

    Raises ``TournamentRefused``.
    """
    club = CLUB.lock(club.pk)
    settings = _checked(settings)
    before = {name: getattr(club, name) for name in FIELDS}
    for name, value in settings.items():
        setattr(club, name, value)
    _refuse_taken(club)
    made = list(_changes(before, club))
    if made:
        club.save()
        note(club, say("Changed %(changes)s.", changes=joined([each.said for each in made], "; ")), by=by)
    return [each.label for each in made]


@CLUB.transaction_with_retry
def renew_link(club: Club, *, by: User) -> None:
    """Replace the link by which people join. Raises ``TournamentRefused``."""
    club = CLUB.lock(club.pk)
    club.invitation_key = new_key()
    club.save(update_fields=["invitation_key"])
    note(club, say("Replaced the link for joining; the old one no longer works."), by=by)


def _changes(before: Mapping[str, Any], club: Club) -> Iterable[Change]:
    if before["name"] != club.name:
        yield Change(say("Name"), before["name"], club.name)
    if before["joining"] != club.joining:
        was, now = (said(Club.Joining(each).label) for each in (before["joining"], club.joining))
        yield Change(say("How people join"), was, now)
    if before["members_only"] != club.members_only:
        yield Change(say("Visible to"), _seen_by(before["members_only"]), _seen_by(club.members_only))
    if before["about"] != club.about:
        yield Change(say("Description"))


def _seen_by(members_only: bool) -> str:
    return say("members") if members_only else say("everyone")


def _checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    name = visible_line(settings["name"])
    if not 2 <= len(name) <= 80:
        raise TournamentRefused(_("Give the club a name of 2 to 80 characters."), "name")
    about = "\n".join(one_line(line) for line in settings["about"].strip().splitlines())
    if len(about) > 4000:
        raise TournamentRefused(_("Use at most %(most)s characters.") % {"most": 4000}, "about")
    if settings["joining"] not in Club.Joining.values:
        raise TournamentRefused(_("Choose one of these."), "joining")
    return {**settings, "name": name, "about": about}


def _refuse_taken(club: Club) -> None:
    others = Club.objects.exclude(pk=club.pk)
    if others.filter(folded=fold(club.name)).exists():
        raise TournamentRefused(_("Another club is already called “%(name)s”.") % {"name": club.name}, "name", 409)
    if other := others.filter(looks_taken(club.name)).first():
        words = _("“%(name)s” looks too much like “%(other)s”, another club’s name. Choose another name.")
        raise TournamentRefused(words % {"name": club.name, "other": other.name}, "name", 409)


def _free_slug(name: str) -> str:
    """Return the name in the form of an address, with a number at the end if that is taken."""
    wanted = slugify(name)[:LONGEST_SLUG].strip("-") or "club"
    taken = RESERVED | set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    number, free = 1, wanted
    while free in taken:
        number += 1
        free = f"{wanted}-{number}"
    return free


def give_name(club: Club, name: str) -> None:
    """Give a club that isn't stored yet a name and an address that are free here. Raises ``TournamentRefused``."""
    name = visible_line(name)
    if not 2 <= len(name) <= 80:
        raise TournamentRefused(_("Give the club a name of 2 to 80 characters."), "name")
    was, club.name = club.name, name
    _refuse_taken(club)
    is_free = club.slug not in RESERVED and not Club.objects.filter(slug=club.slug).exists()
    if was != name or not is_free:
        club.slug = _free_slug(club.name)


def store_as(club: Club, name: str) -> None:
    """Store an imported club under a name that is free. Raises ``TournamentRefused``."""
    give_name(club, name)
    try:
        with transaction.atomic():
            club.save(force_insert=True)
    except IntegrityError:  # another club has taken the name, or the address, in that moment
        give_name(club, name)
        club.save(force_insert=True)
