"""Importing an archive as a club of this site: all of it, or nothing.

The file can't give anyone a place here: its people come as names without an account, and each takes their place later,
by a link of their own (``archives.claim``). No one gets an email.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.clocks.pauses import friendly_pool
from matches.models import Match, VacationPool
from matches.verify.import_match import InvalidImport, import_match
from timekeeping import clock
from tournaments.clubs import edit
from tournaments.events.settings.save import VacationTerms, save
from tournaments.files.archives import claim
from tournaments.files.archives.file_names import event_file, event_places
from tournaments.files.archives.open_zip import Archive, BadArchive
from tournaments.files.archives.people import label
from tournaments.locking.club_log import note
from tournaments.locking.log import Kind
from tournaments.locking.log import note as note_event
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Arrival, Club, Event, Membership, Season
from tournaments.standings.standings import standings_of

from .read_clubs import LeagueTold, VacationTold, club_read, unfit
from .read_events import EventTold, event_read
from .read_matches import MatchTold, lines_in, match_read

BATCH = 500


@dataclass(frozen=True)
class ImportOptions:
    """Options of an import. ``person`` is the owner's place among the archive's people, if any.

    ``trusted``: the host imports it, who could change the database anyway; so running matches continue, and results
    count for ratings.
    """

    name: str
    owner: User
    person: int | None = None
    trusted: bool = False


@dataclass(frozen=True)
class Preview:
    """A preview of what an import would create: counts, and the names of the club and its people.

    ``rows`` is roughly how many rows would be stored; ``begin_anew`` how many matches can't continue.
    """

    club: str
    people: list[str]
    members: int
    leagues: int
    events: int = 0
    running: int = 0
    entries: int = 0
    matches: int = 0
    rows: int = 0
    begin_anew: int = 0

    def with_event(self, event: EventTold, lines: int) -> Preview:
        """Return the preview with one more event; ``lines`` counts the log lines of its matches."""
        return replace(
            self,
            events=self.events + 1,
            running=self.running + (event.event.stage == Event.Stage.RUNNING),
            entries=self.entries + len(event.entries),
            matches=self.matches + len(event.files),
            rows=self.rows + event.rows + lines,
            begin_anew=self.begin_anew + event.begin_anew,
        )


def preview(archive: Archive) -> Preview:
    """Read everything except the matches' logs, and return what an import would create. Raises ``BadArchive``."""
    told = club_read(archive)
    members = sum(each.status == Membership.Status.MEMBER for each in told.members)
    found = Preview(told.club.name, list(told.people.names), members, len(told.leagues), rows=told.rows)
    for number in event_places(archive.names):
        event = event_read(archive, number, told.people)
        told.people.found.clear()
        found = found.with_event(event, sum(lines_in(archive, file) for file in event.files))
    return found


