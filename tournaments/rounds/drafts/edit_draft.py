"""Changing a draft by hand: freely, with a reason, and with every change in the event's log.

Players are named by their entries' ids, and ``seen`` is the draft that the organiser saw (``store.draft_digest``), so
that no step is done twice. No change is refused because a rule forbids it; ``drafts.check`` says what a draft breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Code
from i18n.text import noop, say
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Absence, Event, Round
from tournaments.rounds import pairing_job, publish

from . import draft as slots
from . import store
from .draft import Edit, Slots
from .store import store_absence

Names = dict[int, str]
Change = Callable[[Slots], Slots]


def swap(round: Round, one: int, other: int, *, by: User, reason: str, seen: str | None = None) -> Round:
    """Have two players trade places, with opponents, colours and byes. Raises ``TournamentRefused``."""
    words = noop("Round %(round)s: %(name)s and %(other)s swapped places.")
    change = partial(slots.swapped, one=one, other=other)
    return _change(Edit.SWAP, round, (one, other), change, words, by, reason, seen)


def pair(round: Round, white: int, black: int, *, by: User, reason: str, seen: str | None = None) -> Round:
    """Pair these two. Raises ``TournamentRefused``.

    Their former opponents meet each other, or the player with the bye; if one of them would get it, the rules say who
    does, and the others are paired again around what was made by hand.
    """
    words = noop("Round %(round)s: %(name)s was paired with %(other)s, in this order.")
    change = partial(slots.paired, white=white, black=black)
    return _change(Edit.PAIR, round, (white, black), change, words, by, reason, seen)


def give_bye(round: Round, player: int, code: Code, *, by: User, reason: str, seen: str | None = None) -> Round:
    """Give the player a bye. Raises ``TournamentRefused``.

    In a Swiss, other byes than the pairing's own are absences: they stay when the round is paired again, which happens
    at once.
    """
    rules = round.event.rules
    if code not in rules.draft_byes:
        raise TournamentRefused(str(rules.round_words.choose_bye), "code")
    change = partial(rules.with_bye, player=player, code=code)
    words = rules.draft_byes[code].given
    return _change(Edit.BYE, round, (player,), change, words, by, reason, seen, misses=code)


def turn_colours(round: Round, player: int, *, by: User, reason: str, seen: str | None = None) -> Round:
    """Swap the colours of the player and the opponent. Raises ``TournamentRefused``."""
    words = noop("Round %(round)s: the colours of %(name)s’s match were swapped.")
    return _change(Edit.COLOURS, round, (player,), partial(slots.turned, player=player), words, by, reason, seen)


# -- doing it ------------------------------------------------------------------------------------------------------


@EVENT.transaction_with_retry
def _change(
    edit: Edit,
    round: Round,
    players: tuple[int, ...],
    change: Change,
    words: str,
    by: User,
    reason: str,
    seen: str | None,
    *,
    misses: Code | None = None,
) -> Round:
    """Change the draft by ``change``, with a line in the event's log. Raises ``TournamentRefused``.

    ``misses``: the first of the players gets this bye.
    """
    event = EVENT.lock(round.event_id)
    draft = _draft(event, round.pk)
    if edit not in event.rules.edits:
        raise TournamentRefused(_(event.rules.round_words.only), "action", 409)
    names = _names(event, players)
    why = organiser_reason.checked(reason, by)
    before = store.read_draft(draft)
    if seen is not None and seen != store.draft_digest(before):
        raise TournamentRefused(
            _("The draft has changed since you looked. Check it, then send your change again."), status=409
        )
    try:
        after = change(before)
    except ValueError as error:
        raise TournamentRefused(str(error)) from error
    is_absence = not event.rules.why_not.miss_a_round and misses in Absence.Bye.values
    if is_absence:
        store_absence(players[0], draft.number, str(misses), in_draft=True)
    fair = event.rules.settle_edit(before, after)
    store.store(draft, fair)
    _settle_failure(draft)
    named = dict(zip(("name", "other"), (names[player] for player in players), strict=False))
    line = say(words, round=draft.number, **named)
    note(event, Kind.PAIRING, line, by=by, reason=why, round_number=draft.number)
    if is_absence or fair != after:
        pairing_job.queue(event, draft)
    return draft


def _settle_failure(draft: Round) -> None:
    """Let a draft that could not be paired count as paired, once someone has begun to pair it by hand."""
    if draft.work == Round.Work.FAILED:
        draft.work, draft.failure = Round.Work.DONE, ""
        draft.save(update_fields=["work", "failure"])


def _draft(event: Event, round_id: int) -> Round:
    draft = event.round_set.filter(pk=round_id).first()
    if draft is None:
        raise TournamentRefused(_("This round no longer exists."), status=404)
    if draft.stage != Round.Stage.DRAFT or event.stage != Event.Stage.RUNNING:
        raise TournamentRefused(
            _("Round %(round)s is published. Take it back before you change it.") % {"round": draft.number}, status=409
        )
    if draft.work in (Round.Work.QUEUED, Round.Work.RUNNING):
        raise TournamentRefused(_("The round is being paired. Please wait."), status=409)
    if publish.is_being_undone(draft):
        raise TournamentRefused(_(publish.UNDOING), status=409)
    draft.event = event
    return draft


def _names(event: Event, players: tuple[int, ...]) -> Names:
    """Return the players' names by their entries' ids.

    Raises ``TournamentRefused`` unless they are different players of the event.
    """
    entries = event.entries.filter(pk__in=players, number__isnull=False).select_related("player")
    names = {entry.pk: entry.team_name for entry in entries}
    if set(names) != set(players):
        raise TournamentRefused(_("Choose players of this event."), "players")
    if len(names) < len(players):
        raise TournamentRefused(_("Choose two different players."), "players")
    return names
