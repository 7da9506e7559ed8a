"""The settings of an event in words: for its page, and for the changes in its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from competition.standings import BadTieBreak, parse_tie_break
from i18n.choices import said
from i18n.dates import kept_moment
from i18n.text import Text, begun, joined, noop, pgettext, say, say_many
from matches.clocks.terms_words import time_terms
from matches.clocks.words import quantity
from tournaments.models import Event

FURTHER = "f"  # among the letters of what decides a drawn match of a cup
Format, Registration, Unfinished = Event.Format, Event.Registration, Event.Unfinished


class Fact(NamedTuple):
    """Something to know about an event; ``part`` is its heading, ``fields`` are what it is about."""

    part: str
    label: str
    words: str
    fields: frozenset[str]


class Change(NamedTuple):
    """A changed setting, without ``before`` and ``after`` if these are too long."""

    label: str
    before: str = ""
    after: str = ""

    @property
    def said(self) -> Text:
        if not (self.before or self.after):
            return joined([self.label])
        return say("%(label)s: %(before)s → %(after)s", label=self.label, before=self.before, after=self.after)


def terms_of(event: Event) -> list[Fact]:
    """Return all the event's settings as facts, in the order of its form."""
    return [
        *_event(event),
        *_game(event),
        *_format(event),
        *_entering(event),
        *_rounds(event),
        *_without_opponent(event),
        *_time(event),
    ]


def changes(before: Iterable[Fact], after: Iterable[Fact]) -> list[Change]:
    """Return the differences between an event's facts before and after a change."""
    was = {fact.label: fact for fact in before}
    now = {fact.label: fact for fact in after}
    labels = {fact.label: fact.label for fact in (*was.values(), *now.values())}
    told = ((label, _words_of(was.get(label)), _words_of(now.get(label))) for label in labels)
    return [Change(labels[label], before, after) for label, before, after in told if before != after]


def _words_of(fact: Fact | None) -> str:
    return fact.words if fact else "–"


def tie_break_names(codes: Iterable[str]) -> list[str]:
    return [_name_of(code) for code in codes]


def _fact(part: str, label: str, words: str, *fields: str) -> Fact:
    return Fact(part, say(label), begun(words), frozenset(fields))


def _event(event: Event) -> Iterator[Fact]:
    yield _fact("event", noop("Name"), event.name, "name")
    if event.club is not None:
        yield _fact("event", noop("Club"), event.club.name, "club")
    yield _fact("event", noop("Visible to"), said(event.seen_by.label), "is_public", "club_only")


def _game(event: Event) -> Iterator[Fact]:
    yield _fact("game", noop("Game"), event.game.full_name(event.options), "options")
    analysis = say("allowed during a match") if event.analysis else say("only after a match")
    if not event.is_expedition:
        yield from _between_opponents(event)
    yield _fact("game", noop("Analysis"), analysis, "analysis")
    yield _fact("game", noop("Outside help"), say("not allowed during a match, from people or computers"))


def _between_opponents(event: Event) -> Iterator[Fact]:
    draws = say("players may agree a draw") if event.draws else say("players cannot agree a draw")
    yield _fact("game", noop("Draws"), draws, "draws")
    ratings = say("matches count for them") if event.rated else say("matches do not count")
    yield _fact("game", noop("Ratings"), ratings, "rated")


def _format(event: Event) -> Iterator[Fact]:
    yield _fact("format", noop("Format"), _system(event), "format", "cycles", "accelerated")
    if event.sets_rounds:
        yield _fact("format", noop("Rounds"), str(event.rounds), "rounds")
    if event.has_tables and not event.is_expedition:
        yield _fact("format", noop("Players at a table"), str(event.table_size), "table_size")
    if event.is_cup:
        yield from _cup(event)
    elif event.is_expedition:
        order = joined([begun(say(each.name)) for each in event.game.measures()])
        yield _fact("format", noop("Teams are compared by"), order)
    else:
        yield from _counted(event)
    if not event.is_expedition:
        yield _fact("format", noop("Seeding"), said(Event.Seeding(event.seeding).label), "seeding")


def _cup(event: Event) -> Iterator[Fact]:
    yield _fact("format", noop("A drawn match is decided by"), said(Event.Decides(event.decides).label), "decides")
    if FURTHER in event.decides:
        most = say("at most %(number)s", number=event.most_further)
        yield _fact("format", noop("Further matches"), most, "most_further")
    third = say("played for") if event.third_place else say("shared by the losing semifinalists")
    yield _fact("format", noop("Third place"), third, "third_place")


def _counted(event: Event) -> Iterator[Fact]:
    if event.has_tables:
        yield _fact("format", noop("Points"), said(event.table_points_words), "table_points")
    else:
        yield _fact("format", noop("Points"), said(Event.Points(event.points).label), "points")
    order = joined(tie_break_names(event.tie_breaks)) if event.tie_breaks else pgettext("tie-break", "none")
    yield _fact("format", noop("Tie-breaks"), order, "tie_breaks")
    if event.most_difference is not None:
        most = say_many(
            "at most %(number)s point of a match’s difference in game points",
            "at most %(number)s points of a match’s difference in game points",
            event.most_difference,
        )
        yield _fact("format", noop("Counts for tie-breaks"), most, "most_difference")


