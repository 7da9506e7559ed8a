"""What can be wrong with a file, in an organiser's words."""

from __future__ import annotations

from i18n.text import say


class BadTrf(ValueError):
    """The file cannot be read. ``str()`` is a sentence that names the line, what is wrong and what was expected."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else say("Line %(line)s: %(message)s", line=line, message=message))
        self.line = line


class CannotWrite(ValueError):
    """TRF has no room for something; ``str()`` says for what."""
