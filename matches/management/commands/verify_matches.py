from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.models import Match
from matches.verify.replay import verify


class Command(BaseCommand):
    help = (
        "Play every match again from its log, and compare it with the board, the points and the clocks that are "
        "stored. Names what differs, and then ends with status 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("numbers", nargs="*", type=int, metavar="MATCH", help="only the matches of these numbers")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.all()
        if numbers := options["numbers"]:
            matches = matches.filter(pk__in=numbers)
            if unknown := sorted(set(numbers) - set(matches.values_list("pk", flat=True))):
                raise CommandError(f"There is no match {', '.join(map(str, unknown))}.")
        looked_at = differ = 0
        for _match, differences in verify(matches):
            looked_at += 1
            differ += bool(differences)
            for difference in differences:
                self.stdout.write(str(difference))
        if differ:
            raise CommandError(f"{differ} of {looked_at} matches differ from their logs.")
        self.stdout.write(f"{looked_at} matches are what their logs say.")