def format_words(event: Event) -> Text:
    """Say the format: "Swiss, 5 rounds", "double round robin"."""
    if not event.sets_rounds:
        return _system(event)
    rounds = quantity(event.rounds, "round", "rounds")
    return say("%(system)s, %(rounds)s", system=_system(event), rounds=rounds)


def _system(event: Event) -> Text:
    if event.is_cup or event.has_tables:
        return say("cup") if event.is_cup else said(Format(event.format).label)
    if not event.is_swiss:
        return say("double round robin") if event.cycles == 2 else say("round robin")
    return say("Swiss, accelerated") if event.accelerated else say("Swiss")


def _entering(event: Event) -> Iterator[Fact]:
    registration = said(Registration(event.registration).label)
    yield _fact("entering", noop("Entering"), registration, "registration")
    if event.places is not None:
        places = say("%(places)s, then a waiting list", places=event.places)
        yield _fact("entering", noop("Places"), places, "places")
    if event.closes_at:
        yield _fact("entering", noop("Entries until"), kept_moment(event.closes_at), "closes_at")
    if event.check_in:
        by_mail = say_many(
            "by email, %(number)s hour before the start",
            "by email, %(number)s hours before the start",
            event.check_in_hours,
        )
        yield _fact("entering", noop("Check-in"), by_mail, "check_in", "check_in_hours")
    if event.is_swiss_like:
        yield from _late(event)


def _late(event: Event) -> Iterator[Fact]:
    if event.has_tables:
        words = say("until round %(round)s; each round missed gives nothing", round=event.late_until)
        if event.late_until:
            yield _fact("entering", noop("Late entry"), words, "late_until")
        return
    if event.late_until:
        words = say(
            "until round %(round)s; each round missed before gives %(bye)s",
            round=event.late_until,
            bye=said(Event.LateBye(event.late_bye).label),
        )
        yield _fact("entering", noop("Late entry"), words, "late_until", "late_bye")
    byes = say_many(
        "for %(number)s bye requested in advance",
        "for %(number)s byes requested in advance",
        event.half_byes,
    )
    none = pgettext("half points", "none")
    yield _fact("entering", noop("Half a point"), byes if event.half_byes else none, "half_byes")


def _without_opponent(event: Event) -> Iterator[Fact]:
    if event.is_cup or event.has_tables:
        return
    plays = say("one player has a bye and plays the computer for practice")
    words = plays if event.computer_byes else say("one player has a bye")
    yield _fact("rounds", noop("If the number is odd"), words, "computer_byes")


def _rounds(event: Event) -> Iterator[Fact]:
    starts = kept_moment(event.starts_at) if event.starts_at else say("when an organiser begins it")
    yield _fact("rounds", noop("Start"), starts, "starts_at")
    if event.ends_at:
        yield _fact("rounds", noop("End"), kept_moment(event.ends_at), "ends_at")
    if not event.goes_match_by_match:
        yield _fact("rounds", noop("A round starts"), said(Event.Start(event.round_start).label), "round_start")
    if event.is_round_robin:
        yield _fact("rounds", noop("Matches at the same time"), _at_once(event), "at_once")
    if event.round_days:
        yield _fact("rounds", noop("A round takes"), quantity(event.round_days, "day", "days"), "round_days")
    yield _fact("rounds", noop("Unfinished matches"), _unfinished(event), "unfinished", "extension_days")
    publishing = say("automatically") if event.publishes_itself else say("by an organiser")
    yield _fact("rounds", noop("A round is published"), publishing, "publishes_itself")
    if event.is_swiss_like and event.publishes_itself and event.break_hours:
        pause = quantity(event.break_hours, "hour", "hours")
        yield _fact("rounds", noop("Break between two rounds"), pause, "break_hours")
    if not event.is_cup:
        no_shows = say("are withdrawn") if event.withdraws_no_shows else say("stay in")
        yield _fact("rounds", noop("Round 1 no-shows"), no_shows, "withdraws_no_shows")
    if event.shows_forbidden:
        yield _fact("rounds", noop("Forbidden pairs"), say("shown to players, with the reasons"), "shows_forbidden")
    if event.is_round_robin:
        leaver = said(Event.Leaver(event.leaver).label)
        yield _fact("rounds", noop("Matches of a player who leaves"), leaver, "leaver")


def _at_once(event: Event) -> Text:
    if not event.at_once:
        return say("all")
    one = say("one for each player")
    most = one if event.at_once == 1 else say("at most %(number)s for each player", number=event.at_once)
    if not event.goes_match_by_match:
        return most
    return say("%(most)s, and the next as soon as both players have room", most=most)


def _unfinished(event: Event) -> Text:
    if event.unfinished == Unfinished.EXTEND:
        return say_many(
            "they get %(number)s more day, then an organiser adjudicates them",
            "they get %(number)s more days, then an organiser adjudicates them",
            event.extension_days,
        )
    return said(Unfinished(event.unfinished).label)


def _time(event: Event) -> Iterator[Fact]:
    yield _fact("time", noop("Time control"), joined(list(time_terms(event)), " "), *TIME_FIELDS)


TIME_FIELDS = frozenset(
    ("clock_start", "clock_increment", "clock_cap", "weekends", "nights", "at_zero", "passes", "vacation_pool", "baton")
)


def _name_of(code: str) -> str:
    try:
        return parse_tie_break(code).name
    except BadTieBreak:
        return code
