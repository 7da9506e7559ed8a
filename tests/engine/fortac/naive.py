"""Fortac's rules once more, slowly and by other means, so that the engine can be held against them.

Nothing of the engine is used: the board is a dictionary, distances are worked out space by space, and a position's line
is read and written here again. Written from the rules alone.
"""

from __future__ import annotations

import hashlib
import hmac

CARDS = {"H": "hop", "S": "skip", "J": "jump", "T": "trade", "W": "switch", "R": "rook", "K": "king", "N": "horse",
         "B": "bishop", "I": "zip", "A": "zap", "P": "push"}  # fmt: skip
ORDER = "HSJTWRKNBIAP"
ALL = "HHHHSSSSJJJJTTTTWWWWRRKKNNNNBBBBIIAAPPPP"
NAMES = [column + row for row in "1234" for column in "abcd"]
CORNERS = {"a1", "a4", "d1", "d4"}
COMBOS = {
    "corner": [CORNERS],
    "center": [{"b2", "b3", "c2", "c3"}],
    "diagonal": [{"a1", "b2", "c3", "d4"}, {"a4", "b3", "c2", "d1"}],
    "orthogonal": [{c + r for c in "abcd"} for r in "1234"] + [{c + r for r in "1234"} for c in "abcd"],
}


def xy(name: str) -> tuple[int, int]:
    return "abcd".index(name[0]), "1234".index(name[1])


def name(x: int, y: int) -> str | None:
    return "abcd"[x] + "1234"[y] if 0 <= x < 4 and 0 <= y < 4 else None


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


