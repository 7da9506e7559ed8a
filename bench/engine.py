"""The games' rules measured against python-chess: positions counted (leaf/s) and random playouts (steps/s).

It also measures how many submissions a second computer players make.

All count the last step of a perft without playing it, and all choose each step of a playout evenly from all legal ones:
python-chess and Fortac from their list, Fortify by number from its sets of spaces (``playout.random_step``). One row
has Fortify list all its steps, too, and choose from the list. Rounds of a game and of chess alternate, so that a
machine that slows down slows both; the best round of each counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

import chess

from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.perft import playout as play_fairytale
from engine.fairytale.rules.position import Options as FairytaleOptions
from engine.fairytale.rules.position import start as start_fairytale
from engine.fairytale.rules.turn import Turn, next_words
from engine.fortac.board.position import Position as FortacPosition
from engine.fortac.rules.perft import perft as count_fortac
from engine.fortac.rules.playout import playout as play_fortac
from engine.fortify.board.maps import load_map
from engine.fortify.board.position import Position
from engine.fortify.board.units import parse_army
from engine.fortify.rules.actions import Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import steps
from engine.fortify.rules.perft import perft
from engine.fortify.rules.playout import random_step
from engine.game import Game
from engine.games import games
from engine.players.choose import choose
from engine.players.strengths import STRENGTHS

ROUNDS: Final = 3
PLAYOUTS: Final = 40
STATES: Final = 10

FORTIFY_PERFTS: Final = (
    ("4x5", "I4T4B4", "I4T4B4", 3, 162_023),
    ("5x5", "I4T4B4", "I4T4B4", 3, 329_142),
    ("5x5", "I3T3B2C1A1", "I2T3B3C1A1", 3, 206_596),
    ("5x5", "I4T4C1A1", "T4B4C1A1", 4, 858_711),
)
FORTAC_PERFTS: Final = (
    (bytes(range(32)), 4, 121_278),
    (bytes(32), 4, 197_472),
    (b"\xff" * 32, 4, 161_702),
)
BIG_FOREST: Final = (
    "5/45/4 1/0 0/0 pigs@o,hero@o n5w5:UD/s,n5w4:I/n,n5w3:TC/e,n5:IR/n,n4w5:T/e,n4w4:Xhg/n,n4w3:Xk/n,n4w2:UD/w,n4:X/n,"
    "n3w4:T/e,n3w3:Tm/n,n3w2:Tw/s,n3w1:UD/w,n3:IR/n,n2w5:XR/n,n2w4:TP/n,n2w3:In/e,n2w2:Xa/n,n2w1:TE/s,n2:Ts/w,"
    "n1w8:TR/e,n1w7:Ik/e,n1w6:Tg/s,n1w5:Tw/n,n1w2:Thw/e,n1w1:Tg/n,n1:Tg/w,w1:Lg/e,e1:L/s,s1w1:Xw/n,s1:Lw/w,s1e1:IM/n,"
    "s1e2:T/e,s2w2:Xc/n,s2w1:Tv/w,s2e1:Lv/n,s2e2:Ls/w,s3w3:TT/n,s3w2:Xb/n,s4w2:Xh/n Xs,Tb,Td - " + "00" * 32 + ":0"
)
CHESS_PERFTS: Final = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
)


Draw = Callable[[Position, Random], Action]


class Contest(NamedTuple):
    """A job done by both sides. Each function does some of it and returns how much it did."""

    title: str
    unit: str
    ours: Callable[[], int]
    theirs: Callable[[], int]


def main() -> None:
    """Run all contests and print the rates and their ratios."""
    print(f"{'':26}{'ours':>14}{'python-chess':>16}{'ratio':>10}")
    for contest in (
        Contest("Fortify, perft", "leaf/s", fortify_perft, chess_perft),
        Contest("Fortify, random playouts", "steps/s", partial(fortify_playouts, random_step), chess_playouts),
        Contest("the same, listed", "steps/s", partial(fortify_playouts, listed_step), chess_playouts),
        Contest("Fortac, perft", "leaf/s", fortac_perft, chess_perft),
        Contest("Fortac, random playouts", "steps/s", fortac_playouts, chess_playouts),
        Contest("Fairy Tale, playouts", "steps/s", fairytale_playouts, chess_playouts),
        Contest("Fairy Tale, big forest", "steps/s", fairytale_ways, chess_ways),
    ):
        ours, theirs = rates(contest)
        print(f"{contest.title:26}{ours:>14,.0f}{theirs:>16,.0f}{ours / theirs:>9.1f}x  {contest.unit}")
    print(f"\n{'':26}" + "".join(f"{strength.key:>14}" for strength in STRENGTHS))
    for game in games():
        speeds = [moves_a_second(game, strength.key) for strength in STRENGTHS]
        print(f"{f'{game.name}, computer':26}" + "".join(f"{speed:>14,.1f}" for speed in speeds) + "  moves/s")


def moves_a_second(game: Game, strength: str) -> float:
    """Return how many submissions a player makes per second of processor time, in states from an easy match."""
    random = Random(1)
    state = game.start(game.clean_options({}), 2, random.randbytes(32))
    asked = []
    while seats := game.to_act(state):
        asked.append((state, seats[0]))
        state = game.play(state, seats[0], choose(game, state, seats[0], "easy", random.randbytes(16)).text).state
    some = asked[:: max(1, len(asked) // STATES)]
    begun = time.process_time()
    for state, seat in some:
        choose(game, state, seat, strength, random.randbytes(16))
    return len(some) / (time.process_time() - begun)


def rates(contest: Contest) -> tuple[float, float]:
    """Return each side's best rate, in units a second."""
    pairs = [(rate(contest.ours), rate(contest.theirs)) for _ in range(ROUNDS)]
    return max(ours for ours, _ in pairs), max(theirs for _, theirs in pairs)


