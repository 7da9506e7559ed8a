"""The site's real settings, for processes that are in a hurry or sabotaged.

HASTE=30 makes the site's own waits thirty times shorter: a sweep every two seconds, leases of ten, or of LEASE=60
seconds; but not those of events and webhooks, which no fault concerns. SABOTAGE names what must break (see
``sabotage``).
"""

from __future__ import annotations

import os

from fortify_site.settings import *  # noqa: F403
from fortify_site.settings import CELERY_BEAT_SCHEDULE, INSTALLED_APPS

INSTALLED_APPS += ["tests.faults"]
HASTE = float(os.environ.get("HASTE", "1"))
LEASE = float(os.environ.get("LEASE", 300 / HASTE))
SABOTAGE = [word for word in os.environ.get("SABOTAGE", "").split(" ") if word]
for _name in ("sweep the outbox", "sweep the mails that came in", "sweep the matches", "sweep the computers"):
    CELERY_BEAT_SCHEDULE[_name]["schedule"] /= HASTE
CELERY_BEAT_MAX_LOOP_INTERVAL = 60 / HASTE