class State:
    """A position read from its line; ``play`` changes it."""

    def __init__(self, line: str) -> None:
        board, side, turn, hands, deck, discards, combos, quiet, seed = line.split(" ")
        self.men: dict[str, str] = {}
        for y, row in zip((3, 2, 1, 0), board.split("/"), strict=True):
            x = 0
            for letter in row:
                if letter.isdigit():
                    x += int(letter)
                    continue
                self.men["abcd"[x] + str(y + 1)] = letter
                x += 1
        self.side, self.turn, self.quiet, self.seed = side.upper(), int(turn), int(quiet), bytes.fromhex(seed)
        red, black = hands.split("/")
        self.hands = {"R": list(red), "B": list(black)}
        self.deck = list(deck)
        self.discards = [] if discards == "-" else list(discards)
        red, black = combos.split("/")
        self.combos = {"R": [] if red == "-" else red.split("+"), "B": [] if black == "-" else black.split("+")}

    def line(self) -> str:
        rows = []
        for y in "4321":
            row = "".join(self.men.get(x + y, " ") for x in "abcd")
            for empty in (4, 3, 2, 1):
                row = row.replace(" " * empty, str(empty))
            rows.append(row)
        hands = "/".join("".join(sorted(self.hands[side], key=ORDER.index)) for side in "RB")
        combos = "/".join("+".join(self.combos[side]) or "-" for side in "RB")
        discards = "".join(sorted(self.discards, key=ORDER.index)) or "-"
        return (
            f"{'/'.join(rows)} {self.side.lower()} {self.turn} {hands} {''.join(self.deck)} {discards} {combos}"
            f" {self.quiet} {self.seed.hex()}"
        )

    def steps(self, side: str | None = None) -> list[str]:
        side = side or self.side
        found = set()
        for card in set(self.hands[side]):
            for source in NAMES:
                for target in NAMES:
                    if source != target and self.men.get(source) == side and self.fits(card, source, target):
                        found.add(f"{CARDS[card]} {source}-{target}")
        return sorted(found)

    def fits(self, card: str, source: str, target: str) -> bool:
        (x, y), (u, v) = xy(source), xy(target)
        dx, dy = u - x, v - y
        far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        empty = target not in self.men
        if card in "TW":
            if empty or (far == 1) != (card == "T"):
                return False
            return self.men[source] != self.men[target] or NAMES.index(source) < NAMES.index(target)
        if card == "P":
            return far == 1 and not empty and self.pushed(source, target) is not None
        fits = {
            "H": lambda: (far, near) == (1, 0),
            "S": lambda: (far, near) == (1, 1),
            "K": lambda: far == 1,
            "N": lambda: (far, near) == (2, 1),
            "I": lambda: target in CORNERS,
            "A": lambda: target not in CORNERS,
            "J": lambda: far == 2 and near != 1 and self.between(source, target) == [True],
            "R": lambda: near == 0 and not any(self.between(source, target)),
            "B": lambda: near == far and not any(self.between(source, target)),
        }
        return empty and fits[card]()

    def between(self, source: str, target: str) -> list[bool]:
        """Whether each space on the straight line between two holds a man."""
        (x, y), (u, v) = xy(source), xy(target)
        dx, dy = sign(u - x), sign(v - y)
        found = []
        x, y = x + dx, y + dy
        while (x, y) != (u, v):
            found.append("abcd"[x] + str(y + 1) in self.men)
            x, y = x + dx, y + dy
        return found

    def pushed(self, source: str, target: str) -> list[tuple[str, str]] | None:
        """The men pushed, each with where to, the furthest first."""
        (x, y), (u, v) = xy(source), xy(target)
        dx, dy = u - x, v - y
        row = []
        here = target
        while here in self.men:
            u, v = u + dx, v + dy
            beyond = name(u, v)
            if beyond is None:
                return None
            row.append((here, beyond))
            here = beyond
        return list(reversed(row)) if len(row) < 3 else None

    def play(self, step: str) -> tuple[str | None, str | None]:
        """Settle the turn by R8; the combo made, and how the match is over (``red combos``)."""
        assert step in self.steps()
        word, spaces = step.split(" ")
        source, target = spaces.split("-")
        card = next(letter for letter, known in CARDS.items() if known == word)
        mover, other = self.side, "B" if self.side == "R" else "R"
        before = {space for space, man in self.men.items() if man == mover}
        self.hands[mover].remove(card)
        self.discards.append(card)
        if card in "TW":
            self.men[source], self.men[target] = self.men[target], self.men[source]
        else:
            for here, beyond in (self.pushed(source, target) or []) if card == "P" else []:
                self.men[beyond] = self.men.pop(here)
            self.men[target] = self.men.pop(source)
        after = {space for space, man in self.men.items() if man == mover}
        made = [k for k, sets in COMBOS.items() if any(after == one != before for one in sets)]
        combo = made[0] if made and made[0] not in self.combos[mover] else None
        self.quiet = 0 if combo else self.quiet + 1
        if combo:
            self.combos[mover].append(combo)
        number, self.turn, self.side = self.turn, self.turn + 1, other
        winner = {"R": "red", "B": "black"}[mover]
        if len(self.combos[mover]) == 2:
            return combo, f"{winner} combos"
        self.hands[mover].append(self.deck.pop(0))
        if not self.deck:
            cards = sorted(self.discards, key=ORDER.index)
            self.deck, self.discards = shuffled(self.seed, f"fortac/deck/{number // 34}", cards), []
        if not self.steps(other):
            return combo, f"{winner} stuck"
        return combo, "none quiet" if self.quiet == 100 else None


def shuffled(seed: bytes, label: str, cards: list[str]) -> list[str]:
    used = 0
    for last in range(len(cards) - 1, 0, -1):
        while True:
            code = hmac.new(seed, f"{label}:{used}".encode(), hashlib.sha256).hexdigest()
            used += 1
            word = int(code[:8], 16)
            if word < 2**32 - 2**32 % (last + 1):
                break
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def start(seed: bytes) -> State:
    cards = shuffled(seed, "fortac/deck/0", list(ALL))
    hands = "/".join("".join(sorted(cards[first : first + 3], key=ORDER.index)) for first in (0, 3))
    return State(f"RR2/RR2/2BB/2BB r 1 {hands} {''.join(cards[6:])} - -/- 0 {seed.hex()}")
