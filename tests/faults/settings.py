"""The site's real settings, for processes that are in a hurry or sabotaged.

HASTE=30 makes the site's own waits thirty times shorter: a sweep every two seconds, leases of ten. SABOTAGE names what
is to break (see ``sabotage``).
"""

from __future__ import annotations

import os

from fortify_site.settings import *  # noqa: F403
from fortify_site.settings import CELERY_BEAT_SCHEDULE, INSTALLED_APPS

INSTALLED_APPS += ["tests.faults"]
HASTE = float(os.environ.get("HASTE", "1"))
SABOTAGE = [word for word in os.environ.get("SABOTAGE", "").split(" ") if word]
for _entry in CELERY_BEAT_SCHEDULE.values():
    if isinstance(_entry["schedule"], float):
        _entry["schedule"] /= HASTE
CELERY_BEAT_MAX_LOOP_INTERVAL = 60 / HASTE
