"""Emails to players about their rounds, each queued once, in the transaction of its cause.

A player who must move at once hears of the pairing by the email about that turn, which names the occasion, the
opponent, the colour and the deadline: one email to each player.
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from competition.history import Code
from mail.outbox.queue import queue_mail
from tournaments.models import Entry, Event, Pairing, Round, seated

PAIRED, EXTENDED, DRAWN = "event_paired", "event_extended", "event_drawn"
BREAK = "event_break"
TOLD_BYES = frozenset({Code.PAIRING_BYE, Code.FULL_BYE})


def paired(pairing: Pairing) -> None:
    """Queue "you're paired" to the players who aren't to move."""
    assert pairing.match is not None
    asked = set(pairing.match.seats.filter(asked_turn__isnull=False).values_list("player", flat=True))
    for entry in pairing.entries:
        if entry.player_id not in asked:
            _tell(PAIRED, pairing, entry, f"{PAIRED}:{pairing.match_id}:{entry.pk}")


def bye(pairing: Pairing) -> None:
    """Queue "you have a bye", unless the player announced an absence or has left."""
    if pairing.white_code in TOLD_BYES or pairing.is_by_hand:
        published = pairing.round.published_at
        once = published.isoformat() if published else ""
        _tell(PAIRED, pairing, pairing.white, f"{PAIRED}:bye:{pairing.pk}:{once}")


def extended(round: Round, was: datetime | None, reason: str) -> None:
    """Queue "more time" to players whose matches continue. ``was`` is when the round was due before."""
    more = {"was": was.isoformat() if was else "", "reason": reason}
    due = round.due_at.isoformat() if round.due_at else ""
    running = round.pairings.filter(decided_at=None).select_related("match", "white__player", "black__player")
    for pairing in seated(running, round.event):
        for entry in pairing.entries:
            _tell(EXTENDED, pairing, entry, f"{EXTENDED}:{round.pk}:{due}:{entry.pk}", **more)


def break_begins(event: Event, number: int) -> None:
    """Queue "round ``number`` starts after a break" to players who may play in it and haven't asked to miss it."""
    playing = event.entries.filter(status=Entry.Status.ENTERED, number__isnull=False, back_from__lte=number)
    for entry in playing.exclude(absences__round_number=number).select_related("player").order_by("number"):
        if player := _reader(entry.player):
            context = {"entry": entry.pk, "number": number, "thread": f"event-{event.pk}"}
            queue_mail(BREAK, user=player, context=context, key=f"{BREAK}:{event.pk}:{number}:{entry.pk}")


def drawn(pairing: Pairing) -> None:
    """Queue the result of a drawn cup match to both: who advances, or that they play on."""
    at = pairing.decided_at.isoformat() if pairing.decided_at else ""
    for entry in (pairing.white, pairing.black):
        player = _reader(entry.player) if entry is not None else None
        if entry is not None and player is not None:
            context: dict[str, int | str] = {
                "pairing": pairing.pk,
                "entry": entry.pk,
                "further": pairing.further if pairing.through is None else 0,
                "thread": f"event-{entry.event_id}",
            }
            queue_mail(
                DRAWN, user=player, context=context, key=f"{DRAWN}:{pairing.pk}:{pairing.further}:{at}:{entry.pk}"
            )


def _tell(kind: str, pairing: Pairing, entry: Entry, key: str, **more: str) -> None:
    player = _reader(entry.player)
    if player is not None:
        context: dict[str, int | str] = {"pairing": pairing.pk, "entry": entry.pk, **more}
        if pairing.match is None:
            context["thread"] = f"event-{entry.event_id}"
        queue_mail(kind, user=player, match=pairing.match, context=context, key=key)


def _reader(user: User | None) -> User | None:
    return user if user is not None and user.is_active else None
