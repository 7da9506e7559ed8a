"""Work on TRF files from the command line, without a database."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from competition.history import Code, History, Pair, System
from competition.pair_again import Difference, differences
from competition.pairing.dutch import NoLegalPairing, pair
from competition.standings import BadTieBreak, TieBreak, TieBreakValue, parse_tie_break, values
from competition.trf import BadTrf, Document, read_trf, remarks
from matches.time_control.words import quantity

WRONG = 2  # the file, the keys or the round; 1 says that rounds differ
NOTES = 5


class Command(BaseCommand):
    help = "Pair the next round of a TRF file, check its rounds, or count its tie-breaks."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="pair|check|tiebreaks")
        self._add(
            what, "pair", self.run_pair, "print the pairs of the next round, “white black” a line (0 for the bye)"
        )
        self._add(
            what, "check", self.run_check, "pair every round again and print those that differ; status 1 if any does"
        )
        tie_breaks = self._add(
            what, "tiebreaks", self.run_tie_breaks, "print tie-breaks, each as it is right after the points"
        )
        tie_breaks.add_argument("keys", nargs="+", metavar="KEY", help="such as PTS BH BH/C1 SB DE")

    def _add(self, what: Any, name: str, run: Callable[..., None], text: str) -> CommandParser:
        parser: CommandParser = what.add_parser(name, help=text, description=text.capitalize() + ".")
        parser.add_argument("file", metavar="FILE", help="TRF16 or TRF26; - for standard input")
        parser.set_defaults(run=run)
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        document = _read(options["file"])
        self._note(remarks(document))
        try:
            options["run"](document, options)
            self.stdout.flush()
        except BrokenPipeError:
            # The reader has enough, as "head" does; the rest is dropped, so that nothing tries to write it at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def run_pair(self, document: Document, options: dict[str, Any]) -> None:
        history = _to_pair(document)
        self.stderr.write(f"Pairing round {history.paired_rounds + 1} of {history.rounds}.", lambda words: words)
        if not history.paired_rounds and history.initial_colour is None:
            self._note(["The file does not say the initial colour (record 152 or XXC); white is taken."])
        if any(result.code is Code.RUNNING for player in history.players for result in player.results):
            self._note(["Games without a result count as drawn for the pairing."])
        for white, black in _paired(history):
            self.stdout.write(f"{white} {black}")

    def run_check(self, document: Document, options: dict[str, Any]) -> None:
        _check_swiss(document)
        found = list(differences(document.history))
        for difference in found:
            self.stdout.write(_described(difference))
        if found:
            raise CommandError(f"{len(found)} of {document.history.paired_rounds} rounds differ.", returncode=1)
        rounds = quantity(document.history.paired_rounds, "round", "rounds")
        self.stderr.write(f"As the rules have it: {rounds} checked.", lambda words: words)

    def run_tie_breaks(self, document: Document, options: dict[str, Any]) -> None:
        try:
            wanted = [parse_tie_break(key) for key in options["keys"]]
            found = values(document.history, wanted, document.header.system)
        except BadTieBreak as error:
            raise CommandError(str(error), returncode=WRONG) from error
        self.stdout.write("\t".join(["tpn", *options["keys"]]))
        for number, row in found.items():
            shown = (_shown(tie_break, value) for tie_break, value in zip(wanted, row, strict=True))
            self.stdout.write("\t".join([str(number), *shown]))

    def _note(self, sentences: Iterable[str]) -> None:
        """Print sentences on standard error, since the file is processed all the same."""
        listed = list(sentences)
        for sentence in listed[:NOTES]:
            self.stderr.write(sentence)
        if len(listed) > NOTES:
            self.stderr.write(f"The same is so for {len(listed) - NOTES} more.")


def _read(file: str) -> Document:
    try:
        return read_trf(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}.", returncode=WRONG) from error
    except BadTrf as error:
        raise CommandError(str(error), returncode=WRONG) from error


def _check_swiss(document: Document) -> None:
    if document.header.system is not System.SWISS:
        raise CommandError("This is a round robin; its rounds stand from the beginning.", returncode=WRONG)


def _to_pair(document: Document) -> History:
    _check_swiss(document)
    history = document.history
    if not document.rounds_stated:
        raise CommandError(
            "The file does not say how many rounds there are (record 142 or XXR), which the pairing depends on.",
            returncode=WRONG,
        )
    if history.paired_rounds >= history.rounds:
        raise CommandError(f"All {history.rounds} rounds are paired already.", returncode=WRONG)
    return history


def _paired(history: History) -> tuple[Pair, ...]:
    try:
        return pair(history)
    except NoLegalPairing as error:
        raise CommandError(str(error), returncode=WRONG) from error


def _described(difference: Difference) -> str:
    expected = difference.why or _listed(difference.expected)
    return f"Round {difference.round}\n  expected: {expected}\n  found:    {_listed(difference.found)}"


def _listed(pairs: Iterable[Pair]) -> str:
    return ", ".join(f"{white} {black}" for white, black in pairs) or "none"


def _shown(tie_break: TieBreak, value: TieBreakValue) -> str:
    """Return a tie-break as other programs print it: -0 for what does not exist.

    For Koya, print 0 if no one was above the limit.
    """
    if value.number is None:
        return "-0"
    if tie_break.kind.code == "KS" and all(term.cut for term in value.terms):
        return "0"
    return tie_break.show(value.number).replace("−", "-")  # programs read it
