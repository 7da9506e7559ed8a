"""Sentences about what followed from a submission, which everyone may read."""

from __future__ import annotations

from engine.fairytale.explain.names import side_name
from engine.fairytale.forest.forest import longest_side
from engine.fairytale.forest.tiles import MONSTERS
from engine.fairytale.notation.words import END, Word
from engine.fairytale.rules.monsters import Field
from engine.fairytale.rules.position import CALLED, EVERYWHERE, LOST_AT, QUIET, WON_AT, Ending, Position
from engine.fairytale.rules.turn import Turn
from i18n.text import Text, say, say_many, seat_name


def notes(before: Position, words: list[Word], turn: Turn) -> tuple[Text, ...]:
    """What became of a match by one submission, in order."""
    found: list[Text] = []
    if turn.position.broken > before.broken:
        found.append(
            say_many(
                "%(number)s of %(most)s diamonds is destroyed.", "%(number)s of %(most)s diamonds are destroyed.",
                turn.position.broken, most=WON_AT,
            )
        )  # fmt: skip
    moved = turn.moved or turn.position
    found += [_moved(die, words[-1]) for die in turn.dice]
    found += _reached(before, moved)
    if turn.position.die != QUIET and turn.position.turn > before.turn > 0:
        found.append(_came(moved, turn.position))
    found += _reached(moved, turn.position)
    if turn.ending:
        found.append(outcome_words(turn.ending, turn.position))
    return tuple(found)


def _moved(die: int, last: Word) -> Text:
    if die == EVERYWHERE:
        return say("The die shows 6: monsters move on all sides.")
    if die == CALLED and last.kind == END:
        return say("The die shows 5: monsters move in the %(side)s, as chosen.", side=side_name(last.side))
    return say("The die shows %(die)s: monsters move in the %(side)s.", die=die, side=side_name(die - 1))


def _reached(before: Position, after: Position) -> list[Text]:
    """What has become of the oak meanwhile."""
    if after.reached == before.reached:
        return []
    return [
        say_many(
            "%(number)s of %(most)s monsters has reached the oak.",
            "%(number)s of %(most)s monsters have reached the oak.",
            after.reached, most=LOST_AT,
        )
    ]  # fmt: skip


def _came(moved: Position, now: Position) -> Text:
    """The new monsters of the next turn."""
    number = longest_side(moved.forest) - 2
    if now.die == CALLED:
        return say("The next die shows 5: %(player)s chooses where new monsters come from.", player=seat_name(now.seat))
    if now.die == EVERYWHERE:
        if not any(tile.has(MONSTERS) for tile in moved.forest.values()):
            return say("The next die shows 6, but there’s no monster tile: no new monsters come.")
        return say_many(
            "The next die shows 6: %(number)s new monster comes from the monster tiles.",
            "The next die shows 6: %(number)s new monsters come from the monster tiles.",
            number,
        )
    side = now.die - 1
    return say_many(
        "The next die shows %(die)s: %(number)s new monster comes from the %(side)s, onto %(space)s.",
        "The next die shows %(die)s: %(number)s new monsters come from the %(side)s, onto %(space)s.",
        number, die=now.die, side=side_name(side), space=str(Field(moved, QUIET).entry(side)),
    )  # fmt: skip


def outcome_words(ending: Ending, position: Position) -> Text:
    """How a match that is over ended, in a sentence."""
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