def rate(job: Callable[[], int]) -> float:
    """Return the units per second of processor time in one run: other work on the machine does not count."""
    begun = time.process_time()
    done = job()
    return done / (time.process_time() - begun)


def starts() -> Iterator[tuple[Position, int, int]]:
    """Yield Fortify's starts, each with a depth and its known count."""
    for map, red, green, depth, count in FORTIFY_PERFTS:
        yield Position.start(load_map(map), parse_army(red), parse_army(green)), depth, count


def fortify_perft() -> int:
    """Count Fortify's leaves, check each count, and return the total."""
    return sum(checked(perft(position, depth), count) for position, depth, count in starts())


def fortac_perft() -> int:
    """Count Fortac's leaves, check each count, and return the total."""
    return sum(checked(count_fortac(FortacPosition.start(seed), depth), count) for seed, depth, count in FORTAC_PERFTS)


def chess_perft() -> int:
    """Count the leaves of chess, check each count, and return the total."""
    return sum(checked(count_chess(chess.Board(fen), depth), count) for fen, depth, count in CHESS_PERFTS)


def checked(found: int, known: int) -> int:
    """Return the count if it is right. Otherwise exit, since its speed would mean nothing."""
    if found != known:
        raise SystemExit(f"A perft counted {found} where {known} is right.")
    return found


def count_chess(board: chess.Board, depth: int) -> int:
    """Return the perft of a position in python-chess, counting the last move without playing it."""
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count_chess(board, depth - 1)
        board.pop()
    return total


def fortify_playouts(draw: Draw) -> int:
    """Play random volleys from Fortify's starts, and return how many steps they took."""
    random = Random(1)
    positions = [position for position, _, _ in starts()]
    return sum(fortify_playout(positions[index % len(positions)], draw, random) for index in range(PLAYOUTS))


def listed_step(position: Position, random: Random) -> Action:
    """Choose one of the legal steps from a list of all of them."""
    return random.choice(steps(position))


def fortify_playout(position: Position, draw: Draw, random: Random) -> int:
    """Play one random volley, and return how many steps it took."""
    ending = None
    count = 0
    while ending is None:
        position, ending = apply(position, draw(position, random))
        count += 1
    return count


def fortac_playouts() -> int:
    """Play random matches of Fortac, each with its own deck, and return how many steps they took."""
    random = Random(1)
    starts = [FortacPosition.start(random.randbytes(32)) for _ in range(PLAYOUTS)]
    return sum(1 for start in starts for _ in play_fortac(start, random))


def fairytale_playouts() -> int:
    """Play random matches of two players to the end, each with its own deck, and return how many words they took."""
    random = Random(1)
    starts = [start_fairytale(FairytaleOptions(), 2, random.randbytes(32)) for _ in range(PLAYOUTS)]
    return sum(len(played.text.split()) for start in starts for played in play_fairytale(start, random))


def fairytale_ways() -> int:
    """List ten times the possible next words in a forest of 40 tiles with over a hundred ways to lay; count them."""
    turn = Turn(parse_position(BIG_FOREST))
    return sum(len(next_words(turn)) for _ in range(10))


def chess_ways() -> int:
    """List the moves a hundred times in a position with 48 of them, and return how many were listed."""
    board = chess.Board(CHESS_PERFTS[1][0])
    return sum(len(list(board.legal_moves)) for _ in range(100))


def chess_playouts() -> int:
    """Play random games of chess, and return how many moves they took."""
    random = Random(1)
    return sum(chess_playout(random) for _ in range(PLAYOUTS))


def chess_playout(random: Random) -> int:
    """Play one random game of chess until no move is legal or 75 were quiet; return how many moves it took."""
    board = chess.Board()
    count = 0
    while board.halfmove_clock < 150 and (moves := list(board.legal_moves)):
        board.push(random.choice(moves))
        count += 1
    return count


if __name__ == "__main__":
    main()
