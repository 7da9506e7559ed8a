"""Organisers who decide a match in which they play themselves."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import listed, say
from matches.input.text import cut
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing
from tournaments.permissions import organisers

LONGEST = 120  # of a reason beside the mark, so that both fit where a result is told


def marked(event: Event, pairing: Pairing, by: User | None, reason: str) -> str:
    """Return the reason with a public note if the organiser plays in the match and no one else could decide it.

    Raises ``TournamentRefused`` if someone could.
    """
    if by is None or by.pk not in _players(pairing):
        return reason
    players = _players(pairing)
    others = [each.display_name for each in organisers.organisers_to_tell(event) if each.pk not in players]
    if others:
        words = _("You play in this match, so another organiser must decide it: %(names)s.")
        raise TournamentRefused(words % {"names": listed(others)}, status=409)
    return say("%(reason)s (decided by %(name)s, who plays in it)", reason=cut(reason, LONGEST), name=by.display_name)


def _players(pairing: Pairing) -> set[int]:
    return {entry.player_id for entry in pairing.entries if entry.player_id is not None}
