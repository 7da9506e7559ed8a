"""Results by hand: an organiser settles a match from the board, or corrects a result."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Code
from i18n.choices import said
from i18n.text import say
from matches.gate import rulings
from matches.gate.refused import MatchRefused
from matches.models import Match
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds import advance
from tournaments.rounds.drafts import redraw
from tournaments.rounds.drafts.draft import BYE_WORDS

from . import match_finished, own_match
from .log_result import log_result
from .verdicts import Given, Ruling, Verdict


@EVENT.transaction_with_retry
def settle_pairing(
    known: Pairing,
    verdict: Verdict,
    *,
    by: User | None,
    reason: str,
    points: tuple[int, int] | None = None,
    given: Given | None = None,
    seen: str = "",
) -> Pairing:
    """Decide the match, which ends it if it runs; or correct a known result. Idempotent.

    ``points`` are the game's own, White's first, if no match of this site has them; ``given`` are the places at a table
    of several. ``seen`` is the result that the organiser saw (``stands``), so that nothing is overruled unseen. Raises
    ``TournamentRefused``.
    """
    event = EVENT.lock(known.event_id)
    rows = Pairing.objects.filter(pk=known.pk, round__event=event)
    pairing = rows.select_related("round", "match", "white__player", "black__player").first()
    if pairing is None or pairing.black is None:
        raise TournamentRefused(_("This match no longer exists."), status=404)
    pairing.round.event = event
    _refuse_unless_published(event, pairing)
    reason = own_match.marked(event, pairing, by, organiser_reason.checked(reason, by))
    event.rules.refuse_verdict(event, pairing, verdict)
    match_finished.record_pairing_result(event, pairing)
    if verdict is Verdict.FORFEIT:
        return _forfeit_at_table(event, pairing, given, by, reason)
    ruling = event.rules.outcomes.complete(pairing, Ruling(verdict, points, given))
    if seen != stands(pairing):
        if pairing.settled_by_hand and event.rules.outcomes.is_as_ruled(event, pairing, ruling):
            return pairing
        raise TournamentRefused(
            _("The result has changed since you looked. Check it, then send your change again."), status=409
        )
    match = pairing.match
    if match is not None and not match.is_over:
        _end_match(event, match, pairing, ruling, reason)
        match.refresh_from_db()
        through = ruling.through(pairing)
        match_finished.record_pairing_result(event, pairing, by=by, reason=reason, through=through, given=ruling.given)
    else:
        _correct(event, pairing, ruling, by, reason)
    advance.advance(event)
    return pairing


@EVENT.transaction_with_retry
def correct_bye(known: Pairing, code: str, *, by: User, reason: str, seen: str) -> Pairing:
    """Change what a bye of a published round brings.

    ``seen`` is what it brought when the organiser looked. Idempotent. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(known.event_id)
    rows = Pairing.objects.filter(pk=known.pk, round__event=event, black=None)
    pairing = rows.select_related("round", "white__player").first()
    if pairing is None:
        raise TournamentRefused(_("This bye no longer exists."), status=404)
    _refuse_unless_published(event, pairing)
    if event.rules.why_not.correct_a_bye:
        raise TournamentRefused(str(event.rules.why_not.correct_a_bye), status=409)
    if code not in BYE_WORDS:
        raise TournamentRefused(_("Choose the points for the bye."), "code")
    reason = own_match.marked(event, pairing, by, organiser_reason.checked(reason, by))
    if pairing.white_code == code:
        return pairing
    if pairing.white_code != seen:
        raise TournamentRefused(
            _("The bye has changed since you looked. Check it, then send your change again."), status=409
        )
    was, pairing.white_code, pairing.settled_by_hand = pairing.white_code, code, True
    pairing.save(update_fields=["white_code", "settled_by_hand"])
    number = pairing.round.number
    words = say(
        "Round %(round)s: %(name)s has %(bye)s, not %(was)s.",
        round=number,
        name=pairing.white.shown_name,
        bye=said(BYE_WORDS[Code(code)]),
        was=said(BYE_WORDS[Code(was)]),
    )
    note(event, Kind.RESULT, words, by=by, reason=reason, round_number=number)
    redraw.people_changed(event)
    return pairing


def stands(pairing: Pairing) -> str:
    """Return the current result as a string, for ``seen``."""
    if pairing.decided_at is None:
        return f"further {pairing.further}" if pairing.further else ""
    if pairing.is_annulled:
        return "annulled"
    return pairing.round.event.rules.outcomes.stands(pairing)


def _refuse_unless_published(event: Event, pairing: Pairing) -> None:
    if pairing.round.stage == Round.Stage.DRAFT or event.stage == Event.Stage.CANCELLED:
        raise TournamentRefused(_("Only published rounds have results."), status=409)


def _forfeit_at_table(event: Event, pairing: Pairing, given: Given | None, by: User | None, reason: str) -> Pairing:
    """Have a player at a table forfeit, while the match runs.

    Idempotent. Raises ``TournamentRefused``.
    """
    match = pairing.match
    row = pairing.table_seats.select_related("entry__player").filter(entry=given.loser if given else None).first()
    if row is None:
        raise TournamentRefused(_("Choose the player who forfeits."), "loser")
    if match is None or match.is_over:
        raise TournamentRefused(_("The match is over: correct the places instead."), "verdict", 409)
    try:
        rulings.forfeit(match.seats.get(index=row.index), reason)
    except MatchRefused as refused:
        raise TournamentRefused.by_match(refused) from refused
    match.refresh_from_db()
    if match_finished.record_pairing_result(event, pairing, by=by, reason=reason):
        advance.advance(event)
        return pairing
    words = say(
        "Round %(round)s, table %(board)s: %(name)s forfeits; the others play on.",
        round=pairing.round.number,
        board=pairing.board,
        name=row.entry.shown_name,
    )
    note(event, Kind.RESULT, words, by=by, reason=reason, entry=row.entry, round_number=pairing.round.number)
    return pairing


def _end_match(event: Event, match: Match, pairing: Pairing, ruling: Ruling, reason: str) -> None:
    try:
        if ruling.is_annulled:
            rulings.annul(match, reason)
        else:
            event.rules.outcomes.end(match, pairing, ruling, reason)
    except MatchRefused as refused:
        raise TournamentRefused.by_match(refused) from refused


def _correct(event: Event, pairing: Pairing, ruling: Ruling, by: User | None, reason: str) -> None:
    """Store the result of a pairing whose match doesn't run."""
    is_known = pairing.decided_at is not None
    event.rules.outcomes.correct(pairing, ruling)
    pairing.is_annulled = ruling.is_annulled
    pairing.settled_by_hand = True
    pairing.decided_at = pairing.decided_at or clock.now()
    pairing.save()
    words = say("Corrected by an organiser.") if is_known else say("Entered by an organiser.")
    log_result(event, pairing, words, by=by, reason=reason)
    event.rules.settle_draw(event, pairing, may_play=False, by=by, through=ruling.through(pairing))
    redraw.people_changed(event)  # a draft was paired by what stood before
