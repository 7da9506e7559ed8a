"""The words by which players ask for something in a reply, in every language in which they are understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from mail.parse.spelling import bare, plain

from .orders import Accept, ConfirmResign, Decline, Help, OfferDraw, Order, Resign, Show, TakeBack

Words: TypeAlias = Mapping[Order, Sequence[str]]

ENGLISH: Final[Words] = {
    Resign(): ("resign", "i resign"),
    ConfirmResign(): (
        *("yes", "confirm", "i confirm", "confirm resign", "confirm resignation", "yes resign", "yes i resign"),
        "yes please",
    ),
    OfferDraw(): ("draw", "draw?", "offer draw", "offer a draw", "i offer a draw"),
    Accept(): ("accept", "i accept", "accept draw", "accept the draw", "accept challenge", "accept the challenge"),
    Decline(): (
        *("decline", "i decline", "decline draw", "decline the draw", "decline challenge", "decline the challenge"),
    ),
    Help(): ("help", "help?", "?"),
    Show(): ("show", "board", "show board", "show the board", "position", "show position"),
    TakeBack(): ("take back", "takeback", "take it back", "take back my turn", "undo"),
}
# "Nein" is no word for anything, as "no" is none: nothing tells what of all that is asked it would answer.
GERMAN: Final[Words] = {
    Resign(): ("aufgeben", "ich gebe auf"),
    ConfirmResign(): (
        "ja",
        "bestätigen",
        "ich bestätige",
        "aufgeben bestätigen",
        "ja aufgeben",
        "ja ich gebe auf",
        "ja bitte",
    ),
    OfferDraw(): ("remis", "remis?", "remis anbieten", "ich biete remis", "ich biete remis an"),
    Accept(): (
        *("annehmen", "remis annehmen", "ich nehme das remis an"),
        *("herausforderung annehmen", "ich nehme die herausforderung an"),
    ),
    Decline(): (
        *("ablehnen", "ich lehne ab", "remis ablehnen", "ich lehne das remis ab"),
        *("herausforderung ablehnen", "ich lehne die herausforderung ab"),
    ),
    Help(): ("hilfe", "hilfe?"),
    Show(): ("stellung", "stellung zeigen", "zeige die stellung", "zeigen", "brett", "brett zeigen"),
    TakeBack(): ("zurücknehmen", "zuruecknehmen", "zug zurücknehmen", "zug zuruecknehmen"),
}
LANGUAGES: Final = (ENGLISH, GERMAN)
"""All languages are understood from everyone, so no word may mean one thing in one and another in another."""
WORDS: Final[Mapping[str, Order]] = {
    words: order for language in LANGUAGES for order, all_words in language.items() for words in all_words
}
_YES: Final = frozenset({"yes", "yes please", "ja", "ja bitte"})


def is_yes(line: str) -> bool:
    """Return whether the line says yes, and asks for nothing else: it answers whatever single thing is asked."""
    words = bare(plain(line)).casefold()
    return words in _YES or (words.replace(",", "") not in WORDS and re.split("[,.!;:]", words)[0] in _YES)
