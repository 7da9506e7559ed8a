"""Fortress once more: slow, plain and written only from its rules.

It shares nothing with the engine, neither code nor the shape of its data, so that the two agreeing means something. A
card is its text, a hand a list of them, players are numbered from 1, and everything is in dictionaries by number.
"""

from __future__ import annotations

import hmac
import itertools
import re
from typing import Any

RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "cdhs" for rank in RANKS]
TARGET = {2: 21, 3: 17, 4: 14, 5: 12}


def rank(card: str) -> int:
    """R1: royals are all 0."""
    return 0 if card[0] in "JQK" else RANKS.index(card[0]) + 1


def shuffled(seed: str, label: str, things: list[Any]) -> list[Any]:
    key, things, counter = bytes.fromhex(seed), list(things), itertools.count()
    for i in range(len(things) - 1, 0, -1):
        while True:
            digest = hmac.new(key, f"{label}:{next(counter)}".encode(), "sha256").digest()
            word = int.from_bytes(digest[:4], "big")
            if word < 2**32 - 2**32 % (i + 1):
                break
        j = word % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def start(seed: str, players: int, length: str, pace: str) -> State:
    state = State()
    state.count, state.length, state.pace, state.seed = players, length, pace, seed
    everyone = range(1, players + 1)
    state.inside = set(everyone)
    state.totals = dict.fromkeys(everyone, 0)
    state.captured = {player: [] for player in everyone}
    state.hands = {player: [] for player in everyone}
    state.last = None
    state.discards, state.deck = [], []
    state.round = 0
    state.deal(1)
    return state


