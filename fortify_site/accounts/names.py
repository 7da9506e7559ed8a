"""What a display name may be. Names are public, so a page may say that one is taken."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError

from matches.models import FORMER_PLAYER

from .models import User

SHORTEST, LONGEST = 2, 40
GUEST = re.compile(r"guest[\s#]*\d*", re.IGNORECASE)


def clean_display_name(text: str, *, owner: User | None = None) -> str:
    """The name as it will be stored: one form of each letter, single blanks. ``owner`` may keep their own.

    Raises ValidationError with a sentence for the player.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if fault := fault_of(name):
        raise ValidationError(fault)
    if is_taken(name, owner):
        raise ValidationError(f"Another player is already called “{name}”. Choose another name.")
    return name


def fault_of(name: str) -> str | None:
    if not SHORTEST <= len(name) <= LONGEST:
        return f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}."
    if any(unicodedata.category(character)[0] in "CZ" and character != " " for character in name):
        return "This name contains characters that cannot be seen. Use letters, digits and common signs."
    if "@" in name:
        return "This looks like a mail address, and names are shown to everybody. Choose a name without “@”."
    if name.casefold() == FORMER_PLAYER or GUEST.fullmatch(name):
        return f"“{name}” is a name the site uses itself. Choose another name."
    return None


def is_taken(name: str, owner: User | None) -> bool:
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    return others.filter(display_name__iexact=name).exists()
