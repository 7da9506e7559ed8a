"""The benchmarks' command: ``make bench``.

``python -m bench PART`` runs a part of it: engine, pairing, event or service; polls is the end of the service, with
open pages.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser

from . import engine, pairing
from .event import main as event
from .service import main as service
from .service.main import SIZES


def sizes(text: str) -> list[int]:
    return sorted(int(size) for size in text.split(","))


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "part", nargs="?", choices=("engine", "pairing", "event", "service", "polls"), help="all by default"
    )
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="numbers of running matches, such as 10000,100000")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of measuring for each size")
    parser.add_argument("--players", type=int, default=event.PLAYERS, help="players of the event")
    parser.add_argument("--of", type=int, default=event.ROUNDS, metavar="ROUNDS", help="rounds of the event")
    options = parser.parse_args()
    if options.part in (None, "engine"):
        engine.main()
    if options.part in (None, "pairing"):
        pairing.main()
    if options.part == "event":
        event.main(options.players, options.of)
    if options.part is None:  # in its own process, since it has its own database
        subprocess.run([sys.executable, "-m", "bench", "event"], check=True)
    if options.part in (None, "service"):
        service.main(options.sizes, options.rounds)
    if options.part == "polls":
        service.main((), options.rounds)
