"""What of Fortress is the same in all languages (see ``tests.every_game.test_languages``)."""

from __future__ import annotations

import re

NOT_SAID = {"position", "type", "aim", "colour"}
NOTATION = re.compile("(?!)")  # sentences quote it
