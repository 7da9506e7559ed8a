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
from tournaments.drafts import redraw
from tournaments.drafts.draft import BYE_WORDS
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import advance
from tournaments.rounds.log_result import log_result

from . import at_table, match_finished, own_match, record_result
from .at_table import Given
from .verdicts import CODES, DRAWN, SHARES, Verdict

Points = tuple[int, int] | None


@EVENT.transaction_with_retry
def settle_pairing(
    known: Pairing,
    verdict: Verdict,
    *,
    by: User | None,
    reason: str,
    points: Points = None,
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
    _refuse_unless_published(event, pairing)
    reason = own_match.marked(event, pairing, by, organiser_reason.checked(reason, by))
    event.rules.refuse_verdict(event, pairing, verdict)
    match_finished.record_pairing_result(event, pairing)
    if verdict is Verdict.FORFEIT:
        return _forfeit_at_table(event, pairing, given, by, reason)
    if pairing.size:
        given = _given(pairing, verdict, given)
    if seen != stands(pairing):
        if pairing.settled_by_hand and _is(event, pairing, verdict, points, given):
            return pairing
        raise TournamentRefused(
            _("The result has changed since you looked. Check it, then send your change again."), status=409
        )
    match = pairing.match
    if match is not None and not match.is_over:
        _end_match(match, pairing, verdict, given, reason)
        match.refresh_from_db()
        match_finished.record_pairing_result(
            event, pairing, by=by, reason=reason, through=_through(pairing, verdict), given=given
        )
    elif pairing.size:
        was = stands(pairing) if pairing.decided_at else ""
        at_table.correct(event, pairing, given, by=by, reason=reason, was=was)
        redraw.people_changed(event)
    else:
        _write(event, pairing, verdict, points, by, reason)
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
    return at_table.stands(pairing) if pairing.size else f"{pairing.white_code}{pairing.black_code}"


def _given(pairing: Pairing, verdict: Verdict, given: Given | None) -> Given | None:
    """Return the places at a table by that verdict; ``None`` if it is annulled. Raises ``TournamentRefused``."""
    if verdict is Verdict.ANNULLED:
        return None
    if verdict is not Verdict.PLACES:
        match = pairing.match
        scores = rulings.scores_of(match.game, match.loaded_state) if match is not None else (0,) * pairing.size
        return at_table.by_points(pairing, scores, level=verdict is Verdict.DRAW)
    if given is None:
        raise TournamentRefused(_("Choose the result."), "verdict")
    at_table.check(pairing, given)
    return given


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


def _is(event: Event, pairing: Pairing, verdict: Verdict, points: Points, given: Given | None) -> bool:
    if pairing.size:
        rows = pairing.table_seats.all()
        same = given is not None and all(row.place == given.places.get(row.entry_id) for row in rows)
        return pairing.is_annulled if given is None else same
    rated = record_result.Counted(*CODES[verdict])
    unrated = record_result.unrated(rated)
    codes = {counted.white + counted.black for counted in (rated, unrated)}
    expected = {"annulled"} if verdict is Verdict.ANNULLED else codes
    if verdict is Verdict.BOTH_LOSE and pairing.match is not None and pairing.match.how_it_ended == "ruling":
        expected |= {"00"}  # both have played
    named = event.rules.named_to_advance(pairing)
    if verdict in DRAWN and _through(pairing, verdict) != named:
        return False
    return stands(pairing) in expected and points in (None, (pairing.white_points, pairing.black_points))


def _through(pairing: Pairing, verdict: Verdict) -> Entry | None:
    """Return the player who advances because the organiser says so, if any."""
    if verdict is Verdict.WHITE_GOES_ON:
        return pairing.white
    return pairing.black if verdict is Verdict.BLACK_GOES_ON else None


def _end_match(match: Match, pairing: Pairing, verdict: Verdict, given: Given | None, reason: str) -> None:
    try:
        if verdict is Verdict.ANNULLED:
            rulings.annul(match, reason)
        elif pairing.size and given is not None:
            at_table.end_table(match, pairing, given, reason)
        elif verdict in SHARES:
            rulings.rule(match, SHARES[verdict], reason)
        else:
            loser = 1 if verdict is Verdict.WHITE_BY_FORFEIT else 0
            rulings.forfeit(match.seats.get(index=loser), reason)
    except MatchRefused as refused:
        raise TournamentRefused.by_match(refused) from refused


def _write(event: Event, pairing: Pairing, verdict: Verdict, points: Points, by: User | None, reason: str) -> None:
    was = stands(pairing) if pairing.decided_at else ""
    counted = record_result.Counted(*CODES[verdict])
    if pairing.match is not None and not record_result.is_for_ratings(pairing.match):
        counted = record_result.unrated(counted)
    pairing.white_code, pairing.black_code = counted.white, counted.black
    pairing.through, pairing.through_words = None, ""
    pairing.is_annulled = verdict is Verdict.ANNULLED
    if points is not None:
        pairing.white_points, pairing.black_points = points
    pairing.settled_by_hand = True
    pairing.decided_at = pairing.decided_at or clock.now()
    pairing.save()
    words = say("Corrected by an organiser.") if was else say("Entered by an organiser.")
    log_result(event, pairing, words, by=by, reason=reason)
    event.rules.settle_draw(event, pairing, may_play=False, by=by, through=_through(pairing, verdict))
    redraw.people_changed(event)  # a draft was paired by what stood before
