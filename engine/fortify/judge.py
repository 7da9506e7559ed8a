"""Judging submissions: an army, a turn or a colour, as a line of text."""

from __future__ import annotations

from engine.fortify import match
from engine.fortify.match import Last, MatchState
from engine.fortify.notation import PASS, format_turn
from engine.fortify.notes import notes
from engine.fortify.refusal import play_turn
from engine.fortify.units import SIDE_NAMES, SPECIAL_SIZE, Army, ArmyError, format_army, parse_army
from engine.fortify.view import SIDE_WORDS, labels
from engine.fortify.volley import may_end
from engine.fortify.words import army_words, turn_words
from engine.game import Decision, IllegalTurn, Played, UnreadableTurn


def decision(state: MatchState, seat: int) -> Decision:
    check_asked(state, seat)
    if state.phase == "army":
        return Decision("army", f"Pick your army in secret: {SPECIAL_SIZE} units.", secret=True)
    if state.phase == "colour":
        return Decision("colour", f"Choose your colour for volley {state.volley + 1}: Red moves first.")
    assert state.position is not None
    name, turn = labels(state)[seat], state.position.turn
    many = "1 action, an Enlist onto Shore" if turn == 1 else "up to 2 actions"
    first = ", the first an Enlist" if turn == 2 else ""
    return Decision("turn", f"Play {name}'s turn {turn} of volley {state.volley}: {many}{first}.")


def idle_turn(state: MatchState, seat: int) -> str | None:
    """A pass, unless an army or a colour is asked for or an action is mandatory (rules, "A turn")."""
    if state.phase != "turn" or state.position is None or seat not in match.seats_to_act(state):
        return None
    return PASS if may_end(state.position) else None


def check_asked(state: MatchState, seat: int) -> None:
    """Raises ``IllegalTurn`` for a seat that is not to act."""
    if state.phase == "over":
        raise IllegalTurn("The match is over.")
    if seat not in match.seats_to_act(state):
        if state.phase == "army":
            raise IllegalTurn("Your army is picked already; the match begins when your opponent has picked too.")
        raise IllegalTurn("It is not your turn: your opponent is to act.")


def play(state: MatchState, seat: int, text: str) -> Played:
    """Judge and apply a whole submission. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    check_asked(state, seat)
    if state.phase == "army":
        return _play_army(state, seat, text)
    if state.phase == "colour":
        return _play_colour(state, seat, text)
    return _play_turn(state, seat, text)


def _play_army(state: MatchState, seat: int, text: str) -> Played:
    army = read_army(text)
    public = "Army picked"
    last = Last(f"{labels(state)[seat]}: {public.lower()}.")
    after = match.pick_army(state, seat, army, last)
    words = f"Army: {army_words(army)}"
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
    last = Last(f"{labels(state)[seat]}: {words[0].lower()}{words[1:]}.")
    after = match.choose_colour(state, seat, side, last)
    return Played(after, SIDE_WORDS[side], words, words, notes=notes(state, after))


def _play_turn(state: MatchState, seat: int, text: str) -> Played:
    assert state.position is not None
    position, ending, actions = play_turn(state.position, text)
    canonical, words = format_turn(actions), turn_words(state.position, actions)
    last = Last(f"{labels(state)[seat]}: {words}.", canonical)
    after = match.after_turn(state, position, ending, last)
    return Played(after, canonical, words, words, notes=notes(state, after))


def read_army(text: str) -> Army:
    """A Special Warfare pick (rules 1)."""
    try:
        army = parse_army(text)
    except ArmyError as error:
        raise UnreadableTurn(str(error)) from error
    if sum(army) != SPECIAL_SIZE:
        this = format_army(army) or "this one"
        raise IllegalTurn(f"An army has exactly {SPECIAL_SIZE} units; {this} has {sum(army)}.")
    return army


def read_colour(text: str) -> int:
    word = text.strip().lower()
    if word not in SIDE_WORDS:
        raise UnreadableTurn(f"“{text.strip()[:40]}” is no colour to play: answer red or green.")
    return SIDE_WORDS.index(word)


def colour_words(state: MatchState, side: int) -> str:
    return f"Plays {SIDE_NAMES[side]} in volley {state.volley + 1}"