def import_club(archive: Archive, wish: ImportOptions, report: Callable[[int], None] = lambda _matches: None) -> Club:
    """Import the club for ``wish.owner`` and return it.

    ``report`` is told how many matches are in so far. Raises ``TournamentRefused``, with nothing stored.
    """
    try:
        with transaction.atomic():
            return _Bringing(archive, wish, report).run()
    except BadArchive as error:
        raise TournamentRefused(str(error), "file") from error
    except (DataError, IntegrityError, ValidationError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise TournamentRefused(_("The archive contradicts itself."), "file") from error


class _Bringing:
    def __init__(self, archive: Archive, wish: ImportOptions, report: Callable[[int], None]) -> None:
        self.archive, self.wish, self.report = archive, wish, report
        self.matches = 0
        self.told = club_read(archive)
        self.people = self.told.people
        self.arrivals = [Arrival(name=name) for name in self.people.names]
        self.places: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.events: dict[int, Event] = {}

    def run(self) -> Club:
        club = self.told.club
        edit.store_as(club, self.wish.name)
        _store(self.told.members)
        _store(self.told.news)
        _store(self.told.log)
        self._take_note()
        for number in event_places(self.archive.names):
            self.events[number] = self._event(event_read(self.archive, number, self.people))
        for league in self.told.leagues:
            self._league(league)
        self._take_note()
        self._store_arrivals(club)
        note(club, say("Imported the club from another site’s archive."), by=self.wish.owner)
        self._give_owner(club)
        Club.objects.filter(pk=club.pk).update(changed_at=clock.now())
        club.refresh_from_db()
        return club

    def _take_note(self) -> None:
        """Note which person each of the rows stored so far belongs to."""
        waiting = []
        for each in self.people.found:
            if each.row.pk is None:
                waiting.append(each)
            else:
                self.places[each.person][label(each.row, each.field)].append(each.row.pk)
        self.people.found[:] = waiting

    def _store_arrivals(self, club: Club) -> None:
        kept = []
        for person, arrival in enumerate(self.arrivals, 1):
            if person in self.places:
                arrival.club, arrival.places = club, self.places[person]
                kept.append(arrival)
        _store(kept)

    def _give_owner(self, club: Club) -> None:
        if self.wish.person is not None:
            arrival = self.arrivals[self.wish.person - 1]
            if arrival.pk is not None:
                claim.give_rows(arrival, self.wish.owner)
        owner = Membership.Role.OWNER
        members = Membership.objects
        membership, _made = members.get_or_create(club=club, player=self.wish.owner, defaults={"role": owner})
        if (membership.role, membership.status) != (owner, Membership.Status.MEMBER):
            membership.role, membership.status, membership.since = owner, Membership.Status.MEMBER, clock.now()
            membership.save()

    # -- leagues -----------------------------------------------------------------------------------------------------

    def _league(self, told: LeagueTold) -> None:
        told.league.save(force_insert=True)
        for each in told.seasons:
            _save_terms(each.season, each.vacation)
            for division, event in each.divisions:
                if event is not None and event not in self.events:
                    raise BadArchive(say("The file %(name)s is missing from the archive.", name=event_file(event)))
                division.event = self.events[event] if event else None
            _store([division for division, _event in each.divisions])
            _store(each.entries)

    # -- events ------------------------------------------------------------------------------------------------------

    def _event(self, told: EventTold) -> Event:
        event = told.event
        event.club = self.told.club
        if not self.wish.trusted:
            event.rated = False
            event.publishes_itself = event.publishes_itself and event.stage != Event.Stage.RUNNING
        if told.playoffs_of is not None:
            event.playoffs_of = self.events[told.playoffs_of]
        _save_terms(event, told.vacation)
        for person in told.organisers:
            self.places[person][label(event, "organisers")].append(event.pk)
        led = [entry for entry in told.entries if entry.captain is not None]
        _store([entry for entry in told.entries if entry.captain is None])
        for rows in (led, told.absences, told.forbidden, told.announcements, told.log):
            _store(rows)
        self._rounds(told)
        for more in (told.vacancies, told.offers, told.cards):
            _store(more)
        self._take_note()
        if event.is_begun:
            standings_of(event)
        return event

    def _rounds(self, told: EventTold) -> None:
        stopped = 0
        for played in told.rounds:
            played.round.proposed = [
                [told.entries[each - 1].pk if each else None for each in pair] for pair in played.proposed
            ]
            played.round.save(force_insert=True)
            for each in played.pairings:
                number = played.round.number
                each.pairing.match = self._match(told.event, each.match, number)
                for drawn, file in each.drawn:
                    drawn.match = self._match(told.event, file, number)
                stopped += each.pairing.match is not None and not each.pairing.match.is_over
            _store([each.pairing for each in played.pairings])
            _store([drawn for each in played.pairings for drawn, _file in each.drawn])
            _store([seat for each in played.pairings for seat in each.seats])
        if stopped:
            words = say("The clocks of running matches are paused until an organiser starts them.")
            note_event(told.event, Kind.CLOCK, words, by=self.wish.owner)

    def _match(self, event: Event, file: str | None, number: int) -> Match | None:
        """Import a match from its file, and return it; ``None`` if there is none, or if it can't continue.

        Without accounts no one can play on, so only the host can import matches that run.
        """
        if file is None:
            return None
        told = match_read(self.archive, file, self.people)
        is_fit = told.match.game_slug == event.game_slug
        if not is_fit or not (told.match.is_over or self.wish.trusted):
            self._forget(told)
            if not is_fit:
                raise unfit(file, "game_slug")
            return None
        match = told.match
        match.occasion_path = reverse("tournaments:round", args=[event.pk, number])
        match.vacation_pool = event.vacation_pool if told.has_vacation else None
        try:
            import_match(match, told.seats, told.lines, told.undoes, told.offered)
        except InvalidImport as error:
            words = say("%(where)s: the match doesn’t follow from its turns.", where=file)
            raise BadArchive(words) from error
        for handover in told.handovers:
            handover.seat, handover.line = handover.seat, handover.line
        _store(told.handovers)
        self.matches += 1
        self.report(self.matches)
        return match

    def _forget(self, told: MatchTold) -> None:
        rows = [*told.seats, *told.handovers]
        self.people.found[:] = [each for each in self.people.found if not any(each.row is row for row in rows)]


def _save_terms(terms: Event | Season, vacation: VacationTold) -> None:
    """Save the event or season with the vacation days that it grants."""
    is_own = isinstance(vacation, VacationPool)
    terms.vacation_pool = vacation if isinstance(vacation, VacationPool) else friendly_pool() if vacation else None
    save(terms, VacationTerms("own" if is_own else "friendly" if vacation else "none"))


def _store(rows: Iterable[Any]) -> None:
    found: list[models.Model] = list(rows)
    if found:
        type(found[0])._default_manager.bulk_create(found, batch_size=BATCH)
