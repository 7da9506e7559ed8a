"""Sentences about the consequences of a submission, which everyone may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.fairytale.explain.names import side_name
from engine.fairytale.forest.spaces import OAK, Space
from engine.fairytale.forest.tiles import GATE, MONSTERS
from engine.fairytale.notation.words import CALL, END, Word
from engine.fairytale.rules.monsters import MovingForest, Way
from engine.fairytale.rules.position import (
    ALADDIN,
    BEAUTY,
    CALLED,
    CINDERELLA,
    EVERYWHERE,
    HERO,
    HUNTSMAN,
    LOST_AT,
    PIGS,
    PIPER,
    RED,
    SOLDIER,
    TAILOR,
    THUMB,
    WON_AT,
    ForestEnding,
    Position,
)
from engine.fairytale.rules.turn import Turn, is_beautys
from i18n.text import Text, joined, listed, noop, noop_many, say, say_many, seat_name

MOST_WAYS: Final = 4
"""The most ways described in full; if there are more, only their goals are named."""
_DRIVES_OFF: Final = {
    HERO: noop_many(
        "The hero drives off %(number)s monster on %(spaces)s.",
        "The hero drives off %(number)s monsters on %(spaces)s.",
    ),
    TAILOR: noop_many(
        "The Tailor drives off %(number)s monster on %(spaces)s.",
        "The Tailor drives off %(number)s monsters on %(spaces)s.",
    ),
    THUMB: noop_many(
        "Hop-o’-My-Thumb drives off %(number)s monster on %(spaces)s.",
        "Hop-o’-My-Thumb drives off %(number)s monsters on %(spaces)s.",
    ),
    SOLDIER: noop_many(
        "The Tin Soldier drives off %(number)s monster on %(spaces)s.",
        "The Tin Soldier drives off %(number)s monsters on %(spaces)s.",
    ),
    PIGS: noop_many(
        "The Three Little Pigs drive off %(number)s monster on %(spaces)s.",
        "The Three Little Pigs drive off %(number)s monsters on %(spaces)s.",
    ),
    PIPER: noop_many(
        "The Pied Piper drives off %(number)s monster on %(spaces)s.",
        "The Pied Piper drives off %(number)s monsters on %(spaces)s.",
    ),
    BEAUTY: noop_many(
        "Sleeping Beauty drives off %(number)s monster on %(spaces)s.",
        "Sleeping Beauty drives off %(number)s monsters on %(spaces)s.",
    ),
    HUNTSMAN: noop_many(
        "The Huntsman drives off %(number)s monster on %(spaces)s.",
        "The Huntsman drives off %(number)s monsters on %(spaces)s.",
    ),
    RED: noop_many(
        "Red Riding Hood drives off %(number)s monster on %(spaces)s.",
        "Red Riding Hood drives off %(number)s monsters on %(spaces)s.",
    ),
    CINDERELLA: noop_many(
        "Cinderella drives off %(number)s monster on %(spaces)s.",
        "Cinderella drives off %(number)s monsters on %(spaces)s.",
    ),
    ALADDIN: noop_many(
        "Aladdin drives off %(number)s monster on %(spaces)s.",
        "Aladdin drives off %(number)s monsters on %(spaces)s.",
    ),
}
_OF_BEFORE: Final = (
    noop("The die shows 6: monsters move on all sides."),
    noop("The die shows 5: monsters move in the %(side)s, as chosen."),
    noop("The die shows %(die)s: monsters move in the %(side)s."),
    noop_many(
        "The next die shows 6: %(number)s new monster comes from the monster tiles.",
        "The next die shows 6: %(number)s new monsters come from the monster tiles.",
    ),
    noop_many(
        "The next die shows %(die)s: %(number)s new monster comes from the %(side)s, onto %(space)s.",
        "The next die shows %(die)s: %(number)s new monsters come from the %(side)s, onto %(space)s.",
    ),
)
"""The messages of logs written before they said where monsters went; the catalogue keeps them for their readers."""


def notes(turns: Sequence[Turn], words: Sequence[Word]) -> tuple[Text, ...]:
    """Tell what one submission brought about, in order.

    ``turns`` are the one before its first word, and the one after each word.
    """
    before, turn = turns[0].position, turns[-1]
    found: list[Text] = []
    reached = before.reached
    if turn.called:
        found += [_called(turn.called, words), *_events(turn.called), *_reached(reached, turn.called, turn)]
        reached = turn.called.reached
    found += _done(turns, words)
    if turn.position.broken > before.broken and not _is_by(turn, "diamonds"):
        found.append(
            say_many(
                "%(number)s of %(most)s diamonds is destroyed.", "%(number)s of %(most)s diamonds are destroyed.",
                turn.position.broken, most=WON_AT,
            )
        )  # fmt: skip
    for die, field in zip(turn.dice, turn.moves, strict=True):
        found += [_moved(die, field, words[-1]), *_events(field), *_reached(reached, field, turn)]
        reached = field.reached
    if turn.position.turn > before.turn > 0:
        found.append(_came(turn))
    if turn.came:
        found += [*_events(turn.came), *_reached(reached, turn.came, turn)]
    if turn.ending:
        found.append(outcome_words(turn.ending, turn.position))
    return tuple(found)


def _reached(before: int, field: MovingForest, turn: Turn) -> list[Text]:
    """Say how many monsters have reached the oak, if more have; the end of the match is told elsewhere."""
    if field.reached == before or (field.reached == turn.position.reached and _is_by(turn, "oak")):
        return []
    return [
        say_many(
            "%(number)s of %(most)s monsters has reached the oak.",
            "%(number)s of %(most)s monsters have reached the oak.",
            field.reached, most=LOST_AT,
        )
    ]  # fmt: skip


def _is_by(turn: Turn, how: str) -> bool:
    """Return whether the match has ended in the given way, which is told in other words."""
    return turn.ending is not None and turn.ending.how == how


# -- what the player did -----------------------------------------------------------------------------------------------


def _called(field: MovingForest, words: Sequence[Word]) -> Text:
    """Describe the new monsters on the side that the player named."""
    side = next(word.side for word in words if word.kind == CALL)
    return say_many(
        "%(number)s new monster comes from the %(side)s, %(where)s.",
        "%(number)s new monsters come from the %(side)s, %(where)s.",
        len(field.ways), side=side_name(side), where=_where(field),
    )  # fmt: skip


def _done(turns: Sequence[Turn], words: Sequence[Word]) -> list[Text]:
    """Say how many monsters the player removed, where the words of the turn don't."""
    figure = turns[-1].position.figures[turns[0].position.seat].word
    gone: dict[Space, int] = {}
    lost: list[Text] = []
    is_told = False
    for before, after, word in zip(turns, turns[1:], words, strict=False):
        if word.kind in (CALL, END):
            continue
        for space, number in _fewer(before.position, after.position):
            if space not in after.position.forest:
                lost.append(
                    say_many(
                        "%(number)s monster is gone with the tile on %(space)s.",
                        "%(number)s monsters are gone with the tile on %(space)s.",
                        number, space=str(space),
                    )
                )  # fmt: skip
            else:
                gone[space] = gone.get(space, 0) + number
                is_told = is_told or figure == TAILOR or word.target is not None
    if not is_told:
        return lost
    return [say_many(*_DRIVES_OFF[figure], sum(gone.values()), spaces=listed([*map(str, gone)])), *lost]


