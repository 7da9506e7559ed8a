"""An event as data for an archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch

from matches.models import VacationPool
from tournaments.files.archives.open_zip import Json
from tournaments.files.archives.people import People
from tournaments.files.archives.schema import (
    ABSENCE,
    ANNOUNCEMENT,
    CARD,
    DRAWN_MATCH,
    ENTRY,
    EVENT,
    FORBIDDEN,
    LOG_LINE,
    PAIRING,
    PLACE_OFFER,
    ROUND,
    TABLE_SEAT,
    VACANCY,
    VACATION_POOL,
)
from tournaments.files.archives.serialize import to_json
from tournaments.models import (
    Absence,
    Card,
    DrawnMatch,
    Entry,
    Event,
    Pairing,
    PlaceOffer,
    Round,
    Season,
    TableSeat,
    Vacancy,
)

from .matches import ArchivePlace, comes_in

Places = Mapping[int, int]
"""The places of rows by their ids, counted from 1."""


def places_of(ids: Sequence[int]) -> Places:
    return {pk: place for place, pk in enumerate(ids, 1)}


def export_event(
    event: Event, events: Places, people: People, edition: str
) -> tuple[Json, list[tuple[ArchivePlace, int]]]:
    """Return the event, and its matches, as data for an archive.

    The number of queries depends only on how many rounds it has.
    """
    entries = list(event.entries.select_related("player").prefetch_related(_in_order()).order_by("pk"))
    entry = places_of([each.pk for each in entries])
    rounds = list(event.round_set.order_by("pk"))
    pairings = {each.pk: _read_pairings(each, events[event.pk]) for each in rounds}
    place = {pairing.pk: where for of_round in pairings.values() for pairing, where in of_round}
    matches = Matches(edition)
    data = {
        **to_json(EVENT, event, people),
        "leave": vacation_told(event),
        "playoffs_of": events.get(event.playoffs_of_id or 0),
        "entries": [{**_entry(each, people), "captain": entry.get(each.captain_id or 0)} for each in entries],
        "forbidden": [
            {**to_json(FORBIDDEN, each), "first": entry[each.first_id], "second": entry[each.second_id]}
            for each in event.forbidden_pairs.order_by("pk")
        ],
        "round_list": [
            {
                **to_json(ROUND, each),
                "proposed": [[entry.get(pk) for pk in pair] for pair in each.proposed],
                "pairings": [_pairing(pairing, where, entry, matches) for pairing, where in pairings[each.pk]],
            }
            for each in rounds
        ],
        "vacancies": [_vacancy(each, entry, people) for each in _vacancies(event)],
        "cards": [_card(each, entry, place, people) for each in _cards(event)],
        "announcements": [
            to_json(ANNOUNCEMENT, each, people) for each in event.announcements.select_related("by").order_by("pk")
        ],
        "log": [
            {**to_json(LOG_LINE, each, people), "entry": entry.get(each.entry_id or 0)}
            for each in event.log.select_related("by").order_by("pk")
        ],
    }
    return data, matches.found


def vacation_told(terms: Event | Season) -> Json:
    """Return the days of vacation that the event grants: its own, those of all matches outside events, or none."""
    pool = terms.vacation_pool
    if pool is None or pool.key == VacationPool.FRIENDLY:
        return pool and VacationPool.FRIENDLY
    return to_json(VACATION_POOL, pool)


def _in_order() -> Prefetch[Any]:
    return Prefetch("absences", Absence.objects.order_by("round_number"))


def _entry(entry: Entry, people: People) -> Json:
    """Return an entry as data; for someone invited by email who hasn't come, with the address that was typed.

    Whose address it is stays private.
    """
    is_by_mail = "@" in entry.name
    told = to_json(ENTRY, entry) | {"player": None} if is_by_mail else to_json(ENTRY, entry, people)
    return {**told, "absences": [to_json(ABSENCE, each) for each in entry.absences.all()]}


def _read_pairings(round: Round, event: int) -> list[tuple[Pairing, ArchivePlace]]:
    """Return the round's pairings, each with its place in the archive."""
    drawn = Prefetch("drawn", DrawnMatch.objects.select_related("match").defer("match__state").order_by("number"))
    found = round.pairings.select_related("match").defer("match__state").prefetch_related(drawn).order_by("pk")
    if round.event.rules.keeps_table_seats:
        found = found.prefetch_related(Prefetch("table_seats", TableSeat.objects.order_by("index")))
    return [(each, ArchivePlace(event, round.number, number)) for number, each in enumerate(found, 1)]


def _pairing(pairing: Pairing, place: ArchivePlace, entry: Places, matches: Matches) -> Json:
    seats = pairing.table_seats.all() if pairing.size else ()
    return {
        **to_json(PAIRING, pairing),
        "white": entry[pairing.white_id],
        "black": entry.get(pairing.black_id or 0),
        "through": entry.get(pairing.through_id or 0),
        "match": matches.file(pairing, place),
        "seats": [{**to_json(TABLE_SEAT, each), "entry": entry[each.entry_id]} for each in seats],
        "drawn": [
            {
                **to_json(DRAWN_MATCH, each),
                "white": entry[each.white_id],
                "black": entry[each.black_id],
                "match": matches.file(each, place._replace(drawn=each.number)),
            }
            for each in pairing.drawn.all()
        ],
    }


def _vacancies(event: Event) -> Iterable[Vacancy]:
    offers = Prefetch("offers", PlaceOffer.objects.select_related("player", "by").order_by("pk"))
    found = Vacancy.objects.filter(entry__event=event).select_related("player", "taken_by")
    return found.prefetch_related(offers).order_by("pk")


def _vacancy(vacancy: Vacancy, entry: Places, people: People) -> Json:
    return {
        **to_json(VACANCY, vacancy, people),
        "entry": entry[vacancy.entry_id],
        "offers": [to_json(PLACE_OFFER, each, people) for each in vacancy.offers.all()],
    }


def _cards(event: Event) -> Iterable[Card]:
    return Card.objects.filter(entry__event=event).select_related("player", "lifted_by").order_by("pk")


def _card(card: Card, entry: Places, pairing: Mapping[int, ArchivePlace], people: People) -> Json:
    """Return a card as data; the match it was given for is named by its round and its place there."""
    place = pairing.get(card.pairing_id or 0)
    return {
        **to_json(CARD, card, people),
        "entry": entry[card.entry_id],
        "pairing": [place.round, place.board] if place else None,
    }


@dataclass
class Matches:
    """The matches of an event, and the archive's file for each."""

    edition: str
    found: list[tuple[ArchivePlace, int]] = field(default_factory=list)

    def file(self, of: Pairing | DrawnMatch, place: ArchivePlace) -> str | None:
        """Return the file of a match that can be imported again, if there is one."""
        if of.match is None:
            return None
        self.found.append((place, of.match.pk))
        return place.file if comes_in(of.match, self.edition) else None
