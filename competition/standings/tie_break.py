"""A tie-break as an event lists it, such as BH/C1."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from competition.history import System
from i18n.text import Text, joined, noop, say, say_many

from .tie_break_kind import BadTieBreak, Modifiers, TieBreakKind, shown
from .tie_break_kinds import TIE_BREAK_KINDS

UNMODIFIED = Modifiers()
OWN_PREFIX = "OTHER_"  # TRF26 requires it for codes that are not FIDE's
MODIFIER_EXAMPLES = {"C": "C1", "M": "M1", "L": "L+1", "F": "F", "P": "P"}
# The codes for which some languages have abbreviations of their own.
SHORT = {
    "PTS": noop("PTS"),
    "BH": noop("BH"),
    "SB": noop("SB"),
    "DE": noop("DE"),
    "WIN": noop("WIN"),
    "VPD": noop("VPD"),
}
NUMBERS = (
    *("", noop("one"), noop("two"), noop("three"), noop("four")),
    *(noop("five"), noop("six"), noop("seven"), noop("eight"), noop("nine")),
)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its modifiers."""

    kind: TieBreakKind
    modifiers: Modifiers = UNMODIFIED

    @property
    def code(self) -> str:
        return self.kind.code + self.modifiers.words

    @property
    def abbreviation(self) -> Text:
        """The code as players write it in their language."""
        code = say(SHORT[self.kind.code]) if self.kind.code in SHORT else self.kind.code
        if self.modifiers == Modifiers(low=self.modifiers.low) and self.modifiers.low:
            return say("%(code)s/C%(number)s", code=code, number=self.modifiers.low)
        return joined([code, self.modifiers.words], "")

    @property
    def trf_code(self) -> str:
        return self.code if self.kind.article else OWN_PREFIX + self.code

    @property
    def name(self) -> Text:
        words = [self._cut_name()]
        words += [say("limit %(limit)s half points", limit=f"{self.modifiers.limit:+}")] if self.modifiers.limit else []
        words += [say("from Fore Buchholz")] if self.modifiers.fore else []
        words += [say("with forfeits")] if self.modifiers.forfeits else []
        return joined(words)

    def _cut_name(self) -> Text:
        if self.modifiers.high:
            return say("%(name)s median-%(number)s", name=self.kind.name, number=self.modifiers.high)
        if self.modifiers.low:
            return say("%(name)s cut-%(number)s", name=self.kind.name, number=self.modifiers.low)
        return self.kind.name

    @property
    def explanation(self) -> Text:
        sentences = [self.kind.explanation, *self._cut_sentences()]
        if self.modifiers.limit:
            higher, lower = (
                noop("That half is taken %(points)s points higher."),
                noop("That half is taken %(points)s points lower."),
            )
            moved = shown(Fraction(abs(self.modifiers.limit), 2), 1)
            sentences.append(say(higher if self.modifiers.limit > 0 else lower, points=moved))
        if self.modifiers.fore:
            sentences.append(say("It takes every game of the last round as drawn."))
        if self.modifiers.forfeits:
            sentences.append(say("Forfeits count as games."))
        return joined(sentences, " ")

    def _cut_sentences(self) -> list[Text]:
        low = self.modifiers.low
        if not low:
            return []
        words = say(NUMBERS[low])
        if self.modifiers.high:
            return [
                say_many(
                    "The lowest and the highest are left out.",
                    "The %(words)s lowest and the %(words)s highest are left out.",
                    low,
                    words=words,
                )
            ]
        if self.kind.code == "PS":
            return [say_many("The earliest is left out.", "The %(words)s earliest are left out.", low, words=words)]
        return [say_many("The lowest is left out.", "The %(words)s lowest are left out.", low, words=words)]

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles of FIDE C.07; empty for this site's own tie-breaks."""
        cut = {1: "14.1", 2: "14.2"} if not self.modifiers.high else {1: "14.3", 2: "14.4"}
        articles = [self.kind.article] if self.kind.article else []
        articles += [cut.get(self.modifiers.low, "14")] if self.modifiers.low else []
        articles += ["14.5"] if self.modifiers.limit else []
        articles += ["8.3"] if self.modifiers.fore else []
        articles += ["6.1.1"] if self.modifiers.forfeits else []
        return tuple(articles)

    def show(self, number: Fraction | None) -> str:
        return shown(number, self.kind.places)


def parse_tie_break(text: str) -> TieBreak:
    """Read a code such as ``BH``, ``BH/C1`` or ``bh-c1``. Raises ``BadTieBreak``.

    Letters may be of either case, and a hyphen stands for a slash (but not for a limit's minus). ``OTHER_`` begins the
    codes of this site's own tie-breaks.
    """
    code, *words = text.strip().upper().removeprefix(OWN_PREFIX).replace("-C", "/C").replace("-M", "/M").split("/")
    kind = TIE_BREAK_KINDS.get(code)
    if kind is None:
        raise BadTieBreak(
            say(
                "There is no tie-break “%(text)s”. There are %(kinds)s.",
                text=text.strip(),
                kinds=", ".join(TIE_BREAK_KINDS),
            )
        )
    modifiers = Modifiers()
    for word in words:
        more = modifiers.with_word(word, kind.modifiers)
        if more is None:
            raise BadTieBreak(say("“%(text)s” does not exist: %(why)s", text=text.strip(), why=_possible(kind)))
        modifiers = more
    return TieBreak(kind, modifiers)


def _possible(kind: TieBreakKind) -> Text:
    if not kind.modifiers:
        return say("%(code)s has no variants.", code=kind.code)
    one, *others = [f"{kind.code}/{MODIFIER_EXAMPLES[letter]}" for letter in kind.modifiers]
    example = one if not others else say("%(one)s or %(other)s", one=one, other=", ".join(others))
    return say("variants of %(code)s are written like %(example)s.", code=kind.code, example=example)


def check_tie_break(tie_break: TieBreak, system: System) -> None:
    """Raise ``BadTieBreak`` for a tie-break that doesn't suit the system."""
    if System.TABLES in tie_break.kind.offered and system is not System.TABLES:
        raise BadTieBreak(say("%(code)s is only for events at tables.", code=tie_break.code))
    if system is System.TABLES and system not in tie_break.kind.offered and tie_break.kind.code != "PTS":
        raise BadTieBreak(say("%(code)s is not for events at tables.", code=tie_break.code))
    if system in tie_break.kind.refused:
        sentence = say(
            "%(code)s must not be used in a round robin: everyone has the same opponents there "
            "(C.07 Art. %(article)s).",
            code=tie_break.code,
            article=tie_break.kind.article[0],
        )
        raise BadTieBreak(sentence)


def offered(system: System) -> tuple[TieBreakKind, ...]:
    """Return the kinds of tie-breaks that an organiser may choose in a system, leaving out the points."""
    return tuple(kind for kind in TIE_BREAK_KINDS.values() if system in kind.offered and kind.code != "PTS")
