"""The teams of an expedition. Until it begins players join one by its link, or an organiser puts them together."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.letter_case import fold
from i18n.text import say
from matches.input.text import one_line, visible_line
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

MOST_IN_A_NAME = 40
_of_teams = Signer(sep=".", salt="tournaments.team link")


def link_to(captain: Entry) -> str:
    """Return the link by which others may join the team."""
    signed = _of_teams.sign(str(captain.pk))
    return settings.SITE_URL + reverse("tournaments:join_team", args=[captain.event_id, signed])


def captain_by(event: Event, signed: str) -> Entry | None:
    """Return the captain whose team the link leads to, if any."""
    try:
        pk = int(_of_teams.unsign(signed))
    except (BadSignature, ValueError):
        return None
    found = event.entries.select_related("player").prefetch_related("mates__player")
    return found.filter(pk=pk, captain=None, status=Entry.Status.ENTERED).first()


@EVENT.transaction_with_retry
def join(known: Entry, captain: Entry, *, by: User | None, reason: str = "") -> Entry:
    """Put a player who leads no team into the captain's team. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    entry, leader = _held(event, known), _held(event, captain)
    if entry.captain_id == leader.pk:
        return entry
    if entry == leader or leader.captain_id is not None:
        raise TournamentRefused(_("Choose another team."), "team", 409)
    if entry.mates.exists():
        words = _("%(name)s leads a team. Its members must leave it first.")
        raise TournamentRefused(words % {"name": entry.shown_name}, "team", 409)
    most = max(event.game.seats)
    if len(leader.members) >= most:
        raise TournamentRefused(_("The team is full: %(most)s can play in one.") % {"most": most}, "team", 409)
    entry.captain, entry.team = leader, ""
    entry.save(update_fields=["captain", "team"])
    words = say("%(name)s joined the team %(team)s.", name=entry.shown_name, team=leader.team_name)
    note(event, Kind.ENTRY, words, by=by, reason=one_line(reason), entry=entry)
    return entry


@EVENT.transaction_with_retry
def part(known: Entry, *, by: User | None, reason: str = "") -> Entry:
    """Take the player out of the team, so that they play alone. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    entry = _held(event, known)
    if entry.captain is None:
        return entry
    team = entry.captain.team_name
    entry.captain = None
    entry.save(update_fields=["captain"])
    words = say("%(name)s left the team %(team)s.", name=entry.shown_name, team=team)
    note(event, Kind.ENTRY, words, by=by, reason=one_line(reason), entry=entry)
    return entry


@EVENT.transaction_with_retry
def rename(known: Entry, text: str) -> Entry:
    """Name the player's team; without a name it has the player's. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    entry = _held(event, known)
    wanted = visible_line(text)
    if entry.captain_id is not None:
        raise TournamentRefused(_("Only the captain can name the team."), "team", 409)
    if len(wanted) > MOST_IN_A_NAME:
        raise TournamentRefused(_("A team’s name has at most %(most)s characters.") % {"most": MOST_IN_A_NAME}, "team")
    others = event.entries.exclude(pk=entry.pk).filter(status=Entry.Status.ENTERED)
    if wanted and fold(wanted) in map(fold, others.values_list("team", flat=True)):
        raise TournamentRefused(_("Another team has this name. Choose a different one."), "team", 409)
    entry.team = wanted
    entry.save(update_fields=["team"])
    return entry


def teams_of(event: Event, taking_part: Sequence[Entry]) -> list[Entry]:
    """Return the captains and those who play alone at the start; players without their captain are on their own."""
    here = {entry.pk for entry in taking_part}
    event.entries.exclude(captain=None).exclude(captain__in=here).update(captain=None)
    led = set(event.entries.exclude(captain=None).values_list("pk", flat=True))
    return [entry for entry in taking_part if entry.pk not in led]


def _held(event: Event, known: Entry) -> Entry:
    """Return the entry as it is now. Raises ``TournamentRefused`` if it is out, or teams are fixed."""
    if event.is_begun:
        raise TournamentRefused(_("The event has begun, and its teams are fixed."), status=409)
    entry = event.entries.select_related("player", "captain__player").filter(pk=known.pk).first()
    if entry is None or entry.status != Entry.Status.ENTERED:
        raise TournamentRefused(_("Enter the event first."), status=409)
    return entry
