"""What a set of pairs made by hand breaks of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.history import Colour, History
from tournaments.pairing.pair import Pair

from .allocation import allocate, initial_colour
from .below import Round
from .colours import Strength
from .comparison import first_worse
from .completion import NoLegalPairing, prepare
from .field import Entrant, Field, field_of
from .legal import forbidden_now

ATTENDANCE = "C.04.1"
FORBIDDEN = "forbidden"  # by the organiser, not by an article


class Breach(NamedTuple):
    """A rule that is broken: its article (of C.04.3, where none is named), the players it is about, and a sentence."""

    article: str
    numbers: tuple[int, ...]
    text: str


def broken_rules(history: History, pairs: Sequence[Pair]) -> tuple[Breach, ...]:
    """Everything that these pairs of the coming round break, most serious first.

    Who sits where is checked, then each pair by itself and the bye (C1–C3, C5, forbidden pairs), then colours (E). If
    all that makes a legal round, then what the rules prefer: the first bracket that could be paired better, by the
    first criterion that says so.
    """
    field = field_of(history)
    serious = [*_attendance(field, pairs)]
    known = [pair for pair in pairs if pair.white in field.place and (pair.is_bye or pair.black in field.place)]
    serious += _against_the_law(field, known)
    try:
        round = prepare(field)
    except NoLegalPairing:
        return (*serious, *_colours(field, known))
    unwelcome = [*_bye_too_high(round, known)]
    colours = [*_colours(field, known)]
    if serious or unwelcome:
        return (*serious, *unwelcome, *colours)
    return (*_quality(round, known), *colours)


def _attendance(field: Field, pairs: Sequence[Pair]) -> Iterator[Breach]:
    seated = Counter(number for pair in pairs for number in {pair.white, pair.black} if number)
    names = {player.number for player in field.history.players}
    for number, count in sorted(seated.items()):
        if number not in names:
            yield Breach(ATTENDANCE, (number,), f"There is no player {number}.")
        elif number not in field.place:
            yield Breach(ATTENDANCE, (number,), f"Player {number} is not present in round {field.round}.")
        elif count > 1:
            yield Breach(ATTENDANCE, (number,), f"Player {number} is paired {count} times.")
    for number in sorted(field.place.keys() - seated.keys()):
        yield Breach("C4", (number,), f"Player {number} is neither paired nor given the bye.")
    byes = tuple(pair.white for pair in pairs if pair.is_bye)
    if len(byes) > len(field.entrants) % 2:
        allowed = "only one player" if len(field.entrants) % 2 else "nobody, their number being even,"
        yield Breach(ATTENDANCE, byes, f"Of those who are present {allowed} can get the bye.")


def _against_the_law(field: Field, pairs: Sequence[Pair]) -> Iterator[Breach]:
    for pair in pairs:
        one = field.entrants[field.place[pair.white]]
        if pair.is_bye:
            if not one.may_take_bye:
                text = f"Player {one.number} has had a bye or won without playing, and cannot get the bye."
                yield Breach("C2", (one.number,), text)
        elif pair.white == pair.black:
            yield Breach(ATTENDANCE, (one.number,), f"Player {one.number} cannot meet themselves.")
        else:
            yield from _between(field, one, field.entrants[field.place[pair.black]])


def _between(field: Field, one: Entrant, other: Entrant) -> Iterator[Breach]:
    both = one.number, other.number
    names = f"Players {one.number} and {other.number}"
    if other.number in one.met:
        yield Breach("C1", both, f"{names} have played each other.")
    if any(players.issuperset(both) for players in forbidden_now(field)):
        yield Breach(FORBIDDEN, both, f"{names} are not to meet in this round, by the organiser's word.")
    same = one.preference == other.preference and one.preference.strength is Strength.ABSOLUTE
    if same and not one.is_topscorer and not other.is_topscorer:
        yield Breach("C3", both, f"{names} must both have {_named(one.preference.colour)}.")


def _bye_too_high(round: Round, pairs: Sequence[Pair]) -> Iterator[Breach]:
    field = round.field
    for pair in pairs:
        score = field.entrants[field.place[pair.white]].score
        if round.bye and pair.is_bye and score > round.bye_score:
            has, enough = (f"{float(field.ledger.points(each)):g}" for each in (score, round.bye_score))
            text = f"Player {pair.white}, with {has} points, gets the bye, which can go to a player with {enough}."
            yield Breach("C5", (pair.white,), text)


def _colours(field: Field, pairs: Sequence[Pair]) -> Iterator[Breach]:
    initial = initial_colour(field.history)
    for pair in pairs:
        if pair.is_bye or pair.white == pair.black:
            continue
        places = field.place[pair.white], field.place[pair.black]
        higher, lower = (field.entrants[place] for place in sorted(places))
        colour, rule = allocate(higher, lower, initial)
        white = higher if colour is Colour.WHITE else lower
        if white.number != pair.white:
            text = f"{pair.white} and {pair.black} have their colours the wrong way round."
            yield Breach(rule, (pair.white, pair.black), f"Players {text}")


def _quality(round: Round, pairs: Sequence[Pair]) -> Iterator[Breach]:
    place = round.field.place
    matches = {place[one]: place[other] for pair in pairs if not pair.is_bye for one, other in (pair, pair[::-1])}
    if worse := first_worse(round, matches):
        numbers = tuple(sorted(round.field.entrants[each].number for each in worse.places))
        yield Breach(worse.article, numbers, worse.text)


def _named(colour: Colour | None) -> str:
    return "white" if colour is Colour.WHITE else "black"
