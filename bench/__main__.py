"""How fast things are: ``make bench``. ``python -m bench engine`` or ``python -m bench service`` for a part of it."""

from __future__ import annotations

from argparse import ArgumentParser

from bench import engine
from bench.service import main as service
from bench.service.main import SIZES


def sizes(text: str) -> list[int]:
    return sorted(int(size) for size in text.split(","))


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=("engine", "service"), help="without it, both")
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="numbers of running matches, such as 10000,100000")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of measuring for each size")
    options = parser.parse_args()
    if options.part != "service":
        engine.main()
    if options.part != "engine":
        service.main(options.sizes, options.rounds)
