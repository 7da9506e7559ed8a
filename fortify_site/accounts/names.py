"""What a display name may be. Names are public, so a page may say that one is taken."""

from __future__ import annotations

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.models import FORMER_PLAYER

from .models import User

SHORTEST, LONGEST = 2, 40
GUEST = gettext_noop("Guest %(number)s")


def clean_display_name(text: str, *, owner: User | None = None) -> str:
    """The name as it will be stored: one form of each letter, single blanks. ``owner`` may keep their own.

    Raises ValidationError with a sentence for the player.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if fault := fault_of(name):
        raise ValidationError(fault)
    if is_taken(name, owner):
        raise ValidationError(_("Another player is already called “%(name)s”. Choose another name.") % {"name": name})
    return name


def fault_of(name: str) -> str | None:
    if not SHORTEST <= len(name) <= LONGEST:
        sizes = {"shortest": SHORTEST, "longest": LONGEST, "length": len(name)}
        return _("A name has %(shortest)s to %(longest)s characters; this one has %(length)s.") % sizes
    if any(unicodedata.category(character)[0] in "CZ" and character != " " for character in name):
        return _("This name contains characters that cannot be seen. Use letters, digits and common signs.")
    if "@" in name:
        return _("This looks like a mail address, and names are shown to everybody. Choose a name without “@”.")
    if is_the_sites(name):
        return _("“%(name)s” is a name the site uses itself. Choose another name.") % {"name": name}
    return None


def is_the_sites(name: str) -> bool:
    """Whether the site calls somebody so, in whichever language."""
    languages = [language for language, _name in settings.LANGUAGES]
    return any(_is_a_guests(name, language) or _is_a_former_players(name, language) for language in languages)


def _is_a_guests(name: str, language: str) -> bool:
    word = (_in(language, GUEST) % {"number": ""}).strip()
    return re.fullmatch(rf"{re.escape(word)}[\s#]*\d*", name, re.IGNORECASE) is not None


def _is_a_former_players(name: str, language: str) -> bool:
    return name.casefold() == _in(language, FORMER_PLAYER).casefold()


def _in(language: str, message: str) -> str:
    with translation.override(language):
        return _(message)


def is_taken(name: str, owner: User | None) -> bool:
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    return others.filter(display_name__iexact=name).exists()
