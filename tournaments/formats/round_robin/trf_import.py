"""A round robin that was begun elsewhere, from a TRF file."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from competition.history import History
from competition.pairing import berger
from competition.trf import Document
from tournaments.formats.trf_rounds import PlayedRound
from tournaments.locking.refused import TournamentRefused


def rounds_and_cycles(document: Document) -> tuple[int, int]:
    """Return how many rounds there will be, in how many cycles. Raises ``TournamentRefused`` if it fits neither."""
    stated = document.history.rounds if document.rounds_stated else 0
    players = len(document.history.players)
    single = players - 1 + players % 2
    rounds = stated or (single if document.history.paired_rounds <= single else 2 * single)
    if rounds not in (single, 2 * single):
        words = _("A round robin of %(players)s players has %(single)s or %(double)s rounds, not %(rounds)s.")
        found = {"players": players, "single": single, "double": 2 * single, "rounds": rounds}
        raise TournamentRefused(words % found, "file")
    return rounds, rounds // single


def refuse_other_schedule(history: History, played: Sequence[PlayedRound], cycles: int, most_players: int) -> None:
    """Raise ``TournamentRefused`` unless the rounds played follow the Berger tables, as the coming ones will."""
    numbers = [player.number for player in history.players]
    if len(numbers) > most_players:
        words = _("A round robin can have at most %(most)s players.")
        raise TournamentRefused(words % {"most": most_players}, "file")
    if len(played) == history.rounds:
        return
    for each, pairs in zip(played, berger.schedule(numbers, cycles), strict=False):
        by_table = {frozenset(pair) for pair in pairs if not pair.is_bye}
        if not {frozenset((board.white, board.black)) for board in each.boards if board.black} <= by_table:
            words = _(
                "Round %(round)s doesn’t follow the Berger table for %(players)s players, so we can’t schedule "
                "the remaining rounds."
            )
            raise TournamentRefused(words % {"round": each.number, "players": len(numbers)}, "file")
