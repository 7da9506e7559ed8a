"""Tie-breakers after a drawn match of a cup, one after another, as its event has set.

They are the game points, further matches with colours swapped, and at the end the better seed. The event's log says
what decided, and both players are told. The words that are stored name no one: "by game points, 31–28".
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from accounts.models import User
from competition.history import Code
from i18n.text import Text, joined, noop, say, say_many, source_of
from matches.record.scores import score
from timekeeping import clock
from tournaments.locking.log import Kind, note
from tournaments.models import DrawnMatch, Entry, Event, Pairing
from tournaments.rounds import publish, round_causes

from .bracket import winner_of

POINTS, FURTHER, SEED = "p", "f", "s"
NAMED = noop("by decision of the organiser")


class How(StrEnum):
    """The tie-breaker that decided who advances from a pairing."""

    MATCH = "match"
    FURTHER = "further_match"
    POINTS = "points"
    SEED = "seed"
    ORGANISER = "organiser"
    FORFEIT = "forfeit"
    BYE = "bye"


def decide(
    event: Event, pairing: Pairing, *, may_play: bool = True, by: User | None = None, through: Entry | None = None
) -> None:
    """Decide a pairing that was just drawn, with the event locked.

    ``may_play``: further matches may decide it, too. ``through`` is the player who advances because an organiser says
    so, however the event is set up.
    """
    tried: list[Text] = []
    if through is not None:
        pairing.through, pairing.through_words = through, say(NAMED)
        pairing.save(update_fields=["through", "through_words"])
    for step in "" if through is not None else event.decides:
        if step == POINTS and _by_points(pairing, tried):
            break
        if step == FURTHER and may_play and _play_on(event, pairing, tried):
            break
        if step == SEED:
            _by_seed(pairing, tried)
    _write_down(event, pairing, by=by)
    round_causes.drawn(pairing)


def points_of(pairing: Pairing, drawn: Iterable[DrawnMatch]) -> tuple[int, int] | None:
    """Add up the two players' points in all matches of this pairing; ``None`` if they aren't known.

    ``drawn`` are the matches before. White's points of the last match come first.
    """
    if pairing.white_points is None or pairing.black_points is None:
        return None
    white, black = pairing.white_points, pairing.black_points
    for each in drawn:
        if each.white_points is None or each.black_points is None:
            return None
        is_same = each.white_id == pairing.white_id
        white += each.white_points if is_same else each.black_points
        black += each.black_points if is_same else each.white_points
    return white, black


def _by_points(pairing: Pairing, tried: list[Text]) -> bool:
    points = points_of(pairing, pairing.drawn.all())
    if points is None:
        return False
    white, black = points
    by = score(max(points), min(points))
    if white == black:
        tried.append(say("level on game points, %(points)s", points=by))
        return False
    pairing.through_id = pairing.white_id if white > black else pairing.black_id
    pairing.through_words = say("by game points, %(points)s", points=by)
    pairing.save(update_fields=["through", "through_words"])
    return True


def _play_on(event: Event, pairing: Pairing, tried: list[Text]) -> bool:
    """Have the two play again with colours swapped, and return true, unless they did so often enough or one can't."""
    if pairing.further >= event.most_further:
        if pairing.further:
            tried.append(
                say_many(
                    "drawn after %(number)s further match", "drawn after %(number)s further matches", pairing.further
                )
            )
        return False
    assert pairing.black is not None
    if any(entry.player_id is None or entry.status != Entry.Status.ENTERED for entry in (pairing.white, pairing.black)):
        tried.append(say("one of them cannot play on"))
        return False
    follows = say("a further match follows, with colours swapped")
    words = joined([*tried, say("so a further match follows, with colours swapped")]) if tried else follows
    DrawnMatch.objects.create(
        pairing=pairing,
        number=pairing.further,
        match=pairing.match,
        white=pairing.white,
        black=pairing.black,
        white_points=pairing.white_points,
        black_points=pairing.black_points,
        words=words,
        decided_at=pairing.decided_at or clock.now(),
        is_rated=pairing.white_code == Code.DRAW,
    )
    pairing.white, pairing.black = pairing.black, pairing.white
    pairing.white_code = pairing.black_code = ""
    pairing.white_points = pairing.black_points = None
    pairing.match = pairing.decided_at = pairing.through = None
    pairing.settled_by_hand = False
    pairing.further += 1
    pairing.through_words = words
    pairing.save()
    publish.queue_match_creation(pairing.round_id)
    return True


def _by_seed(pairing: Pairing, tried: list[Text]) -> None:
    assert pairing.black is not None
    better = min((pairing.white, pairing.black), key=lambda entry: entry.number or 0)
    pairing.through = better
    pairing.through_words = (
        joined([*tried, say("so the better seed decides")]) if tried else say("the better seed decides")
    )
    pairing.save(update_fields=["through", "through_words"])


def _write_down(event: Event, pairing: Pairing, *, by: User | None) -> None:
    """Log who advances, or why no one does, after the line of the result, which has the organiser's reason."""
    where: dict[str, str | int] = {"round": pairing.round.number, "board": pairing.board, "why": pairing.through_words}
    if pairing.through is not None:
        message = noop("Round %(round)s, board %(board)s was drawn; %(name)s advances: %(why)s.")
        line = say(message, name=pairing.through.shown_name, **where)
    else:
        line = say("Round %(round)s, board %(board)s was drawn: %(why)s.", **where)
    note(event, Kind.RESULT, line, by=by, round_number=pairing.round.number)


def is_drawn(pairing: Pairing) -> bool:
    return not pairing.is_annulled and pairing.white_code in (Code.DRAW, Code.UNRATED_DRAW)


def is_named(pairing: Pairing) -> bool:
    """Return whether an organiser has said who advances after a draw."""
    return pairing.through_id is not None and source_of(pairing.through_words) == source_of(say(NAMED))


def how_of(event: Event, pairing: Pairing, drawn: Iterable[DrawnMatch]) -> How | None:
    """Return what decided the pairing; ``None`` while it isn't decided, or if no one advances.

    ``drawn`` are the two players' earlier matches.
    """
    if winner_of(pairing) is None:
        return None
    if pairing.is_bye:
        return How.BYE
    if is_named(pairing):
        return How.ORGANISER
    if pairing.through_id is not None:
        points = points_of(pairing, drawn) if POINTS in event.decides else None
        return How.POINTS if points is not None and points[0] != points[1] else How.SEED
    if Code.FORFEIT_WIN in (pairing.white_code, pairing.black_code):
        return How.FORFEIT
    return How.FURTHER if pairing.further else How.MATCH


def why_of(pairing: Pairing) -> str:
    """Say in words what the result doesn't: "by game points, 31–28", or why the two play on."""
    plays_on = pairing.further > 0 and pairing.decided_at is None
    return pairing.through_words if pairing.through_id or plays_on else ""
