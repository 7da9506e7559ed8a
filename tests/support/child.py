"""A process that tells what it finds around it, and does what it is told: python -m tests.support.child WORD."""

from __future__ import annotations

import os
import sys
import time

ROOMS = {"engine", "matches", "tournaments", "fortify_site"}


def main(word: str) -> None:
    print("argument", word)
    print("environment", sorted(os.environ))
    print("group of its own", os.getpgrp() == os.getpid())
    print("of the project", sorted(name for name in sys.modules if name.partition(".")[0] in ROOMS))
    print("and in the same file", file=sys.stderr)
    if word == "sleep":
        sys.stdout.flush()
        time.sleep(60)
    if word == "raise":
        raise ValueError("told to")
    sys.exit(3 if word == "exit" else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
