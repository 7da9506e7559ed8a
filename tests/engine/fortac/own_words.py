"""What of Fortac is the same in all languages (see ``tests.every_game.test_languages``)."""

from __future__ import annotations

import re

NOT_SAID = {
    "position",  # of a view
    *("word", "letter", "kind"),  # of what is in it
}
NOTATION = re.compile("hop a3-a2")
