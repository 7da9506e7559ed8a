"""Sentences about the consequences of a submission, which everyone may read."""

from __future__ import annotations

from engine.fortress.cards.cards import CardRow, is_royal
from engine.fortress.cards.position import ATTACKING, FORTIFYING, STARTER, Position
from engine.fortress.explain.card_names import short_cards
from engine.fortress.explain.describe import left_words, points_words, round_end_words, winners_words
from engine.fortress.rules.scoring import winners
from i18n.text import Text, joined, say, seat_name

from .state import Attack, MatchState


def notes(before: MatchState, after: MatchState) -> tuple[Text, ...]:
    """Tell what one submission brought about, in order."""
    found: list[Text] = []
    was, now = before.position, after.position
    if after.attack:
        found += _attack(after.attack)
    if len(after.rounds) > len(before.rounds):
        found.append(_round_end(after))
    if after.is_over:
        found.append(outcome_words(after))
    elif now.phase == STARTER and was.phase != STARTER:
        found.append(_choice(now))
    elif now.round != was.round:
        found.append(_next_round(now))
    elif was.phase == FORTIFYING and now.phase == ATTACKING:
        found.append(say("Everyone has finished fortifying. %(player)s begins.", player=_actor(now)))
    return tuple(found)


def _attack(attack: Attack) -> list[Text]:
    attacker, target = seat_name(attack.seat), seat_name(attack.target)
    if attack.turned:
        settled = say("Blocked: %(player)s shows %(cards)s.", player=target, cards=short_cards(attack.turned))
    else:
        settled = say("Beaten: %(player)s loses %(cards)s.", player=target, cards=short_cards(attack.fallen))
    captures = [(attacker, attack.fallen), (target, attack.attackers)]
    return [settled, *[_capture(player, cards) for player, cards in captures if any(map(is_royal, cards))]]


def _capture(player: Text, cards: CardRow) -> Text:
    royals = short_cards(sorted(filter(is_royal, cards)))
    return say("%(player)s captures %(cards)s.", player=player, cards=royals)


def _round_end(state: MatchState) -> Text:
    result, position = state.rounds[-1], state.position
    return say(
        "%(ending)s. Points: %(points)s.",
        ending=round_end_words(result.how, result.player, position.round),
        points=points_words(result.points, position.playing),
    )


def _choice(position: Position) -> Text:
    assert position.last is not None
    least = [seat for seat in position.playing if position.last[seat] == min_points(position)]
    if len(least) == 1:
        return say(
            "%(player)s scored least and chooses who starts round %(round)s.",
            player=_actor(position), round=position.round + 1,
        )  # fmt: skip
    return say(
        "%(player)s, by lot among those who scored least, chooses who starts round %(round)s.",
        player=_actor(position), round=position.round + 1,
    )  # fmt: skip


def min_points(position: Position) -> int:
    """Return the lowest score of the last round among the players still in the match."""
    assert position.last is not None
    return min([position.last[seat] for seat in position.playing])


def _next_round(position: Position) -> Text:
    number, starter = position.round, seat_name(position.starter)
    if position.way > 0:
        return say("Round %(round)s: %(player)s starts, and play goes to the left.", round=number, player=starter)
    return say("Round %(round)s: %(player)s starts, and play goes to the right.", round=number, player=starter)


def _actor(position: Position) -> Text:
    assert position.actor is not None
    return seat_name(position.actor)


def outcome_words(state: MatchState) -> Text:
    """Say how a match that is over ended, in a sentence."""
    position = state.position
    won = winners(position)
    if len(position.playing) == 1:
        gone = joined([left_words(departure.seat, departure.how) for departure in state.departures])
        ending = say("%(departures)s, so %(player)s wins the match", departures=gone, player=seat_name(won[0]))
        return say("%(ending)s (points: %(points)s).", ending=ending, points=_totals(state))
    words = winners_words(won, position.totals[won[0]])
    others = [seat for seat in range(state.setup.players) if seat not in won]
    others.sort(key=lambda seat: -position.totals[seat])
    if not others:
        return say("%(sentence)s.", sentence=words)
    return say("%(result)s; %(others)s.", result=words, others=points_words(position.totals, others))


def _totals(state: MatchState) -> Text:
    return points_words(state.position.totals, range(state.setup.players))
