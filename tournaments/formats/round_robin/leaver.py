"""Settling the matches of a player who leaves a running round robin (``pairing.withdrawal``), in the database.

The pairings of all rounds are settled, published or not, and the matches that run are ended.
"""

from __future__ import annotations

from datetime import datetime

from competition.history import Code
from competition.pairing import berger
from competition.pairing.withdrawal import Fate, Policy, Settled, Withdrawal, withdrawn
from i18n.text import say
from matches.gate import rulings
from timekeeping import clock
from tournaments.formats.by_plan import is_annulled, pairings_of
from tournaments.locking import webhook_events
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import unless_over
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.standings.history import history_of


def settle_matches(event: Event, entry: Entry) -> Withdrawal:
    """Apply the event's rule to every match of the entry, which has just left, with the event locked.

    Raises ``TournamentRefused``.
    """
    history = history_of(event)
    numbers = [player.number for player in history.players]
    schedule = berger.schedule(numbers, event.cycles)
    decided = withdrawn(history, schedule, entry.number or 0, Policy(event.leaver), _annulled(event, entry))
    now = clock.now()
    by_game = {(game.round, game.opponent): game for game in decided.games}
    for pairing in pairings_of(entry).select_related("round", "match", "white", "black"):
        opponent = pairing.black if pairing.white_id == entry.pk else pairing.white
        game = by_game.get((pairing.round.number, opponent.number or 0)) if opponent else None
        if game is not None and _apply(pairing, game, entry, now):
            _tell(event, pairing)
    entry.left_words = decided.why
    entry.save(update_fields=["left_words"])
    note(event, Kind.RESULT, decided.why, entry=entry)
    return decided


def _annulled(event: Event, leaver: Entry) -> set[int]:
    """Return the numbers of players who left before and none of whose matches counts."""
    gone = event.entries.exclude(left_words="").exclude(pk=leaver.pk)
    return {entry.number for entry in gone if entry.number is not None and is_annulled(entry)}


def _tell(event: Event, pairing: Pairing) -> None:
    """Tell webhooks that a match has ended; those of a round to come are told when it is published."""
    if pairing.round.stage != Round.Stage.DRAFT:
        webhook_events.emit(event, webhook_events.WebhookEvent.MATCH_ENDED, pairing=pairing.pk)


def _apply(pairing: Pairing, game: Settled, entry: Entry, now: datetime) -> bool:
    """Store what becomes of a pairing; return whether it counts differently now."""
    if game.fate is Fate.STANDS:
        return False
    before = _counts(pairing)
    is_white = pairing.white_id == entry.pk
    if game.fate is Fate.ANNULLED:
        pairing.is_annulled = True
    else:
        own, other = str(game.code or Code.FORFEIT_LOSS), str(game.opponent_code or Code.FORFEIT_WIN)
        pairing.white_code, pairing.black_code = (own, other) if is_white else (other, own)
    was_open = pairing.decided_at is None
    pairing.decided_at = pairing.decided_at or now
    pairing.save(update_fields=["is_annulled", "white_code", "black_code", "decided_at"])
    if was_open:
        _end_match(pairing, game, entry)
    return _counts(pairing) != before


def _counts(pairing: Pairing) -> tuple[bool, str, str]:
    return pairing.is_annulled, str(pairing.white_code), str(pairing.black_code)


def _end_match(pairing: Pairing, game: Settled, entry: Entry) -> None:
    match = pairing.match
    if match is None or match.is_over:
        return
    reason = say("%(name)s has left the event.", name=entry.shown_name)
    with unless_over():
        if game.fate is Fate.ANNULLED:
            rulings.annul(match, reason)
        elif seat := match.seats.filter(player=entry.player_id).first():
            rulings.forfeit(seat, reason)
