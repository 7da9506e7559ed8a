"""A preview of what importing a tournament from a TRF file would make of an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext as _

from competition.history import Code, Forbidden, History, Scoring
from competition.pairing.acceleration import virtual_points
from competition.standings import BadTieBreak, parse_tie_break
from competition.standings.tie_break import check_tie_break
from competition.trf import Document, PlannedBye, remarks
from tournaments.events.start import FEWEST
from tournaments.formats.format import Format
from tournaments.formats.trf_rounds import PlayedRound, rounds_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.models.formats import all_formats, format_of
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.settings.rows import MOST_PLACES, MOST_TIE_BREAKS

MOST_FORBIDDEN = 1000
SCORINGS = {
    Event.Points.ONE: Scoring(),
    Event.Points.THREE: Scoring(Fraction(3), Fraction(1)),
}
NOT_BEGUN = (Event.Stage.DRAFT, Event.Stage.REGISTRATION)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of what an import would make of the event.

    ``history`` has the number of rounds it will have; ``settings`` are those the file decides; ``accelerated`` are the
    pairing numbers that get virtual points; ``byes`` are granted for rounds to come; ``accounts`` are entries already
    in the event, by pairing number; ``warnings`` are sentences.
    """

    history: History
    settings: Mapping[str, object]
    rounds: tuple[PlayedRound, ...]
    accelerated: frozenset[int]
    byes: tuple[PlannedBye, ...]
    accounts: Mapping[int, Entry]
    warnings: tuple[str, ...]

    @property
    def rules(self) -> Format:
        return format_of(str(self.settings["format"]))


def plan_of(event: Event, document: Document) -> Plan:
    """Plan an import. Two queries. Raises ``TournamentRefused`` with what prevents it."""
    if event.is_begun or event.stage not in NOT_BEGUN or event.round_set.exists():
        raise TournamentRefused(_("This event has started. Import the tournament into a new one."), "file", 409)
    if event.rules.why_no_import:
        raise TournamentRefused(str(event.rules.why_no_import), "file", 409)
    rules = _format(event, document)
    rounds, cycles = rules.trf_length(event, document)
    history = replace(document.history, rounds=rounds)
    played = rounds_of(history)
    _refuse_unknown(history, played)
    rules.refuse_trf(history, played, cycles)
    accelerated = _accelerated(history)
    settings = {
        "format": rules.slug,
        "cycles": cycles,
        "rounds": rounds,
        "points": _points(history.scoring),
        "accelerated": bool(accelerated),
        "tie_breaks": _tie_breaks(event, document, rules),
    }
    warnings = (*remarks(document), *_not_kept(document))
    return Plan(history, settings, played, accelerated, _byes(document), _accounts(event, history), warnings)


def _format(event: Event, document: Document) -> Format:
    """Return the format of the file's system; if it names none, the event's if that imports such files."""
    possible = [each for each in all_formats() if each.imports_trf]
    if document.header.type_code or document.header.kind:
        return next(each for each in possible if each.system is document.header.system)
    return next((each for each in possible if each is event.rules), possible[0])


def _refuse_unknown(history: History, played: tuple[PlayedRound, ...]) -> None:
    count = len(history.players)
    if not FEWEST <= count <= MOST_PLACES:
        raise TournamentRefused(
            _("An event can have %(fewest)s to %(most)s players; this one has %(count)s.")
            % {"fewest": FEWEST, "most": MOST_PLACES, "count": count},
            "file",
        )
    if history.extra_points:
        raise TournamentRefused(
            _("The file adds or deducts points outside the results (record 299), which isn’t supported here."), "file"
        )
    for each in played[:-1]:
        if each.is_open:
            raise TournamentRefused(
                _("Round %(round)s has games without a result, but the next round is already paired.")
                % {"round": each.number},
                "file",
                422,
            )
    if sum(_pairs_in(group) for group in history.forbidden) > MOST_FORBIDDEN:
        raise TournamentRefused(_("The file forbids more than %(most)s pairs.") % {"most": MOST_FORBIDDEN}, "file")


def _pairs_in(group: Forbidden) -> int:
    return len(group.players) * (len(group.players) - 1) // 2


def pairs_in(group: Forbidden) -> Iterator[tuple[int, int]]:
    yield from combinations(sorted(group.players), 2)


def _accelerated(history: History) -> frozenset[int]:
    virtual = {key: points for key, points in history.virtual_points.items() if points}
    group = frozenset(number for round_number, number in virtual if round_number == 1)
    if virtual != virtual_points(sorted(group), history.rounds, history.scoring):
        raise TournamentRefused(
            _("The file uses an acceleration other than the Baku method, the only one supported here."), "file"
        )
    return group


def _points(scoring: Scoring) -> str:
    for points, known in SCORINGS.items():
        if replace(scoring, pairing_bye=None) == known and scoring.pairing_bye in (None, scoring.win):
            return points
    raise TournamentRefused(
        _(
            "This file’s points aren’t supported here: results must count 1, ½, 0 or 3, 1, 0, a pairing bye "
            "as a win and an absence as nothing."
        ),
        "file",
    )


def _tie_breaks(event: Event, document: Document, rules: Format) -> list[str]:
    """Return the tie-breaks of the file that exist here, else the event's, else the usual ones."""
    found: list[str] = []
    for code in document.header.tie_breaks or document.header.standings:
        try:
            tie_break = parse_tie_break(code)
            check_tie_break(tie_break, rules.system)
        except BadTieBreak:
            continue
        if tie_break.code not in ("PTS", *found):
            found.append(tie_break.code)
    if found:
        return found[:MOST_TIE_BREAKS]
    return list(event.tie_breaks) if event.rules is rules else usual_tie_breaks(rules.slug)


def _byes(document: Document) -> tuple[PlannedBye, ...]:
    """Return the byes for the coming round, and those after it.

    A pairing bye that was given ahead is a bye with a full point here: it counts as much, and its player gets no other.
    """
    coming = document.history.paired_rounds
    granted = (
        PlannedBye(player.results[coming].code, coming + 1, player.number)
        for player in document.history.players
        if len(player.results) > coming
    )
    return tuple(
        bye._replace(code=Code.FULL_BYE) if bye.code is Code.PAIRING_BYE else bye for bye in (*granted, *document.byes)
    )


def _accounts(event: Event, history: History) -> dict[int, Entry]:
    """Return the event's entries by pairing number.

    Raises ``TournamentRefused`` if the file doesn't have exactly one player of the same name.
    """
    named = Counter(player.name.casefold() for player in history.players)
    numbers = {player.name.casefold(): player.number for player in history.players}
    found, missing = {}, []
    for entry in event.entries.filter(status=Entry.Status.ENTERED).select_related("player").order_by("pk"):
        name = entry.shown_name.casefold()
        if named[name] == 1:
            found[numbers[name]] = entry
        else:
            missing.append(entry.shown_name)
    if missing:
        raise TournamentRefused(
            _(
                "%(name)s has entered this event but isn’t in the file under that name. Remove players who "
                "aren’t playing, or use the file’s names."
            )
            % {"name": missing[0]},
            "file",
            409,
        )
    return found


def _not_kept(document: Document) -> Iterator[str]:
    details = document.details.values()
    if any(each.title or each.federation or each.fide_id or each.birth_date or each.sex for each in details):
        yield _("Titles, federations, FIDE numbers and dates of birth are not imported.")
    if document.other:
        tags = ", ".join(sorted({line[:3] for line in document.other}))
        yield _("Records not supported here are left out: %(records)s.") % {"records": tags}
