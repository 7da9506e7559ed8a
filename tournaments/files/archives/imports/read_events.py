"""An event in an archive, as rows that aren't stored yet."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from dataclasses import dataclass, field
from typing import Any

from competition.history import Code
from i18n.text import say
from tournaments.files.archives.file_names import event_file
from tournaments.files.archives.open_zip import Archive, BadArchive, Json
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
)
from tournaments.models import (
    Absence,
    Announcement,
    Card,
    DrawnMatch,
    Entry,
    Event,
    Forbidden,
    LogLine,
    Pairing,
    PlaceOffer,
    Round,
    TableSeat,
    Vacancy,
)
from tournaments.settings.rows import MOST_PLACES

from .read_clubs import (
    MOST_ROUNDS,
    PersonRef,
    VacationTold,
    items,
    keep_table_points,
    obj,
    place,
    rows,
    terms_checked,
    unfit,
    vacation_read,
)

MOST_ENTRIES = 2 * MOST_PLACES  # those who left, and those who wait, among them
CODES = frozenset({"", *(code.value for code in Code)})


@dataclass
class RoundTold:
    """A round of the archive; ``proposed`` are pairs of places among the entries."""

    round: Round
    proposed: list[list[int | None]]
    pairings: list[PairingTold]


@dataclass
class PairingTold:
    """A pairing of the archive; ``match`` is the file of its match, ``seats`` are those of a table."""

    pairing: Pairing
    match: str | None
    drawn: list[tuple[DrawnMatch, str | None]]
    seats: list[TableSeat]

    @property
    def entries(self) -> list[Entry]:
        if self.seats:
            return [seat.entry for seat in self.seats]
        return [who for who in (self.pairing.white, self.pairing.black) if who is not None]


@dataclass
class EventTold:
    event: Event
    organisers: list[int]
    vacation: VacationTold
    playoffs_of: int | None
    entries: list[Entry]
    absences: list[Absence]
    rounds: list[RoundTold] = field(default_factory=list)
    forbidden: list[Forbidden] = field(default_factory=list)
    vacancies: list[Vacancy] = field(default_factory=list)
    offers: list[PlaceOffer] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    announcements: list[Announcement] = field(default_factory=list)
    log: list[LogLine] = field(default_factory=list)

    def entry(self, told: Mapping[str, Json], name: str, where: str) -> Entry | None:
        number = place(told.get(name), len(self.entries), where)
        return self.entries[number - 1] if number else None

    def player(self, told: Mapping[str, Json], name: str, where: str) -> Entry:
        entry = self.entry(told, name, where)
        if entry is None:
            raise unfit(where, name)
        return entry

    @property
    def files(self) -> list[str]:
        """The files of the matches that are imported."""
        pairings = self._pairings
        found = [each.match for each in pairings] + [file for each in pairings for _drawn, file in each.drawn]
        return [file for file in found if file]

    @property
    def rows(self) -> int:
        """The number of rows to store, without the lines of matches."""
        tables: list[Sized] = [self.entries, self.absences, self.rounds, self._pairings, self.forbidden, self.cards]
        tables += [self.vacancies, self.offers, self.announcements, self.log]
        tables += [each.drawn for each in self._pairings] + [each.seats for each in self._pairings]
        return sum(len(each) for each in tables)

    @property
    def begin_anew(self) -> int:
        """The number of matches that were under way and aren't imported."""
        running = [each.pairings for each in self.rounds if each.round.stage == Round.Stage.RUNNING]
        return sum(
            each.pairing.decided_at is None and each.pairing.black is not None and each.match is None
            for pairings in running
            for each in pairings
        )

    @property
    def _pairings(self) -> list[PairingTold]:
        return [each for played in self.rounds for each in played.pairings]


def event_read(archive: Archive, number: int, people: PersonRef) -> EventTold:
    """Read an event's file. Raises ``BadArchive``."""
    where = event_file(number)
    told = obj(archive.json(where), where)
    event = people.row(EVENT, told, where)
    terms_checked(event, where)
    keep_table_points(event, told, is_begun=event.is_begun)
    found = EventTold(
        event=event,
        organisers=[_person(each, people, where) for each in items(told.get("organisers"), where)],
        vacation=vacation_read(told.get("leave"), where),
        playoffs_of=place(told.get("playoffs_of"), number - 1, where),
        entries=[],
        absences=[],
    )
    if len(items(told.get("entries"), where)) > MOST_ENTRIES:
        raise unfit(where, "entries")
    if len(items(told.get("round_list"), where)) > MOST_ROUNDS:
        raise unfit(where, "round_list")
    for each, here in rows(told, "entries", where):
        _entry(found, each, people, here)
    _captains(found, told, where)
    for each, here in rows(told, "forbidden", where):
        first, second = found.player(each, "first", here), found.player(each, "second", here)
        found.forbidden.append(people.row(FORBIDDEN, each, here, event=event, first=first, second=second))
    for each, here in rows(told, "round_list", where):
        found.rounds.append(_round(found, each, archive, people, here))
    for each, here in rows(told, "vacancies", where):
        _vacancy(found, each, people, here)
    for each, here in rows(told, "cards", where):
        found.cards.append(_card(found, each, people, here))
    for each, here in rows(told, "announcements", where):
        found.announcements.append(people.row(ANNOUNCEMENT, each, here, event=event))
    for each, here in rows(told, "log", where):
        found.log.append(people.row(LOG_LINE, each, here, event=event, entry=found.entry(each, "entry", here)))
    _refuse_twice(found, where)
    _refuse_unless_begun(found, where)
    return found


