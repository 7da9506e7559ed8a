"""Whether a file agrees with itself."""

from __future__ import annotations

from fractions import Fraction

from i18n.text import say

from .document import Document


def differing_points(document: Document) -> tuple[str, ...]:
    """A sentence for each player whose points in the file are not those of the results: then the scoring is another
    one than the file says, or the file was changed by hand. Points of byes already granted for the coming round and
    the virtual points of an acceleration may be in them or not."""
    history = document.history
    sentences = []
    for player in history.players:
        said = document.details[player.number].points if player.number in document.details else None
        so_far, granted = history.points(player), history.points(player, len(player.results))
        virtual = history.virtual_points.get((history.paired_rounds + 1, player.number), Fraction(0))
        if said is not None and said not in {so_far, granted, so_far + virtual, granted + virtual}:
            sentences.append(
                say(
                    "The points of player %(player)s are given as %(given)s, but the results are worth %(worth)s.",
                    player=player.number,
                    given=f"{float(said):g}",
                    worth=f"{float(so_far):g}",
                )
            )
    return tuple(sentences)
