"""Results of tables of several: what each player gets from a finished match, and an organiser's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Code
from competition.tables.points import places
from i18n.text import say
from matches.gate import rulings
from matches.models import Match, Seat
from timekeeping import clock
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, TableSeat
from tournaments.rounds.log_result import log_result

Places = Mapping[int, int | None]  # by the entries' ids; None: has not played


class Given(NamedTuple):
    """An organiser's result of a table, by the entries' ids.

    There are scores only if it isn't played here, and a ``loser`` only for a forfeit.
    """

    places: Places
    scores: Mapping[int, int] = {}
    loser: int | None = None


def as_finished(match: Match, seats: Sequence[Seat], played: Sequence[bool]) -> list[int | None]:
    """Return the places in seat order.

    Players who gave up before their first turn have none, and the others move up.
    """
    left = match.game.given_up(match.loaded_state)
    stay = [seat.index for seat in seats if played[seat.index] or seat.index not in left or seat.share]
    shares = [Fraction(seats[index].share or 0) for index in stay]
    scores = [seats[index].score or 0 for index in stay]
    found = dict(zip(stay, places(shares, scores, [stay.index(seat) for seat in left if seat in stay]), strict=True))
    return [found.get(seat.index) for seat in seats]


def write_down(
    pairing: Pairing, match: Match, seats: Sequence[Seat], played: Sequence[bool], given: Given | None
) -> None:
    """Store what each player at the table has of the finished match, but not the pairing.

    ``given``: the organiser's places, if one ended it.
    """
    pairing.is_annulled = any(seat.share is None for seat in seats)
    if match.is_sealed:
        pairing.measured = None if pairing.is_annulled else list(match.game.measure(match.loaded_state))
        pairing.white_code = "" if pairing.is_annulled else Code.WIN if seats[0].share else Code.LOSS
    found = as_finished(match, seats, played) if not pairing.is_annulled else [None] * len(seats)
    rows = list(pairing.table_seats.order_by("index"))
    for row in rows:
        row.place = given.places.get(row.entry_id) if given is not None else found[row.index]
        row.score, row.has_played = seats[row.index].score, played[row.index]
    TableSeat.objects.bulk_update(rows, ["place", "score", "has_played"])


def stands(pairing: Pairing) -> str:
    """Return the current places, in the order of the seats, for ``adjudicate.stands``."""
    rows = pairing.table_seats.order_by("index")
    return "places " + "".join("-" if row.place is None else str(row.place) for row in rows)


def check(pairing: Pairing, given: Given) -> None:
    """Raise ``TournamentRefused`` if the places can't be those of a match."""
    found = [given.places.get(row.entry_id) for row in pairing.table_seats.all()]
    placed = sorted(place for place in found if place is not None)
    if not placed:
        raise TournamentRefused(_("Give at least one player a place, or annul the match."), "places")
    if any(place != placed.index(place) + 1 for place in placed):
        raise TournamentRefused(
            _("The places don’t fit: after two players who share first place comes the third."), "places"
        )


def end_table(match: Match, pairing: Pairing, given: Given, reason: str) -> None:
    """End the running match, won by those in first place. Raises what ``rulings.rule`` does."""
    seats = {row.entry_id: row.index for row in pairing.table_seats.all()}
    if match.game.together:  # a team is stopped where it stands, and has not won
        rulings.rule(match, [Fraction(0)] * len(seats), reason)
        return
    won = {seats[entry] for entry, place in given.places.items() if place == 1}
    rulings.rule(match, [Fraction(index in won, len(won)) for index in range(len(seats))], reason)


def correct(event: Event, pairing: Pairing, given: Given | None, *, by: User | None, reason: str, was: str) -> None:
    """Give these places to a table whose match doesn't run, or (``None``) annul it."""
    rows = list(pairing.table_seats.order_by("index"))
    for row in rows:
        row.place = None if given is None else given.places.get(row.entry_id)
        row.score = given.scores.get(row.entry_id, row.score) if given is not None else row.score
    TableSeat.objects.bulk_update(rows, ["place", "score"])
    pairing.is_annulled = given is None
    pairing.settled_by_hand = True
    pairing.decided_at = pairing.decided_at or clock.now()
    pairing.save()
    words = say("Corrected by an organiser.") if was else say("Entered by an organiser.")
    log_result(event, pairing, words, by=by, reason=reason)


def by_points(pairing: Pairing, scores: Sequence[int], *, level: bool = False) -> Given:
    """Return places by the points so far; ``level``: all share the first."""
    rows = list(pairing.table_seats.order_by("index"))
    match = pairing.match
    left = match.game.given_up(match.loaded_state) if match is not None else ()
    nothing = [Fraction(0)] * len(rows)
    found = [1] * len(rows) if level else places(nothing, scores, left)
    return Given({row.entry_id: place for row, place in zip(rows, found, strict=True)})
