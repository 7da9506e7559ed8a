"""The result of a match as a line of its event's log, and as news for whoever follows the event from outside."""

from __future__ import annotations

from accounts.models import User
from i18n.text import joined, say
from tournaments import webhook_events
from tournaments.gate.log import Kind, note
from tournaments.models import Event, Pairing
from tournaments.standings.result_words import both


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
    webhook_events.emit(event, webhook_events.WebhookEvent.MATCH_ENDED, pairing=pairing.pk)
