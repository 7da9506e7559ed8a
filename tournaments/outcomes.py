"""What a round brought a player, in words."""

from __future__ import annotations

from .history import DRAWN, PLAYED, WON, Code, Result

BYES = {
    Code.PAIRING_BYE: "bye",
    Code.FULL_BYE: "full-point bye",
    Code.HALF_BYE: "half-point bye",
    Code.ZERO_BYE: "not paired",
}
BYE_EXPLAINED = {
    Code.PAIRING_BYE: "The pairing left nobody to play: it counts as a win.",
    Code.FULL_BYE: "A round off that counts as a win.",
    Code.HALF_BYE: "A round off that counts as a draw.",
    Code.ZERO_BYE: "Not paired in this round: nothing.",
}
FREE_ROUND = "With an odd number of players everybody has a round without an opponent; it brings nothing."
UNPLAYED_SIGNS = {
    Code.FORFEIT_WIN: "+",
    Code.FORFEIT_LOSS: "−",
    Code.PAIRING_BYE: "U",
    Code.FULL_BYE: "F",
    Code.HALF_BYE: "H",
    Code.ZERO_BYE: "Z",
}
SIGN_WORDS = {
    "+": "a win by forfeit",
    "−": "a loss by forfeit",
    "U": "a bye because nobody was left to play, worth a win",
    "F": "a full-point bye",
    "H": "a half-point bye",
    "Z": "not paired, no points",
    "×": "annulled, counts for neither",
    "…": "still running",
}
ANNULLED, RUNNING = "×", "…"


def sign(code: Code) -> str:
    """As a crosstable has it: 1, ½, 0; a forfeit + or −; a bye its letter; … while it runs."""
    if code in PLAYED:
        return "1" if code in WON else "½" if code in DRAWN else "0"
    return UNPLAYED_SIGNS.get(code, RUNNING)


def verb(code: Code) -> str:
    """Before an opponent's name."""
    if code is Code.FORFEIT_WIN:
        return "won by forfeit against"
    if code is Code.FORFEIT_LOSS:
        return "lost by forfeit to"
    if code is Code.RUNNING:
        return "plays"
    return "beat" if code in WON else "drew with" if code in DRAWN else "lost to"


def bye_explained(code: Code, *, is_swiss: bool) -> str:
    """What a bye is worth, in a sentence."""
    return FREE_ROUND if code is Code.PAIRING_BYE and not is_swiss else BYE_EXPLAINED[code]


def noun(code: Code) -> str:
    """Without an opponent: "won", "lost by forfeit", "bye", "running"."""
    if code in BYES:
        return BYES[code]
    if code is Code.RUNNING:
        return "running"
    what = "won" if code in WON else "drawn" if code in DRAWN else "lost"
    return f"{what} by forfeit" if is_forfeit(code) else what


def words(result: Result, opponent: str) -> str:
    if result.code in BYES:
        return BYES[result.code]
    if not result.opponent:
        return "won by forfeit" if result.code in WON else "lost by forfeit"
    return f"{verb(result.code)} {opponent}"


def is_forfeit(code: Code) -> bool:
    return code in {Code.FORFEIT_WIN, Code.FORFEIT_LOSS}


def both(white: str, black: str) -> str:
    """The result of a decided pairing as it is announced: "1–0", "½–½", "+ – −" for a forfeit."""
    signs = sign(Code(white)), sign(Code(black))
    return " : ".join(signs) if is_forfeit(Code(white)) or is_forfeit(Code(black)) else "–".join(signs)
