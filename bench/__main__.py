"""How fast things are: ``make bench``. ``python -m bench PART`` for a part of it: engine, pairing or service."""

from __future__ import annotations

from argparse import ArgumentParser

from bench import engine, pairing
from bench.service import main as service
from bench.service.main import SIZES


def sizes(text: str) -> list[int]:
    return sorted(int(size) for size in text.split(","))


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=("engine", "pairing", "service"), help="without it, all")
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="numbers of running matches, such as 10000,100000")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of measuring for each size")
    options = parser.parse_args()
    if options.part in (None, "engine"):
        engine.main()
    if options.part in (None, "pairing"):
        pairing.main()
    if options.part in (None, "service"):
        service.main(options.sizes, options.rounds)
