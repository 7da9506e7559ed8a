"""A tie-break as an event lists it, such as BH/C1."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.history import System

from .kind import BadTieBreak, Kind, shown
from .kinds import KINDS
from .modifiers import Modifiers

UNMODIFIED = Modifiers()
OWN_PREFIX = "OTHER_"  # what TRF26 asks of codes that are not FIDE's
EXAMPLES = {"C": "C1", "M": "M1", "L": "L+1", "F": "F", "P": "P"}
NUMBERS = ("", "", "two ", "three ", "four ", "five ", "six ", "seven ", "eight ", "nine ")


@dataclass(frozen=True, slots=True)
class TieBreak:
    kind: Kind
    modifiers: Modifiers = UNMODIFIED

    @property
    def code(self) -> str:
        return self.kind.code + self.modifiers.words

    @property
    def trf_code(self) -> str:
        return self.code if self.kind.article else OWN_PREFIX + self.code

    @property
    def name(self) -> str:
        words = [" ".join([self.kind.name, *self._cut_words()])]
        words += [f"limit {self.modifiers.limit:+} half points"] if self.modifiers.limit else []
        words += ["from Fore Buchholz"] if self.modifiers.fore else []
        words += ["with forfeits"] if self.modifiers.forfeits else []
        return ", ".join(words)

    def _cut_words(self) -> list[str]:
        low, high = self.modifiers.low, self.modifiers.high
        return [f"median-{high}"] if high else [f"cut-{low}"] if low else []

    @property
    def explanation(self) -> str:
        sentences = [self.kind.explanation]
        low = NUMBERS[self.modifiers.low]
        if self.modifiers.high:
            sentences.append(f"The {low}lowest and the {low}highest are left out.")
        elif self.modifiers.low:
            left_out = f"the {low}earliest" if self.kind.code == "PS" else f"the {low}lowest"
            sentences.append(f"{left_out.capitalize()} {'is' if self.modifiers.low == 1 else 'are'} left out.")
        if self.modifiers.limit:
            way = "higher" if self.modifiers.limit > 0 else "lower"
            sentences.append(f"That half is taken {shown(Fraction(abs(self.modifiers.limit), 2), 1)} points {way}.")
        if self.modifiers.fore:
            sentences.append("Every game of the last round is taken as drawn for it.")
        if self.modifiers.forfeits:
            sentences.append("Forfeits count as games.")
        return " ".join(sentences)

    @property
    def articles(self) -> tuple[str, ...]:
        """Of C.07; empty for tie-breaks of our own."""
        cut = {1: "14.1", 2: "14.2"} if not self.modifiers.high else {1: "14.3", 2: "14.4"}
        articles = [self.kind.article] if self.kind.article else []
        articles += [cut.get(self.modifiers.low, "14")] if self.modifiers.low else []
        articles += ["14.5"] if self.modifiers.limit else []
        articles += ["8.3"] if self.modifiers.fore else []
        articles += ["6.1.1"] if self.modifiers.forfeits else []
        return tuple(articles)

    def show(self, number: Fraction | None) -> str:
        return shown(number, self.kind.places)


def parse(text: str) -> TieBreak:
    """``BH``, ``BH/C1``, ``bh-c1``: letters of either case, a hyphen for a slash (but not for a limit's minus), and
    ``OTHER_`` before what is our own. Raises ``BadTieBreak``."""
    code, *words = text.strip().upper().removeprefix(OWN_PREFIX).replace("-C", "/C").replace("-M", "/M").split("/")
    kind = KINDS.get(code)
    if kind is None:
        raise BadTieBreak(f"There is no tie-break “{text.strip()}”. There are {', '.join(KINDS)}.")
    modifiers = Modifiers()
    for word in words:
        more = modifiers.with_word(word, kind.modifiers)
        if more is None:
            raise BadTieBreak(f"“{text.strip()}” does not exist: {_possible(kind)}")
        modifiers = more
    return TieBreak(kind, modifiers)


def _possible(kind: Kind) -> str:
    if not kind.modifiers:
        return f"{kind.code} has no variants."
    examples = [f"{kind.code}/{EXAMPLES[letter]}" for letter in kind.modifiers]
    return f"variants of {kind.code} are written like {' or '.join(examples)}."


def check(tie_break: TieBreak, system: System) -> None:
    if system in tie_break.kind.refused:
        raise BadTieBreak(
            f"{tie_break.code} must not be used in a {system}: all opponents are the same there "
            f"(C.07 Art. {tie_break.kind.article[0]})."
        )


def offered(system: System) -> tuple[Kind, ...]:
    """What an organiser may choose from, the points left out."""
    return tuple(kind for kind in KINDS.values() if system in kind.offered and kind.code != "PTS")
