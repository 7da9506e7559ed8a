"""The result of a match as a line of its event's log, and as news for whoever follows the event from outside."""

from __future__ import annotations

from engine.said import joined, say
from fortify_site.accounts.models import User

from . import happenings
from .log import Kind, note
from .models import Event, Pairing
from .outcomes import both


def log_result(event: Event, pairing: Pairing, words: str, *, by: User | None = None, reason: str = "") -> None:
    """Log the result, with the event held."""
    black = pairing.black.shown_name if pairing.black else say("bye")
    score = say("annulled") if pairing.is_annulled else both(pairing.white_code, pairing.black_code)
    number = pairing.round.number
    line = say(
        "Round %(round)s, board %(board)s: %(white)s – %(black)s %(score)s.",
        round=number,
        board=pairing.board,
        white=pairing.white.shown_name,
        black=black,
        score=score,
    )
    note(event, Kind.RESULT, joined([line, words], " ") if words else line, by=by, reason=reason, round_number=number)
    happenings.tell(event, happenings.Happening.MATCH_ENDED, pairing=pairing.pk)
