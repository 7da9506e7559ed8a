"""Approving or declining players who would like to enter an event."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import noop, say
from matches.input.text import one_line
from tournaments.locking.locks import EVENT
from tournaments.locking.log import LONGEST_REASON, Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry

from . import entry_causes
from .enter import admit, entry_in
from .invite import refuse_if_over

Status = Entry.Status
TURNED_DOWN = {
    Status.APPLIED: noop("An application was declined."),
    Status.WAITING: noop("A place on the waiting list was declined."),
    Status.INVITED: noop("An invitation was withdrawn."),
}


@EVENT.transaction_with_retry
def approve(entry: Entry, *, by: User) -> Entry:
    """Let in an applicant, or a player who waits, withdrew or was refused, however many places there are.

    Raises ``TournamentRefused``.
    """
    event = EVENT.lock(entry.event_id)
    entry = entry_in(event, entry)
    if entry.status == Status.ENTERED:
        return entry
    if entry.status == Status.INVITED:
        raise TournamentRefused(_("Only the player can accept the invitation."), status=409)
    if entry.number is not None:
        raise TournamentRefused(_("Use “Bring back” for players who left during the event."), status=409)
    refuse_if_over(event)
    return admit(event, entry, by=by, how="approved" if entry.status == Status.APPLIED else "added")


@EVENT.transaction_with_retry
def refuse(entry: Entry, *, by: User, reason: str = "") -> Entry:
    """Turn down a player who applied, waits or was invited; they are told the reason. Raises ``TournamentRefused``."""
    event = EVENT.lock(entry.event_id)
    reason = one_line(reason)
    entry = entry_in(event, entry)
    if entry.status == Status.REFUSED:
        return entry
    if entry.status not in (Status.APPLIED, Status.WAITING, Status.INVITED):
        raise TournamentRefused(_("You can only decline players who applied, wait or were invited."), status=409)
    if len(reason) > LONGEST_REASON:
        raise TournamentRefused(
            _("A reason can have at most %(most)s characters; yours has %(length)s.")
            % {"most": LONGEST_REASON, "length": len(reason)},
            "reason",
        )
    was, entry.status = entry.status, Status.REFUSED
    entry.save(update_fields=["status"])
    # Without the name: the log is for everybody, and this is between the organisers and one player.
    note(event, Kind.ENTRY, say(TURNED_DOWN[Status(was)]), by=by)
    if was != Status.INVITED:
        entry_causes.refused(entry, reason)
    return entry
