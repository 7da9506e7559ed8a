"""Submissions (an army, a turn or a colour) as a line of text: asking for them, judging, and choosing at random."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Final

from engine.errors import IllegalTurn, MistypedTurn, UnreadableTurn
from engine.fortify.board.units import (
    BALANCED_ARMY,
    GREEN,
    RED,
    SIDE_WORDS,
    SPECIAL_LIMITS,
    SPECIAL_SIZE,
    TYPES,
    Army,
    ArmyError,
    format_army,
    is_army_text,
    parse_army,
)
from engine.fortify.explain.describe import army_words, turn_words
from engine.fortify.explain.unit_names import side_name
from engine.fortify.notation.turn import PASS, format_turn, parse_turn
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import may_end, steps
from engine.values import Decision, Played, Suggestion
from i18n.text import Text, noop, say

from .events import notes
from .play_turn import play_turn
from .state import Last, MatchState, after_turn, choose_colour, labels, pick_army, seats_to_act

_TURN_ASKED: Final = {
    1: noop("Your turn: enlist a unit onto Shore."),
    2: noop("Your turn: up to 2 actions, the first an Enlist."),
    3: noop("Your turn: up to 2 actions."),  # and all further ones
}


def decision(state: MatchState, seat: int) -> Decision:
    """Return the question that a seat is asked."""
    check_asked(state, seat)
    if state.phase == "army":
        return Decision(
            "army",
            say("Pick your army in secret: %(units)s units.", units=SPECIAL_SIZE),
            secret=True,
            suggestions=(Suggestion(format_army(BALANCED_ARMY), say("Balanced army")),),
            again=say("Last time’s army"),
        )
    if state.phase == "colour":
        ask = say("Choose your colour for volley %(volley)s: Red moves first.", volley=state.volley + 1)
        return Decision("colour", ask)
    assert state.position is not None
    return Decision("turn", say(_TURN_ASKED[min(state.position.turn, 3)]))


def idle_turn(state: MatchState, seat: int) -> str | None:
    """Return a pass; ``None`` when an army or a colour is asked for or an action is mandatory (rules, "A turn")."""
    if state.phase != "turn" or state.position is None or seat not in seats_to_act(state):
        return None
    return PASS if may_end(state.position) else None


def check_asked(state: MatchState, seat: int) -> None:
    """Raise ``IllegalTurn`` for a seat that is not asked to act."""
    if state.phase == "over":
        raise IllegalTurn(say("The match is over."))
    if seat not in seats_to_act(state):
        if state.phase == "army":
            raise IllegalTurn(
                say("You’ve already picked your army. The match begins when your opponent has picked theirs.")
            )
        raise IllegalTurn(say("It isn’t your turn. Wait for your opponent."))


def play(state: MatchState, seat: int, text: str) -> Played:
    """Judge and apply a whole submission. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    check_asked(state, seat)
    if state.phase == "army":
        return _play_army(state, seat, text)
    if state.phase == "colour":
        return _play_colour(state, seat, text)
    return _play_turn(state, seat, text)


def read_submission(state: MatchState, text: str) -> None:
    """Raise ``UnreadableTurn`` for a text that is not in the notation asked for; judge nothing."""
    if state.phase == "army":
        with suppress(IllegalTurn):  # an army of the wrong size
            read_army(text)
    elif state.phase == "colour":
        read_colour(text)
    elif state.position is not None:
        parse_turn(text, state.position.map)


def _play_army(state: MatchState, seat: int, text: str) -> Played:
    army = read_army(text)
    public = say("Army picked")
    last = Last(say("%(side)s: army picked.", side=labels(state)[seat]).kept)
    after = pick_army(state, seat, army, last)
    words = say("Army: %(army)s", army=army_words(army))
    still_secret = after.phase == "army"
    shown = public if still_secret else words
    return Played(
        after,
        format_army(army),
        words,
        shown,
        secret=still_secret,
        notes=notes(state, after),
        reveals=not still_secret,
    )


def _play_colour(state: MatchState, seat: int, text: str) -> Played:
    side = read_colour(text)
    words = colour_words(state, side)
    done = say(
        "%(player)s: plays %(side)s in volley %(volley)s.",
        player=labels(state)[seat], side=side_name(side), volley=state.volley + 1,
    )  # fmt: skip
    last = Last(done.kept)
    after = choose_colour(state, seat, side, last)
    return Played(after, SIDE_WORDS[side], words, words, notes=notes(state, after))


def _play_turn(state: MatchState, seat: int, text: str) -> Played:
    assert state.position is not None
    position, ending, actions = play_turn(state.position, text)
    canonical, words = format_turn(actions), turn_words(state.position, actions)
    last = Last(say("%(side)s: %(turn)s.", side=labels(state)[seat], turn=words).kept, canonical)
    after = after_turn(state, position, ending, last)
    return Played(after, canonical, words, words, notes=notes(state, after))


def read_army(text: str) -> Army:
    """Read a Special Warfare pick (rules 1)."""
    try:
        army = parse_army(text)
    except ArmyError as error:
        unreadable = MistypedTurn if is_army_text(text) else UnreadableTurn
        raise unreadable(error.args[0]) from error
    if sum(army) != SPECIAL_SIZE:
        raise IllegalTurn(_wrong_size(army))
    return army


def _wrong_size(army: Army) -> Text:
    text = format_army(army)
    if not text:
        return say("An army has exactly %(units)s units; this one has 0.", units=SPECIAL_SIZE)
    return say(
        "An army has exactly %(units)s units; %(army)s has %(number)s.", units=SPECIAL_SIZE, army=text, number=sum(army)
    )


def read_colour(text: str) -> int:
    word = text.strip().lower()
    if word not in SIDE_WORDS:
        raise UnreadableTurn(
            say(
                "“%(text)s” isn’t a colour you can play. Answer %(red)s or %(green)s.",
                text=text.strip()[:40], red=SIDE_WORDS[RED], green=SIDE_WORDS[GREEN],
            )
        )  # fmt: skip
    return SIDE_WORDS.index(word)


def colour_words(state: MatchState, side: int) -> Text:
    return say("Plays %(side)s in volley %(volley)s", side=side_name(side), volley=state.volley + 1)


# -- at random -----------------------------------------------------------------------------------------------------


def sample(state: MatchState, seat: int, rng: random.Random) -> str:
    """Return a random legal submission."""
    check_asked(state, seat)
    if state.phase == "army":
        return _sample_army(rng)
    if state.phase == "colour":
        return rng.choice(SIDE_WORDS)
    return _sample_turn(state, rng)


def _sample_army(rng: random.Random) -> str:
    units = [letter for letter, limit in zip(TYPES, SPECIAL_LIMITS, strict=True) for _ in range(limit)]
    picked = rng.sample(units, SPECIAL_SIZE)
    return "".join(f"{letter}{picked.count(letter)}" for letter in TYPES if letter in picked)


def _sample_turn(state: MatchState, rng: random.Random) -> str:
    position = state.position
    assert position is not None
    turn, actions = position.turn, []
    while position.turn == turn:
        action = rng.choice(steps(position))
        actions.append(action)
        position, _ = apply(position, action)
    return format_turn(actions)
