"""What a game refuses."""

from __future__ import annotations


class GameError(ValueError):
    """A mistake of a player; the message is one sentence for that player, in the language of the moment."""


class UnreadableTurn(GameError):
    """The text is not in the game's notation."""


class MistypedTurn(UnreadableTurn):
    """The text is not in the game's notation, but was meant to be: a turn with a slip in it, not a sentence."""


class IllegalTurn(GameError):
    """The text can be read, but the rules do not allow it now."""


class BadOption(GameError):
    """An option of a match has a value it cannot have."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class BadRecord(GameError):
    """A match record cannot be read, or one of its turns is not legal."""
