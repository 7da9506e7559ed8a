"""The result of a match as a line of its event's log, and as an event for webhooks."""

from __future__ import annotations

from accounts.models import User
from i18n.text import Text, joined, say
from tournaments import webhook_events
from tournaments.locking.log import Kind, note
from tournaments.models import Event, Pairing
from tournaments.standings.result_words import both, places_words, reached_words


def log_result(event: Event, pairing: Pairing, words: str, *, by: User | None = None, reason: str = "") -> None:
    """Log the result of a pairing and tell webhooks, with the event locked."""
    number = pairing.round.number
    say_line = _of_team if event.is_expedition else _at_table if pairing.size else _of_two
    line = say_line(pairing)
    note(event, Kind.RESULT, joined([line, words], " ") if words else line, by=by, reason=reason, round_number=number)
    webhook_events.emit(event, webhook_events.WebhookEvent.MATCH_ENDED, pairing=pairing.pk)


def _of_team(pairing: Pairing) -> Text:
    number, team = pairing.round.number, pairing.white.team_name
    if pairing.is_annulled:
        return say("Round %(round)s, %(team)s: annulled.", round=number, team=team)
    return say("Round %(round)s, %(team)s: %(reached)s.", round=number, team=team, reached=reached_words(pairing))


def _at_table(pairing: Pairing) -> Text:
    facts = {"round": pairing.round.number, "board": pairing.board}
    if pairing.is_annulled:
        return say("Round %(round)s, table %(board)s: %(names)s annulled.", **facts, names=pairing.names)
    return say("Round %(round)s, table %(board)s: %(places)s.", **facts, places=places_words(pairing))


def _of_two(pairing: Pairing) -> Text:
    black = pairing.black.shown_name if pairing.black else say("bye")
    score = say("annulled") if pairing.is_annulled else both(pairing.white_code, pairing.black_code)
    return say(
        "Round %(round)s, board %(board)s: %(white)s – %(black)s %(score)s.",
        round=pairing.round.number,
        board=pairing.board,
        white=pairing.white.shown_name,
        black=black,
        score=score,
    )
