"""The errors with which a game refuses something."""

from __future__ import annotations


class GameError(ValueError):
    """A mistake of a player; the message is one sentence for that player, in the language of the moment."""


class UnreadableTurn(GameError):
    """A text that is not in the game's notation."""


class MistypedTurn(UnreadableTurn):
    """A turn with a slip in it: not in the game's notation, but meant to be."""


class IllegalTurn(GameError):
    """A turn that can be read, but that the rules do not allow now."""


class BadOption(GameError):
    """An option of a match with a value that it cannot have."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class BadRecord(GameError):
    """A match record that cannot be read, or with a turn that is not legal."""
