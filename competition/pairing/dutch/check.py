"""The rules that pairs made by hand break, or the reason why the engine pairs a legal round differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from competition.history import Colour, History, Pair
from competition.pairing.matching import bits
from i18n.text import noop, say

from .brackets import Matches, bracket_at, everybody_left, pair_brackets
from .can_be_paired import NoLegalPairing, prepare
from .colour_allocation import allocate, initial_colour
from .colour_preferences import Strength
from .criteria import Bracket, Traits
from .downfloaters import CompletableRound
from .field import Entrant, RoundField, field_of
from .legal import forbidden_now

ATTENDANCE = "C.04.1"
FORBIDDEN = "forbidden"  # by the organiser, not by an article
HAVE_MET = noop("Players %(player)s and %(other)s have played each other.")
NOT_TO_MEET = noop("Players %(player)s and %(other)s must not meet in this round: the organiser has forbidden it.")
BOTH_WHITE = noop("Players %(player)s and %(other)s must both have white.")
BOTH_BLACK = noop("Players %(player)s and %(other)s must both have black.")
WRONG_WAY = noop("Players %(player)s and %(other)s have their colours the wrong way round.")
REASONS: Final = {
    "C6": noop("more players go down from here than must"),
    "C7": noop("the players who go down from here could have fewer points"),
    "C8": noop("if others went down from here, the next bracket could be paired better"),
    "C9": noop("the bye goes to a player with more unplayed games than another one has"),
    "C10": noop("more pairs than necessary have two players with a large colour difference to the same side"),
    "C11": noop("more players than necessary get a colour for the third time running"),
    "C12": noop("more players than necessary do not get the colour they prefer"),
    "C13": noop("more players than necessary do not get the colour they strongly prefer"),
    "C14": noop("more players than necessary go down again, as in the last round"),
    "C15": noop("more players than necessary meet one who came down, as in the last round"),
    "C16": noop("more players than necessary go down again, as two rounds ago"),
    "C17": noop("more players than necessary meet one who came down, as two rounds ago"),
    "C18": noop("a player with more points than necessary goes down further, as in the last round"),
    "C19": noop("a player with more points than necessary meets one who also had to go up in the last round"),
    "C20": noop("a player with more points than necessary goes down further, as two rounds ago"),
    "C21": noop("a player with more points than necessary meets one who also had to go up two rounds ago"),
    "B": noop("these pairs are as good as any, but the rules put others first"),
}


class Breach(NamedTuple):
    """A broken rule: its article (of C.04.3 unless another is named), the players concerned, and a sentence."""

    article: str
    numbers: tuple[int, ...]
    text: str


def broken_rules(history: History, pairs: Sequence[Pair]) -> tuple[Breach, ...]:
    """List everything that is wrong with the given pairs of the coming round, most serious first.

    Attendance is checked first. Then come each pair alone and the bye: no second meeting (C1), no second bye (C2), no
    two players who must have the same colour (C3), the bye at the lowest score possible (C5), forbidden pairs; then the
    colours (E.1 to E.5). If all that makes a legal round, the quality criteria follow: the first bracket that could be
    paired better, by the first criterion that says so.
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


def _attendance(field: RoundField, pairs: Sequence[Pair]) -> Iterator[Breach]:
    seated = Counter(number for pair in pairs for number in {pair.white, pair.black} if number)
    names = {player.number for player in field.history.players}
    for number, count in sorted(seated.items()):
        if number not in names:
            yield Breach(ATTENDANCE, (number,), say("There is no player %(player)s.", player=number))
        elif number not in field.place:
            text = say("Player %(player)s is not present in round %(round)s.", player=number, round=field.round)
            yield Breach(ATTENDANCE, (number,), text)
        elif count > 1:
            text = say("Player %(player)s is paired %(count)s times.", player=number, count=count)
            yield Breach(ATTENDANCE, (number,), text)
    for number in sorted(field.place.keys() - seated.keys()):
        text = say("Player %(player)s is neither paired nor given the bye.", player=number)
        yield Breach("C4", (number,), text)
    byes = tuple(pair.white for pair in pairs if pair.is_bye)
    if len(byes) > len(field.entrants) % 2:
        one = noop("Only one player can get the bye.")
        nobody = noop("The number of players is even, so no one can get the bye.")
        yield Breach(ATTENDANCE, byes, say(one if len(field.entrants) % 2 else nobody))


def _against_the_law(field: RoundField, pairs: Sequence[Pair]) -> Iterator[Breach]:
    for pair in pairs:
        one = field.entrants[field.place[pair.white]]
        if pair.is_bye:
            if not one.may_take_bye:
                text = say(
                    "Player %(player)s has had a bye or won without playing, and cannot get the bye.", player=one.number
                )
                yield Breach("C2", (one.number,), text)
        elif pair.white == pair.black:
            yield Breach(ATTENDANCE, (one.number,), say("Player %(player)s cannot meet themselves.", player=one.number))
        else:
            yield from _between(field, one, field.entrants[field.place[pair.black]])


