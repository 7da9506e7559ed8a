"""The address that turns mail about turns off for one player (RFC 8058): signed and stateless, so that it works
without a login. Keys that were retired stay good while ``SECRET_KEY_FALLBACKS`` holds them."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from fortify_site.accounts.models import TurnMail, User

_SALT = "matches.mail.unsubscribe"


def url(user: User) -> str:
    return settings.SITE_URL + reverse("matches:unsubscribe", args=[_signer().sign(str(user.pk))])


def user_of(signed: str) -> User | None:
    """The player of a signed address; ``None`` for one that we did not sign, or whose player is gone."""
    try:
        return User.objects.filter(pk=int(_signer().unsign(signed))).first()
    except (BadSignature, ValueError):
        return None


def set_turn_mail(user: User, *, wanted: bool) -> None:
    """Turn mail about turns on or off. Turned on, the turns that wait meanwhile are announced after all; for one who
    gets such mail already, however seldom, nothing changes."""
    from matches import notices  # they queue mails, and a mail has this address in it

    if wanted and user.turn_mail != TurnMail.NONE:
        return
    user.turn_mail = TurnMail.EACH if wanted else TurnMail.NONE
    user.save(update_fields=["turn_mail"])
    if wanted:
        notices.waiting_turns(user)


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)