class State:
    count: int
    length: str
    pace: str
    seed: str
    inside: set[int]
    round: int
    starter: int
    phase: str
    actor: int
    passes: int
    hands: dict[int, list[str]]
    coming: dict[int, list[str] | None]
    shown: set[str]
    captured: dict[int, list[str]]
    totals: dict[int, int]
    last: dict[int, int] | None
    deck: list[str]
    discards: list[str]

    # -- going round ---------------------------------------------------------------------------------------------

    def next_to(self, player: int) -> int:
        """The next player in the direction of play who is in the match."""
        while True:
            player = player % self.count + 1 if self.round % 2 == 1 else (player - 2) % self.count + 1
            if player in self.inside:
                return player

    def deal(self, starter: int) -> None:
        self.round += 1
        used = [card for pile in (*self.hands.values(), *self.captured.values()) for card in pile]
        if self.count == 2 and self.round % 2 == 0:
            self.discards += used
        else:
            self.deck, self.discards = shuffled(self.seed, f"fortress/deck/{self.round}", PACK), []
        self.starter, self.phase, self.passes, self.shown = starter, "f", 0, set()
        everyone = range(1, self.count + 1)
        drawn: dict[int, list[str]] = {player: [] for player in everyone}
        for _ in range(10):
            player = starter
            for _ in self.inside:
                drawn[player].append(self.deck.pop(0))
                player = self.next_to(player)
        self.hands = {player: drawn[player][:2] for player in everyone}
        self.coming = {player: drawn[player][2:] if player in self.inside else None for player in everyone}
        self.captured = {player: [] for player in everyone}

    # -- what is legal -------------------------------------------------------------------------------------------

    def asked(self) -> list[int]:
        if self.phase == "f":
            return [player for player in sorted(self.inside) if self.coming[player] is not None]
        return [] if self.phase == "e" else [self.actor]

    def steps(self, player: int) -> list[str]:
        hand = self.hands[player]
        if self.phase == "p" or (self.phase == "f" and self.coming[player]):
            return ["place left", "place right"]
        if self.phase == "s":
            return [f"start {other}" for other in sorted(self.inside)]
        if self.phase == "f":
            return self.last_moves(hand)
        found = ["pass"]
        for first in range(len(hand)):
            for last in range(first, len(hand)):
                if len({rank(card) for card in hand[first : last + 1]}) == 1:
                    cards = f"{first + 1}" if first == last else f"{first + 1}-{last + 1}"
                    found += [f"attack {cards} left", f"attack {cards} right"]
        if self.deck:
            found += [f"ace {place}" for place, card in enumerate(hand, start=1) if card[0] == "A"]
        if len([card for card in hand if card[0] not in "JQK"]) <= 1:
            found.append("done")
        return sorted(found)

    @staticmethod
    def last_moves(hand: list[str]) -> list[str]:
        found, seen = ["keep"], set()
        for source, goal in itertools.permutations(range(10), 2):
            row = [*hand[:source], *hand[source + 1 :]]
            row.insert(goal, hand[source])
            if tuple(row) not in seen:  # two neighbours change places: named once, with the lower one first
                seen.add(tuple(row))
                found.append(f"shift {source + 1} {goal + 1}")
        return sorted(found)

    # -- what is done --------------------------------------------------------------------------------------------

    def play(self, player: int, text: str) -> tuple[str, list[int]] | None:
        """Play a step; how the round ended with it and its points, if it did."""
        word, *rest = text.split()
        hand = self.hands[player]
        if word == "place":
            coming = self.coming[player]
            assert coming
            hand.insert(0 if rest == ["left"] else len(hand), coming.pop(0))
            if self.phase == "p":
                self.coming[player] = None
                self.turn(player)
        elif word in ("keep", "shift"):
            if word == "shift":
                card = hand.pop(int(rest[0]) - 1)
                hand.insert(int(rest[1]) - 1, card)
            self.coming[player] = None
            self.attacks_if_ready()
        elif word == "start":
            self.deal(int(rest[0]))
        elif word == "done":
            return self.finish("done")
        elif word == "pass":
            self.passes += 1
            if self.passes == len(self.inside):
                return self.finish("passes")
            self.actor = self.next_to(player)
        elif word == "ace":
            self.discards.append(hand.pop(int(rest[0]) - 1))
            self.phase, self.passes, self.coming[player] = "p", 0, [self.deck.pop(0)]
        else:
            return self.attack(player, rest)
        return None

    def attacks_if_ready(self) -> None:
        if all(self.coming[player] is None for player in self.inside):
            self.phase = "a"
            self.actor = self.starter if self.starter in self.inside else self.next_to(self.starter)

    def turn(self, player: int) -> None:
        self.phase, self.passes, self.actor = "a", 0, self.next_to(player)

    def attack(self, player: int, rest: list[str]) -> tuple[str, list[int]] | None:
        first, _, last = rest[0].partition("-")
        hand = self.hands[player]
        attackers = hand[int(first) - 1 : int(last or first)]
        target = self.next_to(player)
        row = self.hands[target]
        if rest[1] == "right":
            row.reverse()
        beaten, up = fight(attackers, row)
        for card in attackers:
            hand.remove(card)
            (self.captured[target] if card[0] in "JQK" else self.discards).append(card)
        for card in row[:beaten]:
            (self.captured[player] if card[0] in "JQK" else self.discards).append(card)
        del row[:beaten]
        self.shown |= set(row[:up])
        if rest[1] == "right":
            row.reverse()
        if not hand or not row:
            return self.finish("cards")
        self.turn(player)
        return None

    def finish(self, how: str) -> tuple[str, list[int]]:
        points = {}
        for player in range(1, self.count + 1):
            ranks = [card[0] for card in self.captured[player]]
            held = [card[0] for card in self.hands[player]]
            points[player] = 2 * ranks.count("K") + ranks.count("Q") + ranks.count("J")
            points[player] += 2 * held.count("Q") + held.count("K") + held.count("J")
            self.totals[player] += points[player]
            self.shown |= set(self.hands[player])
        self.last, self.passes = points, 0
        best = max(self.totals[player] for player in self.inside)
        over = best >= TARGET[self.count] if self.length == "full" else self.round == int(self.length)
        self.phase = "e" if over else "s"
        if not over:
            self.choose()
        return how, list(points.values())

    def choose(self) -> None:
        assert self.last
        lot = shuffled(self.seed, f"fortress/lot/{self.round}", list(range(1, self.count + 1)))
        least = min(self.last[player] for player in self.inside)
        self.actor = next(player for player in lot if player in self.inside and self.last[player] == least)

    def give_up(self, player: int) -> None:
        was_asked = player in self.asked()
        self.discards += [*self.hands[player], *(self.coming[player] or []), *self.captured[player]]
        self.hands[player], self.coming[player], self.captured[player] = [], None, []
        self.inside.remove(player)
        self.passes = 0
        if len(self.inside) == 1:
            self.phase = "e"
        elif self.phase == "f":
            self.attacks_if_ready()
        elif was_asked and self.phase == "s":
            self.choose()
        elif was_asked:
            self.turn(player)

    def winners(self) -> list[int]:
        best = max(self.totals[player] for player in self.inside)
        return [player for player in sorted(self.inside) if self.totals[player] == best]

    # -- text ----------------------------------------------------------------------------------------------------

    def text(self, viewer: int | None = None, *, view: bool = False) -> str:
        """The position or, with ``view``, what a player or (``None``) a bystander may see."""
        everyone = range(1, self.count + 1)
        hands, coming = [], []
        for player in everyone:
            knows = not view or viewer == player
            cards = ""
            for card in self.hands[player]:
                face_up = card in self.shown
                cards += (card if knows or face_up else "??") + ("!" if face_up else "")
            hands.append((cards or "-") if player in self.inside else "x")
            row = self.coming[player]
            if row is None:
                coming.append(".")
                continue
            known = 1 if self.pace == "single" and view else len(row)
            coming.append("".join(card if knows and i < known else "??" for i, card in enumerate(row)) or "-")
        return " ".join(
            [
                f"{self.count}/{self.length}/{self.pace}",
                f"{self.round}/{self.starter}",
                self.phase + (str(self.actor) if self.phase in "aps" else ""),
                str(self.passes),
                "/".join(hands),
                "/".join(coming),
                "/".join("".join(sorted(self.captured[player], key=PACK.index)) or "-" for player in everyone),
                "/".join(str(self.totals[player]) for player in everyone),
                "/".join(str(points) for points in self.last.values()) if self.last else "-",
                str(len(self.deck)) if view else "".join(self.deck) or "-",
                "".join(sorted(self.discards, key=PACK.index)) or "-",
                "-" if view else self.seed,
            ]
        )


def fight(attackers: list[str], row: list[str]) -> tuple[int, int]:
    """How many cards of the row, from the end attacked, fall or are turned up: the table of section 4 in words."""
    count, power = len(attackers), rank(attackers[0])
    equal = [len(list(group)) for _, group in itertools.groupby(row, key=rank)]
    defence, strength = equal[0], rank(row[0])
    if count >= 4:
        royal = re.search("[JQK]", "".join(card[0] for card in row))
        fallen = len(row) if royal is None else royal.start()
        return fallen or defence, 0
    if beats(count, power, defence, strength):
        follows = count == 3 and defence == 1 and len(equal) > 1 and equal[1] == 1
        return (2 if follows else defence), 0
    needed = 1
    while beats(count, power, needed, strength):
        needed += 1
    return 0, needed


def beats(count: int, power: int, defence: int, strength: int) -> bool:
    table = {
        1: {1: power >= strength},
        2: {1: True, 2: power >= strength},
        3: {1: True, 2: True, 3: True},
    }
    return table[count].get(defence, False)