def _between(field: RoundField, one: Entrant, other: Entrant) -> Iterator[Breach]:
    both = one.number, other.number
    if other.number in one.met:
        yield Breach("C1", both, say(HAVE_MET, player=one.number, other=other.number))
    if any(players.issuperset(both) for players in forbidden_now(field)):
        yield Breach(FORBIDDEN, both, say(NOT_TO_MEET, player=one.number, other=other.number))
    same = one.preference == other.preference and one.preference.strength is Strength.ABSOLUTE
    if same and not one.is_topscorer and not other.is_topscorer:
        message = BOTH_WHITE if one.preference.colour is Colour.WHITE else BOTH_BLACK
        yield Breach("C3", both, say(message, player=one.number, other=other.number))


def _bye_too_high(round: CompletableRound, pairs: Sequence[Pair]) -> Iterator[Breach]:
    field = round.field
    for pair in pairs:
        score = field.entrants[field.place[pair.white]].score
        if round.bye and pair.is_bye and score > round.bye_score:
            has, enough = (f"{float(field.ledger.points(each)):g}" for each in (score, round.bye_score))
            text = say(
                "Player %(player)s (points: %(points)s) gets the bye, which could go to a player with %(enough)s.",
                player=pair.white,
                points=has,
                enough=enough,
            )
            yield Breach("C5", (pair.white,), text)


def _colours(field: RoundField, pairs: Sequence[Pair]) -> Iterator[Breach]:
    initial = initial_colour(field.history)
    for pair in pairs:
        if pair.is_bye or pair.white == pair.black:
            continue
        places = field.place[pair.white], field.place[pair.black]
        higher, lower = (field.entrants[place] for place in sorted(places))
        colour, rule = allocate(higher, lower, initial)
        white = higher if colour is Colour.WHITE else lower
        if white.number != pair.white:
            yield Breach(rule, (pair.white, pair.black), say(WRONG_WAY, player=pair.white, other=pair.black))


def _quality(round: CompletableRound, pairs: Sequence[Pair]) -> Iterator[Breach]:
    place = round.field.place
    matches = {place[one]: place[other] for pair in pairs if not pair.is_bye for one, other in (pair, pair[::-1])}
    if worse := first_worse(round, matches):
        numbers = tuple(sorted(round.field.entrants[each].number for each in worse.places))
        yield Breach(worse.article, numbers, worse.text)


# -- a legal round that the engine would have paired otherwise ---------------------------------------------------------


class Worse(NamedTuple):
    """A bracket that the engine pairs better: the criterion, the players it pairs differently, and a sentence.

    The criterion is "B" where only the order of generation decides.
    """

    article: str
    places: tuple[int, ...]
    text: str


def first_worse(round: CompletableRound, given: Matches) -> Worse | None:
    """Find the first bracket, from the top, that the engine pairs differently, and the first criterion that says why.

    ``given`` are legal pairs of all players present except the one who gets the bye.
    """
    traits = Traits(round.field)
    moved = 0
    for index, best in enumerate(pair_brackets(round)):
        bracket = bracket_at(round, traits, index, moved)
        mine = {place: given[place] for place in bits(bracket.players) if _stays(bracket, given, place)}
        if mine != best:
            article = _article(round, bracket, index, best, mine)
            points = f"{float(round.field.points(bracket.residents.bit_length() - 1)):g}"
            places = tuple(place for place in bits(bracket.players) if mine.get(place) != best.get(place))
            text = say("Score group %(points)s: %(reason)s.", points=points, reason=say(REASONS[article]))
            return Worse(article, places, text)
        moved = sum(1 << place for place in bits(bracket.players) if place not in best)
    return None


def _stays(bracket: Bracket, given: Matches, place: int) -> bool:
    return place in given and bool(bracket.players >> given[place] & 1)


def _article(round: CompletableRound, bracket: Bracket, index: int, best: Matches, given: Matches) -> str:
    """Return the first criterion by which the given pairs of a bracket are worse than the best ones."""
    low = 1 << len(round.rows)
    ours, theirs = (_with_places(bracket, matches, low) for matches in (best, given))
    for criterion in (bracket.fewest_down(low), *bracket.lowest_down(low)):
        if criterion.cost(theirs, bracket.players) > criterion.cost(ours, bracket.players):
            return criterion.name
    down = [bracket.players & ~sum(1 << place for place in matches) for matches in (best, given)]
    if bracket.following and _reachable(round, bracket, index, down[1]) > _reachable(round, bracket, index, down[0]):
        return "C8"
    for criterion in bracket.quality(low, down[0].bit_count()):
        if criterion.cost(theirs, bracket.players) > criterion.cost(ours, bracket.players):
            return criterion.name
    return "B"


def _with_places(bracket: Bracket, matches: Matches, low: int) -> Matches:
    """Return the pairs of a bracket, with ``low`` as the partner of every player who goes down from it."""
    return {place: matches.get(place, low.bit_length() - 1) for place in bits(bracket.players)}


def _reachable(round: CompletableRound, bracket: Bracket, index: int, down: int) -> list[int]:
    """Return the best costs of the next bracket by C6 and C7, if the given players come down to it.

    The costs are how many players go down from that bracket, then with which scores.
    """
    following = bracket_at(round, bracket.traits, index + 1, down)
    mate = everybody_left(round, following, index + 1).mate
    low = round.rest(index + 2)
    criteria = (following.fewest_down(low), *following.lowest_down(low))
    return [criterion.cost(mate, following.players) for criterion in criteria]
