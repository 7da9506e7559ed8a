"""Fortify's legal steps and what they do, once more: slow, plain and written only from the rules.

It shares nothing with the engine, neither code nor the shape of its data, so that the two agreeing means something.
A board is a dictionary from (column, row) to a list of units from the bottom up; a unit is its notation ("+b").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import permutations

ORDER = "ITBCA"
GROUND = {"I": "LS", "T": "LS", "B": "WS", "C": "LSW", "A": "L"}

Space = tuple[int, int]


def name(space: Space) -> str:
    return "abcdefgh"[space[0]] + str(space[1] + 1)


def find(text: str) -> Space:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def kind(unit: str) -> str:
    return unit[-1].upper()


def is_red(unit: str) -> bool:
    return unit[-1].isupper()


def is_fortified(unit: str) -> bool:
    return unit[0] == "+"


@dataclass
class State:
    rows: list[str]
    slots: int
    board: dict[Space, list[str]] = field(default_factory=dict)
    red: bool = True
    turn: int = 1
    left: int = 1
    supply: list[str] = field(default_factory=list)
    track: list[str] = field(default_factory=list)
    quiet: int = 0

    # -- text ----------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, rows: list[str], slots: int, text: str) -> State:
        board, side, turn, supply, track, quiet = text.split()
        state = cls(rows, slots, red=side == "r", quiet=int(quiet))
        state.turn, state.left = map(int, turn.split("/"))
        for index, row in enumerate(board.split("/")):
            column = 0
            for token in re.findall(r"\d|\[.*?\]|\+?[a-zA-Z]", row):
                if token.isdigit():
                    column += int(token)
                    continue
                state.board[column, len(rows) - 1 - index] = re.findall(r"\+?[a-zA-Z]", token)[::-1]
                column += 1
        for unit, count in re.findall(r"(\+?[a-zA-Z])(\d)", supply):
            state.supply += [unit] * int(count)
        state.track = re.findall(r"\+?[a-zA-Z]", track)
        return state

    def text(self) -> str:
        rows = []
        for row in reversed(range(len(self.rows))):
            line = ""
            for column in range(len(self.rows[0])):
                stack = self.board.get((column, row), [])
                line += "." if not stack else stack[0] if len(stack) == 1 else f"[{stack[1]}{stack[0]}]"
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), line))
        supply = ""
        for case in (str.upper, str.lower):
            for face in ("", "+"):
                for letter in ORDER:
                    count = self.supply.count(face + case(letter))
                    supply += f"{face}{case(letter)}{count}" if count else ""
        return " ".join(
            [
                "/".join(rows),
                "r" if self.red else "g",
                f"{self.turn}/{self.left}",
                supply or "-",
                "".join(self.track) or "-",
                str(self.quiet),
            ]
        )

    # -- looking -------------------------------------------------------------------------------------------------

    def spaces(self) -> list[Space]:
        return [(column, row) for row in range(len(self.rows)) for column in range(len(self.rows[0]))]

    def terrain(self, space: Space) -> str:
        return self.rows[len(self.rows) - 1 - space[1]][space[0]]

    def beside(self, space: Space) -> list[Space]:
        column, row = space
        around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [(x, y) for x, y in around if 0 <= x < len(self.rows[0]) and 0 <= y < len(self.rows)]

    def top(self, space: Space) -> str | None:
        return self.board[space][-1] if space in self.board else None

    def mine(self, space: Space) -> bool:
        unit = self.top(space)
        return unit is not None and is_red(unit) == self.red

    def my_spaces(self) -> list[Space]:
        return [space for space in self.spaces() if self.mine(space)]

    def suits(self, letter: str, space: Space) -> bool:
        return self.terrain(space) in GROUND[letter]

    def own(self, letter: str) -> str:
        return letter.upper() if self.red else letter.lower()

    def is_own(self, letter: str, space: Space) -> bool:
        unit = self.top(space)
        return unit is not None and self.mine(space) and kind(unit) == letter

    # -- formation -----------------------------------------------------------------------------------------------

    def in_formation(self, space: Space) -> bool:
        unit = self.top(space)
        assert unit
        return {"I": self.infantry_formed, "T": self.tank_formed, "B": self.battleship_formed}[kind(unit)](space)

    def infantry_formed(self, space: Space) -> bool:
        for partner in self.beside(space):
            if not self.is_own("I", partner):
                continue
            for member in (space, partner):
                for third in self.beside(member):
                    if third not in (space, partner) and self.mine(third) and is_fortified(self.top(third) or ""):
                        return True
        return False

    def tank_formed(self, space: Space) -> bool:
        for step in ((1, 0), (0, 1)):
            for offset in (0, 1, 2):
                line = [
                    (space[0] + (index - offset) * step[0], space[1] + (index - offset) * step[1]) for index in range(3)
                ]
                if not all(self.mine(place) for place in line):
                    continue
                tanks = [self.is_own("T", place) for place in line]
                if (tanks[0] and tanks[1] and offset in (0, 1)) or (tanks[1] and tanks[2] and offset in (1, 2)):
                    return True
        return False

    def battleship_formed(self, space: Space) -> bool:
        group = {space}
        waiting = [space]
        while waiting:
            for other in self.beside(waiting.pop()):
                if self.is_own("B", other) and other not in group:
                    group.add(other)
                    waiting.append(other)
        return len(group) >= 3

    # -- steps ---------------------------------------------------------------------------------------------------

    def must_enlist(self) -> bool:
        return self.turn == 1 or (self.turn == 2 and self.left == 2)

    def steps(self) -> list[str]:
        found = self.enlists()
        if self.must_enlist():
            return sorted(found) if found or self.turn == 1 else ["end"]
        for space in self.my_spaces():
            found |= self.moves(space) | self.fortifies(space) | self.attacks(space)
        return sorted(found | {"end"})

    def near(self, space: Space) -> bool:
        return any(self.mine(other) for other in self.beside(space))

    def may_place(self, unit: str, space: Space) -> bool:
        if kind(unit) == "C":
            if self.must_enlist():
                return False
            return self.is_own("B", space) and len(self.board[space]) == 1
        if space in self.board or not self.suits(kind(unit), space):
            return False
        if self.turn == 1:
            return self.terrain(space) == "S"
        return (self.turn == 2 and self.left == 2) or not self.my_spaces() or self.near(space)

    def enlists(self) -> set[str]:
        mine = [unit for unit in self.supply if is_red(unit) == self.red]
        found = set()
        for unit in set(mine):
            for space in self.spaces():
                if self.may_place(unit, space):
                    found.add(f"{unit.upper()}@{name(space)}")
        infantry = [unit for unit in mine if kind(unit) == "I"]
        free = self.must_enlist() or not self.my_spaces()
        for first, second in set(permutations(infantry, 2)):
            for one in self.spaces():
                if not self.may_place(first, one):
                    continue
                for two in self.spaces():
                    if two == one or two in self.board or not self.suits("I", two):
                        continue
                    beside_first = not free and one in self.beside(two)
                    if self.may_place(second, two) or beside_first:
                        parts = sorted([(one[::-1], first), (two[::-1], second)])
                        found.add("&".join(f"{unit.upper()}@{name(place[::-1])}" for place, unit in parts))
        return found

    def moves(self, space: Space) -> set[str]:
        letter = kind(self.top(space) or "")
        if letter == "A" and self.left < 2:
            return set()
        found = set()
        for target in self.spaces():
            if letter == "C":
                fine = target != space and kind(self.top(target) or "-") != "C"
            else:
                others = [other for other in self.beside(target) if self.mine(other) and other != space]
                reached = letter == "T" or target in self.beside(space) or bool(others)
                fine = target not in self.board and self.suits(letter, target) and reached
            if fine:
                found.add(f"{name(space)}-{name(target)}")
        return found

    def fortifies(self, space: Space) -> set[str]:
        unit = self.top(space) or ""
        letter = kind(unit)
        if is_fortified(unit):
            return set()
        if letter == "A":
            fine = self.left == 2
        elif letter == "C":
            fine = len(self.board[space]) == 2 and self.board[space][0] == "+" + self.own("B")
        else:
            fine = self.in_formation(space) or (letter == "B" and self.terrain(space) == "S")
        return {f"{name(space)}+"} if fine else set()

    def attacks(self, space: Space) -> set[str]:
        unit = self.top(space) or ""
        letter = kind(unit)
        targets = []
        if letter == "C":
            if len(self.board[space]) == 2:
                targets = [(space, self.board[space][0])]
        elif letter == "A":
            places = [place for place in self.spaces() if (place[0] == space[0]) != (place[1] == space[1])]
            targets = [(place, self.board[place][-1]) for place in places if place in self.board]
        elif is_fortified(unit) or self.in_formation(space):
            targets = [(place, self.board[place][-1]) for place in self.beside(space) if place in self.board]
        found = set()
        for place, target in targets:
            if is_red(target) == self.red or kind(target) == "A":
                continue
            if is_fortified(target) and not is_fortified(unit):
                continue
            found.add(f"{name(space)}x{name(place)}")
        return found

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, step: str) -> str | None:
        """Do a legal step in place; "red 2x2" and the like when the volley is over."""
        cost = 1
        if step == "end":
            cost = self.left
        elif "@" in step:
            for part in step.split("&"):
                unit, place = part.split("@")
                unit = unit if self.red else unit.lower()
                self.supply.remove(unit)
                self.board.setdefault(find(place), []).append(unit)
        elif step.endswith("+"):
            space = find(step)
            self.board[space][-1] = "+" + self.board[space][-1]
            self.quiet = 0
            cost = 2 if kind(self.board[space][-1]) == "A" else 1
        elif "-" in step:
            source, target = map(find, step.split("-"))
            unit = self.lift(source, -1)
            self.board.setdefault(target, []).append(unit)
            cost = 2 if kind(unit) == "A" else 1
        else:
            source, target = map(find, step.split("x"))
            self.track.insert(0, self.lift(target, 0 if source == target else -1))
            if len(self.track) > self.slots:
                self.supply.append(self.track.pop())
        self.left -= cost
        return None if self.left else self.end_turn()

    def lift(self, space: Space, index: int) -> str:
        unit = self.board[space].pop(index)
        if not self.board[space]:
            del self.board[space]
        return unit

    def end_turn(self) -> str | None:
        mover = self.red
        self.red, self.turn, self.left, self.quiet = not self.red, self.turn + 1, 2, self.quiet + 1
        for side in (mover, not mover):
            if self.has_square(side):
                return ("red" if side else "green") + " 2x2"
        board = [unit for stack in self.board.values() for unit in stack]
        covered = [unit for stack in self.board.values() for unit in stack[:-1]]
        if not any(is_red(unit) == mover for unit in covered) and all(
            is_fortified(unit) for unit in board + self.supply + self.track if is_red(unit) == mover
        ):
            return ("red" if mover else "green") + " all-fortified"
        return "draw quiet" if self.quiet == 60 else None

    def has_square(self, red: bool) -> bool:
        for column, row in self.spaces():
            square = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]
            units = [self.top(space) for space in square]
            if all(unit and is_fortified(unit) and is_red(unit) == red for unit in units):
                return True
        return False
