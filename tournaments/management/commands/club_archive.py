"""A whole club as one zip, and the way back in, for the host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.names.display_names import player_called
from tournaments.files.archives.export.zip import archive_of
from tournaments.files.archives.file_names import EDITIONS, HOSTS
from tournaments.files.archives.imports.club import ImportOptions, import_club, preview
from tournaments.files.archives.open_zip import Archive, BadArchive, Limits, opened
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club

LIMITS = Limits(files=500_000, bytes=20_000_000_000)


class Command(BaseCommand):
    help = "Write a whole club into one zip, or create a club from one."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="out|in")
        out = what.add_parser("out", help="write the club into a zip")
        out.add_argument("club", metavar="CLUB", help="as in the address of its page")
        out.add_argument("file", metavar="FILE", type=Path, help="the zip, which must not be there yet")
        out.add_argument(
            "--edition",
            choices=EDITIONS,
            default=HOSTS,
            help="host: with running matches in full, their secrets, and what their players wrote to each "
            "other, so that they can go on elsewhere; owner: as the club's owners get it",
        )
        into = what.add_parser("in", help="create a club from the zip")
        into.add_argument("file", metavar="FILE", type=Path, help="the zip")
        into.add_argument("--owner", metavar="PLAYER", help="name or email address of the player who will own the club")
        into.add_argument("--as", dest="person", metavar="NAME", help="what the owner is called in the zip")
        into.add_argument("--name", metavar="NAME", help="the name of the club on this site")
        into.add_argument("--look", action="store_true", help="show what would be created, and create nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "out":
            self._out(options["club"], options["file"], options["edition"])
        else:
            self._in(options)

    def _out(self, slug: str, path: Path, edition: str) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"There is no club with the address {slug}.")
        try:
            with path.open("xb") as file:
                for piece in archive_of(club, edition):
                    file.write(piece)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        self.stdout.write(f"{club} is in {path}. It names people: keep it as you keep the database.")

    def _in(self, options: dict[str, Any]) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                self._bring(opened(file, LIMITS), options)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        except BadArchive as error:
            raise CommandError(str(error)) from error
        except TournamentRefused as refused:
            raise CommandError(refused.message) from refused

    def _bring(self, archive: Archive, options: dict[str, Any]) -> None:
        found = preview(archive)
        self.stdout.write(
            f"{found.club}: {found.members} members, {found.events} events ({found.running} of them run), "
            f"{found.matches} matches; {found.begin_anew} matches would begin anew."
        )
        if options["look"]:
            return
        owner, person = _owner(options["owner"]), _person(found.people, options["person"])
        wish = ImportOptions(options["name"] or found.club, owner, person, trusted=True)
        made = import_club(archive, wish)
        self.stdout.write(f"The club is at {made.get_absolute_url()}.")


def _owner(typed: str | None) -> User:
    if not typed:
        raise CommandError("Say with --owner who will own the club.")
    members = User.objects.filter(is_guest=False)
    found = members.filter(email=typed.lower()).first() or player_called(typed, members)
    if found is None:
        raise CommandError(f"There is no player {typed}.")
    return found


def _person(names: list[str], name: str | None) -> int | None:
    if name is None:
        return None
    if names.count(name) != 1:
        raise CommandError(f"There is not exactly one {name} in the archive.")
    return names.index(name) + 1
