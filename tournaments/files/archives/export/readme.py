"""The readme of an archive."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.files.archives.file_names import OWNERS


def readme(club: str, edition: str) -> str:
    """Return the readme in every language of the site, since anyone may open it.

    Lines that two languages share come once.
    """
    parts: dict[str, None] = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            parts[_text(club, edition)] = None
    return ("\n" + "=" * 72 + "\n\n").join(parts)


def _text(club: str, edition: str) -> str:
    running = (
        _("Running matches come as a record only, with what any spectator can see.")
        if edition == OWNERS
        else _("This is the host’s edition: running matches are complete, secrets included.")
    )
    contents = (
        ("club.json", _("the club, its members, leagues, seasons, news and log")),
        ("people.json", _("the people, in the order of the numbers used elsewhere")),
        ("members.csv", _("the members, for a spreadsheet")),
        ("honours.csv", _("the honours board, for a spreadsheet")),
        ("events/001/event.json", _("an event: entries, rounds, results, decisions, log")),
        ("events/001/*.csv", _("its standings, pairings and entries, for a spreadsheet")),
        ("events/001/event.trf", _("the same for pairing programs (TRF), if they support the format")),
        ("events/001/matches/*.txt", _("each match in the game’s own format, for people and programs")),
        ("events/001/matches/*.json", _("each match with every line of its log")),
        ("manifest.json", _("the version of this format, and the SHA-256 of every file")),
    )
    width = max(len(name) for name, _words in contents)
    paragraphs = [
        _("%(club)s: the whole club") % {"club": club},
        _(
            "This archive holds the club with its members, news, leagues, events and matches. It names "
            "people, so store it as carefully as a membership list. It contains no email addresses except "
            "those organisers typed in invitations, and no passwords, links or keys."
        ),
        running,
        _("Contents:"),
        "\n".join(f"{name:{width}}  {words}" for name, words in contents),
        _(
            "Another site imports the JSON files; the others are for reading. If a file is changed, it no "
            "longer matches its checksum and the archive is rejected."
        ),
    ]
    return "\n\n".join(paragraphs) + "\n"
