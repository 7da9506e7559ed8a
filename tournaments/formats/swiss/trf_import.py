"""A Swiss that was begun elsewhere, from a TRF file."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competition.trf import Document
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.settings.rows import MOST_ROUNDS


def rounds_of(event: Event, document: Document) -> int:
    """Return how many rounds there will be. Raises ``TournamentRefused`` if there can't be that many."""
    stated = document.history.rounds if document.rounds_stated else 0
    paired = document.history.paired_rounds
    rounds = stated or max(event.rounds, paired)
    if not paired <= rounds <= MOST_ROUNDS:
        words = _("A Swiss event can have 1 to %(most)s rounds; this one has %(rounds)s.")
        raise TournamentRefused(words % {"most": MOST_ROUNDS, "rounds": rounds}, "file")
    return rounds