def _captains(found: EventTold, told: Mapping[str, Json], where: str) -> None:
    """Read the captain of each entry."""
    for entry, (each, here) in zip(found.entries, rows(told, "entries", where), strict=True):
        entry.captain = found.entry(each, "captain", here) if "captain" in each else None
        if entry.captain is not None and (entry.captain is entry or entry.number is not None):
            raise unfit(here, "captain")


def _refuse_twice(found: EventTold, where: str) -> None:
    files = found.files
    if len(set(files)) < len(files):
        raise BadArchive(say("%(where)s: a match appears twice.", where=where))


def _refuse_unless_begun(found: EventTold, where: str) -> None:
    """Raise ``BadArchive`` if the event has begun by its date but not by its stage or rounds, or the other way round.

    What has begun is fixed: otherwise its organisers could have results count for ratings afterwards.
    """
    event = found.event
    is_under_way = event.stage in (Event.Stage.RUNNING, Event.Stage.FINISHED)
    if not event.is_begun and (is_under_way or found.rounds):
        raise unfit(where, "begun_at")
    if event.is_begun and event.stage in (Event.Stage.DRAFT, Event.Stage.REGISTRATION):
        raise unfit(where, "stage")


def _entry(found: EventTold, told: Mapping[str, Json], people: PersonRef, where: str) -> None:
    entry = people.row(ENTRY, told, where, event=found.event)
    found.entries.append(entry)
    found.absences += [people.row(ABSENCE, each, here, entry=entry) for each, here in rows(told, "absences", where)]


def _round(found: EventTold, told: Mapping[str, Json], archive: Archive, people: PersonRef, where: str) -> RoundTold:
    row = people.row(ROUND, told, where, event=found.event)
    proposed = [_pair(each, found, where) for each in items(told.get("proposed"), where)]
    pairings = [_pairing(found, row, each, archive, people, here) for each, here in rows(told, "pairings", where)]
    paired = [id(who) for each in pairings for who in each.entries]
    if len(set(paired)) < len(paired):  # each would begin a match of its own once the players are here
        raise unfit(where, "pairings")
    return RoundTold(row, proposed, pairings)


def _pair(told: Json, found: EventTold, where: str) -> list[int | None]:
    """Read a proposed pair, or the players of a table, as places among the entries. Raises ``BadArchive``."""
    pair = [place(each, len(found.entries), where) for each in items(told, where)]
    is_table = None not in pair and found.event.rules.may_propose_table(found.event, len(pair))
    if not is_table and (len(pair) != 2 or pair[0] is None):
        raise unfit(where, "proposed")
    return pair


def _pairing(
    found: EventTold, round: Round, told: Mapping[str, Json], archive: Archive, people: PersonRef, where: str
) -> PairingTold:
    white, black = found.player(told, "white", where), found.entry(told, "black", where)
    through = found.entry(told, "through", where)
    row = people.row(PAIRING, told, where, round=round, white=white, black=black, through=through)
    if not {row.white_code, row.black_code} <= CODES:
        raise unfit(where, "black")
    is_of_two = row.black not in (None, row.white)
    if is_of_two and bool(row.white_code) != bool(row.black_code):  # a match is decided for both or neither
        raise unfit(where, "black_code")
    if row.through not in (None, row.white, row.black):
        raise unfit(where, "through")
    drawn = []
    for each, here in rows(told, "drawn", where):
        white, black = found.player(each, "white", here), found.player(each, "black", here)
        one = people.row(DRAWN_MATCH, each, here, pairing=row, white=white, black=black)
        drawn.append((one, _file(each, archive, here)))
    return PairingTold(row, _file(told, archive, where), drawn, _seats(found, row, told, people, where))


def _seats(
    found: EventTold, pairing: Pairing, told: Mapping[str, Json], people: PersonRef, where: str
) -> list[TableSeat]:
    """Read the seats of a table, the first two of which are the pairing's white and black. Raises ``BadArchive``."""
    seats = [
        people.row(TABLE_SEAT, each, here, pairing=pairing, entry=found.player(each, "entry", here))
        for each, here in (rows(told, "seats", where) if "seats" in told else ())
    ]
    if wrong := found.event.rules.fault_in_archive(found.event, pairing, seats):
        raise unfit(where, wrong)
    if not all(seat.place is None or 1 <= seat.place <= len(seats) for seat in seats):
        raise unfit(where, "seats")
    pairing.size = len(seats)
    for index, seat in enumerate(seats):
        seat.index = index
    return seats


def _file(told: Mapping[str, Json], archive: Archive, where: str) -> str | None:
    file = told.get("match")
    if file is not None and not (isinstance(file, str) and archive.has(file)):
        raise unfit(where, "match")
    return file


def _vacancy(found: EventTold, told: Mapping[str, Json], people: PersonRef, where: str) -> None:
    vacancy = people.row(VACANCY, told, where, entry=found.player(told, "entry", where))
    found.vacancies.append(vacancy)
    found.offers += [people.row(PLACE_OFFER, each, here, vacancy=vacancy) for each, here in rows(told, "offers", where)]


def _card(found: EventTold, told: Mapping[str, Json], people: PersonRef, where: str) -> Card:
    card = people.row(CARD, told, where, entry=found.player(told, "entry", where))
    if told.get("pairing") is not None:
        card.pairing = _at(found, items(told["pairing"], where), where)
    return card


def _at(found: EventTold, at: list[Any], where: str) -> Pairing:
    played = {each.round.number: each.pairings for each in found.rounds}
    if len(at) != 2 or type(at[0]) is not int or at[0] not in played:
        raise unfit(where, "pairing")
    number = place(at[1], len(played[at[0]]), where)
    if number is None:
        raise unfit(where, "pairing")
    return played[at[0]][number - 1].pairing


def _person(told: Json, people: PersonRef, where: str) -> int:
    person = place(told, len(people.names), where)
    if person is None:
        raise unfit(where, "organisers")
    return person
