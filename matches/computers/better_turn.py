"""Better turns: what the strongest computer would have played in a match that is over, searched for on request.

Only matches that are over: in a running one it would be help from outside. Each position is searched once, however many
readers ask.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from engine.players.choose import choose
from engine.players.strengths import STRENGTHS
from i18n.text import say
from jobs.broker import broker
from matches.gate.refused import MatchRefused
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.models import BetterTurn, Match
from timekeeping import clock

from .ask import ASKED_AGAIN_AFTER, MOST_WAITING, THINK, ask_for
from .failures import note_failure
from .think import A_ROUND, THINKING, computers_play

A_DAY: Final = 60  # by one player
AT_ONCE: Final = 3
GIVEN_UP_AFTER: Final = timedelta(hours=12)


def state_at(match: Match, seats: int, at: int) -> Any:
    """Return the state after that many entries of the log."""
    if at:
        return match.game.load(match.log.values_list("state", flat=True).get(index=at - 1))
    return match.game.start(match.options, seats, bytes.fromhex(match.seed))


def may_look(match: Match, state: Any) -> bool:
    """Return whether there is a turn to look for."""
    return computers_play(match.game) and match.is_open and bool(match.game.to_act(state))


def ask(match: Match, seats: int, at: int, reader: User) -> BetterTurn:
    """Have a worker look, unless someone has asked before and the search didn't fail. Raises ``MatchRefused``."""
    if not match.is_open:
        raise MatchRefused(say("The computer looks only at matches that are over."), "illegal")
    found = match.better_turns.filter(at=at).first()
    if found is not None and not found.has_failed:
        return found
    state = state_at(match, seats, at)
    if not may_look(match, state):
        raise MatchRefused(say("There’s no turn to look for here."), "illegal")
    asked_for = f"better-turns:{reader.pk}"
    unfinished = BetterTurn.objects.filter(pk__in=cache.get(asked_for, []), done_at=None)
    waiting = list(unfinished.values_list("pk", flat=True))
    if len(waiting) >= AT_ONCE:
        words = say("The computer is still looking at %(number)s positions for you. Try again soon.", number=AT_ONCE)
        raise MatchRefused(words, "illegal")
    now = clock.now()
    if daily_limit_reached("better-turn", reader, now, A_DAY):
        words = say("You’ve asked for %(number)s better turns today. Try again tomorrow.", number=A_DAY)
        raise MatchRefused(words, "illegal")
    count_against_daily_limit("better-turn", reader, now)
    with transaction.atomic():
        match.better_turns.filter(at=at, text="", done_at__isnull=False).delete()
        made, is_new = match.better_turns.get_or_create(at=at, defaults={"index": match.game.to_act(state)[0]})
        if is_new:
            cache.set(asked_for, [*waiting, made.pk], GIVEN_UP_AFTER.total_seconds())
            transaction.on_commit(partial(broker.ask_soon, THINK), robust=True)
    return made


def look(pk: int) -> bool:
    """Find the turn that was asked for; return false if there is nothing to do, or another worker is at it.

    Raises what the search raised; it isn't looked for again until someone asks.
    """
    wanted = BetterTurn.objects.select_related("match").filter(pk=pk, done_at=None).first()
    lease = f"looking:{pk}"
    if wanted is None or not cache.add(lease, 1, THINKING):
        return False
    match = wanted.match
    state = state_at(match, match.seats.count(), wanted.at)
    seed = sha256(b"better turn" + bytes.fromhex(match.seed) + b"%d" % wanted.at).digest()
    try:
        chosen = choose(match.game, state, wanted.index, STRENGTHS[-1].key, seed)
    except Exception:
        note_failure()
        _keep(wanted)
        raise
    finally:
        cache.delete(lease)
    wanted.text, wanted.words, wanted.value = chosen.text, chosen.words, chosen.value
    _keep(wanted)
    return True


def _keep(looked_for: BetterTurn) -> None:
    looked_for.done_at = clock.now()
    looked_for.save(update_fields=["text", "value", "words", "done_at"])


def ask_again_for_better_turns(now: datetime) -> int:
    """Ask again for searches that should be done by now, and return how many.

    Searches that never end are forgotten.
    """
    BetterTurn.objects.filter(done_at=None, asked_at__lt=now - GIVEN_UP_AFTER).delete()
    late = BetterTurn.objects.filter(done_at=None, asked_at__lt=now - ASKED_AGAIN_AFTER)
    return ask_for(late[:MOST_WAITING].count())


def look_next() -> bool:
    """Search the position that has waited longest; false if there is none, or other workers search all that wait."""
    waiting = BetterTurn.objects.filter(done_at=None).order_by("asked_at").values_list("pk", flat=True)
    return any(look(pk) for pk in list(waiting[:MOST_WAITING]))


def look_due() -> int:
    """Search the positions asked for, in this process and for a limited time; return how many."""
    until, found = time.monotonic() + A_ROUND / 3, 0
    for pk in list(BetterTurn.objects.filter(done_at=None).order_by("asked_at").values_list("pk", flat=True)[:20]):
        if time.monotonic() > until:
            break
        found += look(pk)  # one that fails is over, and the next round continues with the others
    return found
