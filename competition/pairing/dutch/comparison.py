"""Why the engine would have paired a legal round otherwise."""

from __future__ import annotations

from typing import Final, NamedTuple

from competition.pairing.matching import bits
from i18n.text import noop, say

from .brackets import Matches, bracket_at, everybody_left, pair_brackets
from .criteria import Bracket, Traits
from .downfloaters import Round

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


class Worse(NamedTuple):
    """The criterion ("B" for the order of generation), the players of the bracket who are paired otherwise by the
    engine, and the sentence."""

    article: str
    places: tuple[int, ...]
    text: str


def first_worse(round: Round, given: Matches) -> Worse | None:
    """The first bracket, from the top, that the engine pairs otherwise, and the first criterion to say why.

    ``given`` are legal pairs of all who are present but the one who gets the bye.
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
            text = say("Among those with %(points)s points: %(reason)s.", points=points, reason=say(REASONS[article]))
            return Worse(article, places, text)
        moved = sum(1 << place for place in bits(bracket.players) if place not in best)
    return None


def _stays(bracket: Bracket, given: Matches, place: int) -> bool:
    return place in given and bool(bracket.players >> given[place] & 1)


def _article(round: Round, bracket: Bracket, index: int, best: Matches, given: Matches) -> str:
    """The first criterion by which the given pairs of a bracket are worse."""
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
    """The pairs, with ``low`` standing for whatever is below the bracket."""
    return {place: matches.get(place, low.bit_length() - 1) for place in bits(bracket.players)}


def _reachable(round: Round, bracket: Bracket, index: int, down: int) -> list[int]:
    """The best C6 and C7 of the next bracket with these players coming down to it."""
    following = bracket_at(round, bracket.traits, index + 1, down)
    mate = everybody_left(round, following, index + 1).mate
    low = round.rest(index + 2)
    criteria = (following.fewest_down(low), *following.lowest_down(low))
    return [criterion.cost(mate, following.players) for criterion in criteria]