def _fewer(before: Position, after: Position) -> Iterator[tuple[Space, int]]:
    """Yield the spaces that had more monsters before, and how many more."""
    for space, tile in before.forest.items():
        left = after.forest[space].monsters if space in after.forest else 0
        if tile.monsters > left:
            yield space, tile.monsters - left


# -- what the monsters did ---------------------------------------------------------------------------------------------


def _moved(die: int, field: MovingForest, last: Word) -> Text:
    side = last.side if die == CALLED else die - 1
    if die == EVERYWHERE:
        if not field.ways:
            return say("The die shows 6: no monster moves.")
        return say("The die shows 6: on all sides %(moves)s.", moves=_moves(field.ways))
    if not field.ways:
        return say("The die shows %(die)s: no monster moves in the %(side)s.", die=die, side=side_name(side))
    if die == CALLED:
        return say("The die shows 5: in the %(side)s, as chosen, %(moves)s.",
                   side=side_name(side), moves=_moves(field.ways))  # fmt: skip
    return say("The die shows %(die)s: in the %(side)s %(moves)s.",
               die=die, side=side_name(side), moves=_moves(field.ways))  # fmt: skip


def _moves(ways: Sequence[Way]) -> Text:
    """Say how many monsters went where: "2 monsters go from n2 to n1, 1 from n1 to the oak"."""
    taken = Counter((way.start, way.goal) for way in ways)
    if len(taken) > MOST_WAYS:
        goals = Counter(way.goal for way in ways)
        return say_many(
            "%(number)s monster moves: %(goals)s", "%(number)s monsters move: %(goals)s",
            len(ways), goals=joined([_goal(goal, number) for goal, number in goals.items()]),
        )  # fmt: skip
    first, *others = taken.items()
    return joined([_first(*first[0], first[1]), *(_other(*way, number) for way, number in others)])


