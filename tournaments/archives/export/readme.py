"""What is said of an archive in itself."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.archives.file_names import OWNERS


def readme(club: str, edition: str) -> str:
    """In every language of the site, since nobody knows who opens it; what two of them say alike, once."""
    parts: dict[str, None] = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            parts[_text(club, edition)] = None
    return ("\n" + "=" * 72 + "\n\n").join(parts)


def _text(club: str, edition: str) -> str:
    running = (
        _("Of a match that still runs there is only the record, with what every bystander sees.")
        if edition == OWNERS
        else _("This is the edition for hosts: matches that still run are whole, with what is secret in them.")
    )
    contents = (
        ("club.json", _("the club, its members, leagues, seasons, news and log")),
        ("people.json", _("everybody who is named elsewhere by a number, in that order")),
        ("members.csv", _("the members, for a spreadsheet")),
        ("honours.csv", _("who won what, for a spreadsheet")),
        ("events/001/event.json", _("an event: entries, rounds, results, decisions, log")),
        ("events/001/*.csv", _("its tables, for a spreadsheet")),
        ("events/001/event.trf", _("the same for pairing programs (TRF), where they know its format")),
        ("events/001/matches/*.txt", _("each match in the game’s own format, for people and programs")),
        ("events/001/matches/*.json", _("each match with every line of its log")),
        ("manifest.json", _("the version of this format, and the SHA-256 of every file")),
    )
    width = max(len(name) for name, _words in contents)
    paragraphs = [
        _("%(club)s: the whole club") % {"club": club},
        _(
            "This archive holds the club with its members, news, leagues, events and matches. It names people: keep it "
            "as you keep a list of members. There is no mail address in it but those that organisers typed in "
            "invitations, and no password, link or key."
        ),
        running,
        _("What is what:"),
        "\n".join(f"{name:{width}}  {words}" for name, words in contents),
        _(
            "The JSON files are what comes in again on another site; the others are for reading. A file that was "
            "changed no longer fits its checksum, and the archive is refused."
        ),
    ]
    return "\n\n".join(paragraphs) + "\n"
