"""Submissions as a line of text: the question that asks for one, judging, playing, and choosing at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import IllegalTurn
from engine.fairytale.explain.describe import turn_words
from engine.fairytale.explain.illegal import free_figures, missing, why_illegal
from engine.fairytale.forest.spaces import ROOTS
from engine.fairytale.notation.words import MAX_LENGTH, Word, parse_words
from engine.fairytale.rules.lay import free_roots
from engine.fairytale.rules.position import CALLED, GONE, UNCHOSEN, Position
from engine.fairytale.rules.turn import Turn, first_words, next_words, take
from engine.values import Decision, Played
from i18n.text import Text, begun, say, seat_name

from .events import notes
from .state import MatchState, after_turn, hand_on, to_act


class Tried(NamedTuple):
    """The words of a submission, with the turn before the first and after each of them."""

    words: list[Word]
    turns: list[Turn]

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    @property
    def before(self) -> Turn:
        """The turn as it was before the last word."""
        return self.turns[-2:][0]

    @property
    def is_whole(self) -> bool:
        return self.turn.is_done or self.turn.ending is not None

    @property
    def reveals(self) -> bool:
        """True when the submission draws tiles or throws dice."""
        return self.turn.is_done

    @property
    def said(self) -> Text:
        """The words as players read them."""
        return turn_words(self.words, self.before.position.figure.word)


def check_asked(state: MatchState, seat: int) -> None:
    """Raise ``IllegalTurn`` for a seat that is not asked to act."""
    if state.ending:
        raise IllegalTurn(say("The match is over."))
    if seat in to_act(state) and not state.waits:
        return
    if state.position.figures[seat].word == GONE:
        raise IllegalTurn(say("You’re out of this match."))
    if state.waits:
        raise IllegalTurn(say("What comes next depends on the dice."))
    raise IllegalTurn(say("It isn’t your turn. Wait for %(player)s.", player=seat_name(state.position.seat)))


def decision(state: MatchState, seat: int) -> Decision:
    check_asked(state, seat)
    position = state.position
    if position.turn == 0:
        return Decision("turn", say("Lay the four first tiles around the oak, on n1, e1, s1 and w1."))
    if position.figure.word == UNCHOSEN:
        return Decision("turn", say("Choose your figure, then take your first turn."))
    if position.die == CALLED:
        return Decision("turn", say("Say from which side the new monsters come, then take your turn."))
    return Decision("turn", say("Walk, lay a tile, drive off a monster; then say which side moves on a 5."))


def try_words(state: MatchState, text: str) -> Tried:
    """Read and play the words of a submission. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    words = ordered_words(state.position, parse_words(text, free_figures(state.position)))
    turns = [Turn(state.position)]
    for word in words:
        after = _after(turns[-1], word)
        if after is None:
            raise IllegalTurn(say("%(sentence)s.", sentence=why_illegal(turns[-1], word)))
        turns.append(after)
    return Tried(words, turns)


def ordered_words(position: Position, words: Iterable[Word]) -> list[Word]:
    """Return the words in the order of a submission: players may lay the first tiles in any order (R23)."""
    if position.turn:
        return list(words)
    places = {root: place for place, root in enumerate(ROOTS)}
    return sorted(words, key=lambda word: places.get(word.laid.space, len(ROOTS)) if word.laid else len(ROOTS))


def _after(turn: Turn, word: Word) -> Turn | None:
    """Return the turn after one more word; ``None`` if the word may not come next."""
    if word.laid and not turn.position.turn and word.laid.space in free_roots(turn.position):
        act = first_words(turn, word.laid.space).get(str(word))
        return act() if act else None
    return take(turn, str(word))


def written_words(words: list[Word]) -> str:
    """Write words in canonical notation."""
    return " ".join(map(str, words))


def play(state: MatchState, seat: int, text: str) -> Played:
    """Judge and apply a whole submission. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    check_asked(state, seat)
    tried = try_words(state, text)
    if not tried.is_whole:
        raise IllegalTurn(say("%(sentence)s.", sentence=begun(missing(tried.turn))))
    canonical = written_words(tried.words)
    if len(canonical) > MAX_LENGTH:
        raise IllegalTurn(say("A turn has at most %(most)s characters.", most=MAX_LENGTH))
    last = say("%(player)s: %(done)s.", player=seat_name(seat), done=tried.said)
    after = after_turn(state, tried.turn, canonical, last)
    said = notes(tried.turns, tried.words)
    return Played(after, canonical, tried.said, tried.said, notes=said, reveals=tried.reveals)


def pass_baton(state: MatchState, seat: int) -> MatchState:
    """Hand the turn on to the next player. Raises ``IllegalTurn``, also if the player is alone."""
    check_asked(state, seat)
    if state.position.is_alone:
        raise IllegalTurn(say("There’s no other player who could take this turn over."))
    return hand_on(state)


def sample(state: MatchState, seat: int, rng: random.Random) -> str:
    """Return a legal submission of random words."""
    check_asked(state, seat)
    turn, said = Turn(state.as_known().position), list[str]()
    while not (turn.is_done or turn.ending):
        words = next_words(turn)
        word = rng.choice(sorted(words))
        said.append(word)
        turn = words[word]()
    return " ".join(said)
