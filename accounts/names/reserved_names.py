"""Names that would let someone speak for the site, in English and German."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings

from .lookalikes import looks, name_skeleton

OFFICES = """
    admin admins administrator administrators administration sysadmin superuser root webmaster postmaster hostmaster
    host hosts hosting operator operators owner owners staff support helpdesk help service team crew office
    moderator moderators moderation mod mods organiser organisers organizer organizers organisation organization
    arbiter arbiters referee referees umpire director directors tournament tournamentdirector
    system site website server security abuse billing bot robot computer noreply mailer daemon mailerdaemon
    fortify bye nobody everybody everyone anonymous unknown
    administratorin administratoren administratorinnen adminteam
    betreiber betreiberin betreibende gastgeber gastgeberin gastgebende veranstalter veranstalterin veranstaltende
    organisator organisatorin organisatoren organisatorinnen ausrichter ausrichterin spielleiter spielleiterin
    spielleitung turnierleiter turnierleiterin turnierleitung turnierdirektor turnierdirektorin turnier
    schiedsrichter schiedsrichterin schiri leitung leiter leiterin moderatorin moderatoren mannschaft kundendienst hilfe
    hilfeteam seite webseite inhaber inhaberin eigentümer eigentümerin sicherheit rechner freilos niemand
    jeder alle anonym unbekannt
""".split()
BESIDES = (
    "the a an our your of and official real chief der die das dem den unser euer dein offiziell offizieller".split()
)
MOST_WORDS = 5


def is_reserved(name: str) -> bool:
    """Return whether the name is made only of reserved words, the site's name or its host.

    It doesn't matter how they are joined or numbered, nor if letters are replaced by others that look like them.
    """
    reserved = _reserved(settings.SITE_NAME, settings.SITE_HOST)
    bare = name.strip(" #._-0123456789")
    return any(reserved.fullmatch(_joined(seen)) for seen in looks(bare))


@cache
def _reserved(site: str, host: str) -> re.Pattern[str]:
    sites = re.split(r"[\s.]+", f"{site} {host}")
    words, offices, around = _any_of([*OFFICES, *BESIDES, *sites]), _any_of([*OFFICES, site, host]), _any_of(sites)
    # At most this many words: longer rows of them needn't be checked.
    return re.compile(rf"(?:{words}){{0,{MOST_WORDS}}}(?:{offices})(?:{around}){{0,{MOST_WORDS}}}")


def _any_of(words: list[str]) -> str:
    seen = {re.escape(_joined(name_skeleton(each))) for each in words}
    return "|".join(sorted(seen - {""}))


def _joined(text: str) -> str:
    """Return only the letters and digits of the text."""
    return "".join(each for each in text if each.isalnum())
