"""A Celery process on a machine whose clock is wrong.

Run ``python -m tests.faults.wrong_clock HOURS ARGUMENTS…``.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta

import time_machine


def main(hours: str, *words: str) -> None:
    from celery.__main__ import main as celery  # noqa: PLC0415 (once the clock is wrong)

    wrong = datetime.now(UTC) + timedelta(hours=float(hours))
    sys.argv = ["celery", *words]
    with time_machine.travel(wrong, tick=True):
        celery()


if __name__ == "__main__":
    main(*sys.argv[1:])
