"""Who leaves a cup that runs loses the match that is played, by forfeit, and the opponent goes on."""

from __future__ import annotations

from django.db.models import Q

from engine.said import say
from matches import clocks, play
from tournaments import going_on
from tournaments.history import Code
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.refusal import Refused


def settle(event: Event, entry: Entry) -> None:
    """With the event held. What comes later is settled when it is published. Raises ``Refused``."""
    from tournaments import results  # which knows of those who leave

    mine = Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False, decided_at=None)
    published = mine.filter(round__event=event, round__stage=Round.Stage.RUNNING)
    for pairing in published.select_related("round", "match", "white__player", "black__player"):
        results.take_in(event, pairing)
        if pairing.decided_at is None:
            _forfeit(event, pairing, entry)
    going_on.go_on(event)


def _forfeit(event: Event, pairing: Pairing, entry: Entry) -> None:
    from tournaments import results

    match = pairing.match
    is_white = pairing.white_id == entry.pk
    lost, won = Code.FORFEIT_LOSS.value, Code.FORFEIT_WIN.value
    pairing.white_code, pairing.black_code = (lost, won) if is_white else (won, lost)
    pairing.decided_at = clocks.now()
    pairing.save(update_fields=["white_code", "black_code", "decided_at"])
    words = say("%(name)s has left the event.", name=entry.shown_name)
    results.write_down(event, pairing, words)
    if match is None or match.is_over:
        return
    try:
        if seat := match.seats.filter(player=entry.player_id).first():
            play.forfeit(seat, words)
    except play.Refused as refused:
        if refused.code != "over":
            raise Refused.by_match(refused) from refused
