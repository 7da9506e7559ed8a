"""Leaving a running cup: the player forfeits the match that is played, and the opponent advances."""

from __future__ import annotations

from django.db.models import Q

from competition.history import Code
from i18n.text import say
from matches.gate import rulings
from matches.gate.refused import MatchRefused
from matches.models import Match
from timekeeping import clock
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import advance
from tournaments.rounds.log_result import log_result


def settle_matches(event: Event, entry: Entry) -> None:
    """Settle the matches of a player who left a cup, with the event locked. Raises ``TournamentRefused``.

    Later rounds are settled when they are published, and a match that is over counts as it ended.
    """
    mine = Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False, decided_at=None)
    published = mine.filter(round__event=event, round__stage=Round.Stage.RUNNING)
    still_played = published.exclude(match__status=Match.Status.FINISHED)
    for pairing in still_played.select_related("round", "match", "white__player", "black__player"):
        _forfeit(event, pairing, entry)
    advance.advance(event)


def _forfeit(event: Event, pairing: Pairing, entry: Entry) -> None:
    match = pairing.match
    is_white = pairing.white_id == entry.pk
    lost, won = Code.FORFEIT_LOSS.value, Code.FORFEIT_WIN.value
    pairing.white_code, pairing.black_code = (lost, won) if is_white else (won, lost)
    pairing.decided_at = clock.now()
    pairing.save(update_fields=["white_code", "black_code", "decided_at"])
    words = say("%(name)s has left the event.", name=entry.shown_name)
    log_result(event, pairing, words)
    if match is None:
        return
    try:
        if seat := match.seats.filter(player=entry.player_id).first():
            rulings.forfeit(seat, words)
    except MatchRefused as refused:
        if refused.code != "over":
            raise TournamentRefused.by_match(refused) from refused
