"""Rules for display names. Names are public, so a page may say that one is taken."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.models import FormerName, User
from i18n import dates

from .computer_names import NAMES
from .letter_case import fold
from .lookalikes import hides, looks, looks_taken, name_skeleton, shows_nothing
from .reserved_names import is_reserved

SHORTEST, LONGEST = 2, 40
MOST, WITHIN = 2, timedelta(days=30)
GUEST = gettext_noop("Guest %(number)s")
FORMER_PLAYER = gettext_noop("former player")
# For the slower of two players who chose the same name at the same moment.
JUST_TAKEN = gettext_lazy("Another player has just taken this name. Choose another name.")


def clean_display_name(
    text: str, *, owner: User | None = None, by_host: bool = False, beside_guests: bool = False
) -> str:
    """Return the name as it will be stored: letters in one form (NFKC), words separated by single spaces.

    ``owner`` may keep their own name, and change it only so often, except when the host does it (``by_host``).
    ``beside_guests`` accepts names that guests have. Raises ``ValidationError`` with a sentence for the player.
    """
    name = _in_one_form(text)
    if owner is not None and name == owner.display_name:
        return name
    fault = fault_of(name) or _not_free(name, owner, beside_guests=beside_guests)
    if fault is None and owner is not None and not by_host:
        fault = _too_often(name, owner)
    if fault:
        raise ValidationError(fault)
    return name


def clean_wished_name(text: str) -> str:
    """Return the name that a visitor asks for, as it will be stored, without checking that it is free.

    It may be the visitor's own already; whether they can have it shows later. Raises ``ValidationError`` with a
    sentence for the visitor.
    """
    name = _in_one_form(text)
    if fault := fault_of(name) or _used_by_the_site(name):
        raise ValidationError(fault)
    return name


def fault_of(name: str) -> str | None:
    if not SHORTEST <= len(name) <= LONGEST:
        sizes = {"shortest": SHORTEST, "longest": LONGEST, "length": len(name)}
        return _("A name has %(shortest)s to %(longest)s characters; this one has %(length)s.") % sizes
    if _cannot_be_seen(name):
        return _("This name contains invisible characters. Use letters, digits and common signs.")
    if "@" in name:
        return _("This looks like an email address, and everyone sees names. Choose one without “@”.")
    return None


def called(*names: str) -> Q:
    """Return a filter for the people with these names, whatever their letter case or composition."""
    return Q(folded__in={fold(name) for name in names}, computer=None)


def player_called(name: str, among: QuerySet[User]) -> User | None:
    """Return the player with that name, or ``None``.

    Older accounts may differ only in letter case: the exact name comes first, then the oldest account.
    """
    found = sorted(among.filter(called(name)), key=lambda player: (player.display_name != name, player.pk))
    return found[0] if found else None


def is_the_sites(name: str) -> bool:
    """Return whether the site itself calls someone by this name, in any of its languages."""
    languages = [language for language, _name in settings.LANGUAGES]
    is_a_person = any(
        _is_a_guests(look, language) or _is_a_former_players(look, language)
        for look in looks(name)
        for language in languages
    )
    return is_a_person or strength_named(name) is not None


def next_possible(user: User, now: datetime) -> datetime | None:
    """Return the earliest moment at which the player may choose another name; ``None`` if they may now."""
    recent = list(user.former_names.filter(at__gt=now - WITHIN).order_by("-at").values_list("at", flat=True)[:MOST])
    return recent[-1] + WITHIN if len(recent) == MOST else None


def note_change(user: User, was: str) -> None:
    """Store the former name of a player who has just been saved with a new one.

    For a while no one else can take it, so that no one is mistaken for the player.
    """
    if not is_the_sites(was) and name_skeleton(was) != name_skeleton(user.display_name):
        FormerName.objects.create(user=user, name=was, at=timezone.now())


def _in_one_form(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _cannot_be_seen(name: str) -> bool:
    controls = any(unicodedata.category(character)[0] in "CZ" and character != " " for character in name)
    return controls or hides(name) or shows_nothing(name)


def _is_a_guests(look: str, language: str) -> bool:
    word = name_skeleton((_in(language, GUEST) % {"number": ""}).strip())
    digits = name_skeleton("0123456789")
    return re.fullmatch(rf"{re.escape(word)}[\s#]*[{digits}]*", look) is not None


def _is_a_former_players(look: str, language: str) -> bool:
    return look == name_skeleton(_in(language, FORMER_PLAYER))


def strength_named(name: str) -> str | None:
    """Return the strength of the computer with that name, in any language; ``None`` if there is none."""
    seen = looks(name)
    for language, _name in settings.LANGUAGES:
        for strength, each in NAMES.items():
            if name_skeleton(_in(language, each)) in seen:
                return strength
    return None


def _in(language: str, message: str) -> str:
    with translation.override(language):
        return _(message)


def is_a_guests(name: str) -> bool:
    """Return whether a guest has this name, or one that looks like it."""
    return User.objects.filter(looks_taken(name), is_guest=True).exists()


def _not_free(name: str, owner: User | None, *, beside_guests: bool) -> str | None:
    """Return the reason why the name can't be had, as a sentence; ``None`` if it is free.

    The site's staff may use words that speak for the site.
    """
    is_staff = owner is not None and owner.is_staff
    if fault := _used_by_the_site(name, is_staff=is_staff):
        return fault
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    if beside_guests:
        others = others.exclude(is_guest=True)
    if others.filter(called(name)).exists():
        return _("Another player is already called “%(name)s”. Choose another name.") % {"name": name}
    if other := others.filter(looks_taken(name)).first():
        words = _("“%(name)s” looks too much like “%(other)s”, another player’s name. Choose another name.")
        return words % {"name": name, "other": other.display_name}
    if _was_anothers(name, owner):
        return _("Another player was called “%(name)s” until recently. Choose another name.") % {"name": name}
    return None


def _used_by_the_site(name: str, *, is_staff: bool = False) -> str | None:
    if is_the_sites(name) or (is_reserved(name) and not is_staff):
        return _("“%(name)s” is a name the site uses itself. Choose another name.") % {"name": name}
    return None


def _was_anothers(name: str, owner: User | None) -> bool:
    recent = FormerName.objects.filter(looks_taken(name), at__gt=timezone.now() - WITHIN)
    return recent.exclude(user=owner).exists() if owner else recent.exists()


def _too_often(name: str, owner: User) -> str | None:
    if name_skeleton(name) == name_skeleton(owner.display_name) or is_the_sites(owner.display_name):
        return None
    possible = next_possible(owner, timezone.now())
    if possible is None:
        return None
    words = _(
        "You can change your name %(most)s times in %(days)s days, and you have. You can change it again from "
        "%(possible)s."
    )
    return words % {"most": MOST, "days": WITHIN.days, "possible": dates.moment(possible)}
