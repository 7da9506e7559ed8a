"""What of Fortify is the same in all languages (see ``tests.every_game.test_languages``)."""

from __future__ import annotations

import re

NOT_SAID = {
    *("map", "position", "armies", "picked"),  # of a view
    *("how", "type", "terrain"),  # of what is in it
}
NOTATION = re.compile(r"T@b3 b3\+|pass")
