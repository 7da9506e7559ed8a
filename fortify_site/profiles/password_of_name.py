"""A check that passwords aren't made of the player's own name or address."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names.letter_case import fold

LEAST_BESIDE = 6  # letters, digits and signs besides the name


class NotOfOwnName:
    """A validator that refuses the display name, a word of it or the address, with little more than digits added."""

    def validate(self, password: str, user: object = None) -> None:
        words = _own_words(str(getattr(user, "display_name", "")), str(getattr(user, "email", "")))
        if any(_is_made_of(fold(password), word) for word in words):
            raise ValidationError(_("This password is too much like your name or address."), code="password_of_name")

    def get_help_text(self) -> str:
        return _("Don’t use your name or address.")


def _own_words(name: str, email: str) -> set[str]:
    local = email.partition("@")[0]
    found = {name.replace(" ", ""), *name.split(), local, *local.replace("_", ".").replace("-", ".").split(".")}
    return {fold(word) for word in found if len(word) >= 3}


def _is_made_of(password: str, word: str) -> bool:
    """Return whether the password has little besides the word. Digits and signs count for half."""
    if word not in password:
        return False
    rest = password.replace(word, "", 1)
    return sum(1 if each.isalpha() else 0.5 for each in rest) < LEAST_BESIDE