def _goal(goal: Space, number: int) -> Text:
    if goal == OAK:
        return say("%(number)s to the oak", number=number)
    return say("%(number)s to %(goal)s", number=number, goal=str(goal))


def _first(start: Space | None, goal: Space, number: int) -> Text:
    values = {"start": str(start), "goal": str(goal)}
    if goal == OAK:
        return say_many(
            "%(number)s monster goes from %(start)s to the oak", "%(number)s monsters go from %(start)s to the oak",
            number, **values,
        )  # fmt: skip
    if goal == start:
        return say_many(
            "%(number)s monster leaves %(start)s and comes back", "%(number)s monsters leave %(start)s and come back",
            number, **values,
        )  # fmt: skip
    return say_many(
        "%(number)s monster goes from %(start)s to %(goal)s", "%(number)s monsters go from %(start)s to %(goal)s",
        number, **values,
    )  # fmt: skip


def _other(start: Space | None, goal: Space, number: int) -> Text:
    if goal == OAK:
        return say("%(number)s from %(start)s to the oak", number=number, start=str(start))
    if goal == start:
        return say("%(number)s from %(start)s and back", number=number, start=str(start))
    return say("%(number)s from %(start)s to %(goal)s", number=number, start=str(start), goal=str(goal))


def _came(turn: Turn) -> Text:
    """Describe the new monsters of the next turn, or say that there are none."""
    now = turn.position
    if turn.came is None:
        if now.die == CALLED:
            return say(
                "The next die shows 5: %(player)s chooses where new monsters come from.", player=seat_name(now.seat)
            )
        if is_beautys(now) and not now.is_quiet:
            return say("No new monsters come for Sleeping Beauty.")
        return say("The forest is still quiet: no new monsters come.")
    number = len(turn.came.ways)
    if now.die == EVERYWHERE:
        if not any(tile.has(MONSTERS) for tile in turn.came.tiles.values()):
            return say("The next die shows 6, but there’s no monster tile: no new monsters come.")
        return say_many(
            "The next die shows 6: %(number)s new monster comes from the monster tiles, %(where)s.",
            "The next die shows 6: %(number)s new monsters come from the monster tiles, %(where)s.",
            number, where=_where(turn.came),
        )  # fmt: skip
    return say_many(
        "The next die shows %(die)s: %(number)s new monster comes from the %(side)s, %(where)s.",
        "The next die shows %(die)s: %(number)s new monsters come from the %(side)s, %(where)s.",
        number, die=now.die, side=side_name(now.die - 1), where=_where(turn.came),
    )  # fmt: skip


def _where(field: MovingForest) -> Text:
    """Say where new monsters came to rest: "onto n2"; "2 onto n2, 1 to the oak"."""
    goals = Counter(way.goal for way in field.ways)
    if len(goals) > 1:
        return joined([_onto(goal, number) for goal, number in goals.items()])
    (goal,) = goals
    return say("straight to the oak") if goal == OAK else say("onto %(space)s", space=str(goal))


def _onto(goal: Space, number: int) -> Text:
    if goal == OAK:
        return say("%(number)s to the oak", number=number)
    return say("%(number)s onto %(goal)s", number=number, goal=str(goal))


def _events(field: MovingForest) -> Iterator[Text]:
    """Describe what monsters set off on their ways: chests, trapdoors, gates and walls."""
    for (chest, edge), number in Counter((way.goal, way.edge) for way in field.ways if way.edge).items():
        yield say_many(
            "The treasure chest on %(chest)s sends %(number)s monster back to %(edge)s.",
            "The treasure chest on %(chest)s sends %(number)s monsters back to %(edge)s.",
            number, chest=str(chest), edge=str(edge),
        )  # fmt: skip
    for space in field.sprung:
        yield say("The trapdoor on %(space)s springs: a monster falls in.", space=str(space))
    for space in field.broken:
        if field.tiles[space].has(GATE):
            yield say("The gate on %(space)s breaks.", space=str(space))
        else:
            yield say("The wall on %(space)s breaks.", space=str(space))


def outcome_words(ending: ForestEnding, position: Position) -> Text:
    """Say how a match that is over ended, in a sentence."""
    match ending.how:
        case "diamonds":
            return say("Won: the third dark diamond is destroyed.")
        case "oak":
            return say("Lost: the third monster has reached the oak.")
        case "midnight":
            return say(
                "Lost: it’s midnight, and %(number)s of %(most)s diamonds are destroyed.",
                number=position.broken, most=WON_AT,
            )  # fmt: skip
    return say("Lost: the last player has left the match.")
