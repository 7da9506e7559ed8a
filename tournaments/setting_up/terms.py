"""What an event fixes, in words: for its page, and to tell in its log what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from matches.clockwords import counted
from matches.timeterms import time_terms
from tournaments.models import Event
from tournaments.standings import BadTieBreak, parse

Format, Registration, Unfinished = Event.Format, Event.Registration, Event.Unfinished


class Fact(NamedTuple):
    """``part`` is the heading it stands under; ``fields`` are what it tells of."""

    part: str
    label: str
    words: str
    fields: frozenset[str]


class Change(NamedTuple):
    """Without ``before`` and ``after`` where these are too long to tell."""

    label: str
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.before} → {self.after}" if self.before or self.after else self.label


def terms_of(event: Event) -> list[Fact]:
    """All that the event fixes, in the order of its form."""
    return [*_event(event), *_game(event), *_format(event), *_entering(event), *_rounds(event), *_time(event)]


def changes(before: Iterable[Fact], after: Iterable[Fact]) -> list[Change]:
    """What differs between the facts of an event as it was and as it is."""
    was = {fact.label: fact.words for fact in before}
    now = {fact.label: fact.words for fact in after}
    labels = list(dict.fromkeys([*was, *now]))
    return [
        Change(label, was.get(label, "–"), now.get(label, "–"))
        for label in labels
        if was.get(label, "–") != now.get(label, "–")
    ]


def tie_break_names(codes: Iterable[str]) -> list[str]:
    return [_name_of(code) for code in codes]


def _fact(part: str, label: str, words: str, *fields: str) -> Fact:
    return Fact(part, label, words[:1].upper() + words[1:], frozenset(fields))


def _event(event: Event) -> Iterator[Fact]:
    yield _fact("event", "Name", event.name, "name")
    yield _fact("event", "Seen by", "everybody" if event.is_public else "members of this site", "is_public")


def _game(event: Event) -> Iterator[Fact]:
    yield _fact("game", "Game", f"{event.game.name}: {event.game.describe_options(event.options)}", "options")
    draws = "players may agree a draw" if event.draws else "players cannot agree a draw"
    yield _fact("game", "Draws", draws, "draws")
    yield _fact("game", "Ratings", "matches count for them" if event.rated else "matches do not count", "rated")


def _format(event: Event) -> Iterator[Fact]:
    yield _fact("format", "Format", _system(event), "format", "cycles", "accelerated")
    if event.is_swiss:
        yield _fact("format", "Rounds", str(event.rounds), "rounds")
    yield _fact("format", "Points", event.get_points_display(), "points")
    order = ", ".join(_name_of(code) for code in event.tie_breaks) or "none"
    yield _fact("format", "Tie-breaks", order, "tie_breaks")
    if event.most_difference is not None:
        most = f"at most {counted(event.most_difference, 'point', 'points')} of a match’s difference in volley points"
        yield _fact("format", "Counts for tie-breaks", most, "most_difference")
    yield _fact("format", "Numbers are given", event.get_seeding_display(), "seeding")


def format_words(event: Event) -> str:
    """ "Swiss, 5 rounds", "double round robin"."""
    return f"{_system(event)}, {counted(event.rounds, 'round', 'rounds')}" if event.is_swiss else _system(event)


def _system(event: Event) -> str:
    if not event.is_swiss:
        return "double round robin" if event.cycles == 2 else "round robin"
    return "Swiss, accelerated" if event.accelerated else "Swiss"


def _entering(event: Event) -> Iterator[Fact]:
    yield _fact("entering", "Entering", event.get_registration_display(), "registration")
    if event.places is not None:
        yield _fact("entering", "Places", f"{event.places}; who comes later waits for one", "places")
    if event.closes_at:
        yield _fact("entering", "Entries until", _moment(event.closes_at), "closes_at")
    if event.check_in:
        hours = counted(event.check_in_hours, "hour", "hours")
        yield _fact("entering", "Check-in", f"by mail, {hours} before the start", "check_in", "check_in_hours")
    if not event.is_swiss:
        return
    if event.late_until:
        missed = event.get_late_bye_display()
        words = f"until round {event.late_until}; a round missed before brings {missed}"
        yield _fact("entering", "Late entry", words, "late_until", "late_bye")
    byes = (
        f"for {counted(event.half_byes, 'round', 'rounds')} that a player says beforehand to miss"
        if event.half_byes
        else "none"
    )
    yield _fact("entering", "Half a point", byes, "half_byes")


def _rounds(event: Event) -> Iterator[Fact]:
    starts = _moment(event.starts_at) if event.starts_at else "when an organiser begins it"
    yield _fact("rounds", "Start", starts, "starts_at")
    yield _fact("rounds", "A round starts", event.get_round_start_display(), "round_start")
    if event.round_days:
        yield _fact("rounds", "A round takes", counted(event.round_days, "day", "days"), "round_days")
    yield _fact("rounds", "Unfinished matches", _unfinished(event), "unfinished", "extension_days")
    publishing = "by itself" if event.publishes_itself else "by an organiser"
    yield _fact("rounds", "A round is published", publishing, "publishes_itself")
    no_shows = "is withdrawn" if event.withdraws_no_shows else "stays in"
    yield _fact("rounds", "Who loses round 1 without a turn", no_shows, "withdraws_no_shows")
    if not event.is_swiss:
        yield _fact("rounds", "Matches of a player who leaves", event.get_leaver_display(), "leaver")


def _unfinished(event: Event) -> str:
    if event.unfinished == Unfinished.EXTEND:
        return f"they get {counted(event.extension_days, 'more day', 'more days')}, then an organiser settles them"
    return event.get_unfinished_display()


def _time(event: Event) -> Iterator[Fact]:
    yield _fact("time", "Time", " ".join(time_terms(event)), *TIME_FIELDS)


TIME_FIELDS = frozenset(
    ("clock_start", "clock_increment", "clock_cap", "weekends", "nights", "at_zero", "passes", "leave_pool")
)


def _moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j F Y, H:i T")


def _name_of(code: str) -> str:
    try:
        return parse(code).name
    except BadTieBreak:
        return code
