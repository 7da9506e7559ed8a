"""Outcomes of tables of several: a place for each player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competition.tables.points import places
from matches.gate import rulings
from matches.models import LogEntry, Match, Seat
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, TableSeat
from tournaments.standings.result_words import places_words

from .outcomes import Loser, Outcomes
from .verdicts import Given, Ruling, Verdict


class AtTable(Outcomes):
    """Outcomes of tables of several."""

    def take(
        self, pairing: Pairing, match: Match, seats: Sequence[Seat], played: Sequence[bool], given: Given | None
    ) -> None:
        pairing.is_annulled = any(seat.share is None for seat in seats)
        found = as_finished(match, seats, played) if not pairing.is_annulled else [None] * len(seats)
        rows = list(pairing.table_seats.order_by("index"))
        for row in rows:
            row.place = given.places.get(row.entry_id) if given is not None else found[row.index]
            row.score, row.has_played = seats[row.index].score, played[row.index]
        TableSeat.objects.bulk_update(rows, ["place", "score", "has_played"])

    def lost_on_time(self, pairing: Pairing, seats: Sequence[Seat]) -> list[Loser]:
        """Return the players whose time ran out, though the others may have played on."""
        late = LogEntry.objects.filter(match=pairing.match, kind=LogEntry.Kind.TIME).values("seat__index")
        return [Loser(row.entry_id, row.has_played) for row in pairing.table_seats.filter(index__in=late)]

    def stands(self, pairing: Pairing) -> str:
        """Return the current places, in the order of the seats."""
        rows = pairing.table_seats.order_by("index")
        return "places " + "".join("-" if row.place is None else str(row.place) for row in rows)

    def words(self, pairing: Pairing) -> str:
        return places_words(pairing)

    def in_short(self, pairing: Pairing) -> str:
        return pgettext("a match", "over") if pairing.decided_at else ""

    def complete(self, pairing: Pairing, ruling: Ruling) -> Ruling:
        """Add the places by that verdict; none if it is annulled."""
        if ruling.is_annulled:
            return ruling._replace(given=None)
        if ruling.verdict is not Verdict.PLACES:
            return ruling._replace(given=so_far(pairing, level=ruling.verdict is Verdict.DRAW))
        if ruling.given is None:
            raise TournamentRefused(_("Choose the result."), "verdict")
        _check(pairing, ruling.given)
        return ruling

    def is_as_ruled(self, event: Event, pairing: Pairing, ruling: Ruling) -> bool:
        given = ruling.given
        if given is None:
            return pairing.is_annulled
        return all(row.place == given.places.get(row.entry_id) for row in pairing.table_seats.all())

    def end(self, match: Match, pairing: Pairing, ruling: Ruling, reason: str) -> None:
        """End the running match, won by those in first place."""
        seats = {row.entry_id: row.index for row in pairing.table_seats.all()}
        given = ruling.given.places if ruling.given else {}
        won = {seats[entry] for entry, place in given.items() if place == 1}
        rulings.rule(match, [Fraction(index in won, len(won)) for index in range(len(seats))], reason)

    def correct(self, pairing: Pairing, ruling: Ruling) -> None:
        given = ruling.given
        rows = list(pairing.table_seats.order_by("index"))
        for row in rows:
            row.place = None if given is None else given.places.get(row.entry_id)
            row.score = given.scores.get(row.entry_id, row.score) if given is not None else row.score
        TableSeat.objects.bulk_update(rows, ["place", "score"])


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


def so_far(pairing: Pairing, *, level: bool = False) -> Given:
    """Return places by the points so far; ``level``: all share the first."""
    rows = list(pairing.table_seats.order_by("index"))
    match = pairing.match
    scores = rulings.scores_of(match.game, match.loaded_state) if match is not None else (0,) * len(rows)
    left = match.game.given_up(match.loaded_state) if match is not None else ()
    nothing = [Fraction(0)] * len(rows)
    found = [1] * len(rows) if level else places(nothing, scores, left)
    return Given({row.entry_id: place for row, place in zip(rows, found, strict=True)})


def _check(pairing: Pairing, given: Given) -> None:
    """Raise ``TournamentRefused`` if the places can't be those of a match."""
    found = [given.places.get(row.entry_id) for row in pairing.table_seats.all()]
    placed = sorted(place for place in found if place is not None)
    if not placed:
        raise TournamentRefused(_("Give at least one player a place, or annul the match."), "places")
    if any(place != placed.index(place) + 1 for place in placed):
        raise TournamentRefused(
            _("The places don’t fit: after two players who share first place comes the third."), "places"
        )
