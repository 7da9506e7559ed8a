"""The errors with which a game refuses an input."""

from __future__ import annotations


class GameError(ValueError):
    """A player's mistake; the message is one sentence for that player, in the current language."""


class UnreadableTurn(GameError):
    """An error for a text that is not in the game's notation."""


class MistypedTurn(UnreadableTurn):
    """An error for a slip in a turn: the text is not in the game's notation, but is meant to be."""


class IllegalTurn(GameError):
    """An error for a turn that can be read, but that the rules do not allow now."""


class BadOption(GameError):
    """An error for a match option with a value that it cannot have."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class BadRecord(GameError):
    """An error for a match record that cannot be read, or has a turn that is not legal."""
