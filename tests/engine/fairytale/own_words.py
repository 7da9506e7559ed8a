"""What of The Last Fairy Tale is the same in all languages (see ``tests.every_game.test_languages``)."""

from __future__ import annotations

import re

NOT_SAID = {"position", "mark", "code", "symbols", "roads", "word", "kind", "colour"}
NOTATION = re.compile(r"\b[XTILU][A-Za-z]{0,2}(?:/[nesw])?\b|\b(?:as|in|fly):[a-z]+")
