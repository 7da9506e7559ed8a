"""The player who reads the email of an address: a player, or a guest made for it.

A guest is kept while a challenge waits for them, or one by link for which they have a link of their own; as soon as
they have a seat; while another part of the site needs them; and for a while after their last challenge ended, so that
its link can still say what became of it.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import get_language, gettext

from accounts.models import User
from accounts.names.display_names import GUEST, clean_display_name, note_change
from matches import hooks
from matches.models import Link, Offer, Place, Seat

KEPT_FOR = timedelta(days=7)
_TRIES = 20


def still_needed(users: QuerySet[User]) -> QuerySet[User]:
    """Return the users without those whom another part of the site needs."""
    return users.exclude(reduce(or_, map(Q, hooks.guest_in_use.ask()), Q(pk=None)))


def clean_address(typed: str) -> str:
    """Return the address as accounts store it. Raises ``ValueError`` with a sentence for the person who typed it."""
    address = typed.strip().lower()
    try:
        validate_email(address)
    except ValidationError:
        raise ValueError(gettext("“%(typed)s” isn’t an email address.") % {"typed": typed.strip()}) from None
    if len(address) > 254:
        raise ValueError(gettext("This email address is too long."))
    return address


def reader_of(address: str, time_zone: str = "UTC") -> User:
    """Return the player who has confirmed the address, else one who gave it as theirs, else a new guest.

    ``time_zone`` is the guest's, until another is known. Must run inside a transaction.

    A sign-up that was never confirmed counts: its emails go to the address itself, and no one logs in before confirming
    it. An unconfirmed second address of some account doesn't count.
    """
    for _ in range(_TRIES):
        if user := _known(address):
            return user
        # Somebody may take the name, or invite the address, between the look and the writing: then look again.
        try:
            with transaction.atomic():
                return _new(address, secrets.randbelow(90_000) + 10_000, time_zone)
        except IntegrityError:
            continue
    return _new(address, secrets.randbelow(9 * 10**11) + 10**11, time_zone)


def _new(address: str, number: int, time_zone: str) -> User:
    """Make a guest, named and written to in the language of the person who gave the address.

    That is the best guess until the guest is here.
    """
    name = gettext(GUEST) % {"number": number}
    language = get_language() or settings.LANGUAGE_CODE
    return User.objects.create_guest(address, name, language=language, time_zone=time_zone)


def _known(address: str) -> User | None:
    proved = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    if proved is not None and isinstance(proved.user, User):
        return proved.user
    user = User.objects.filter(email=address).first()
    if user is not None and user.is_guest:
        # Held, so that this guest is not forgotten at the same moment.
        return User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    return user


def is_new(user: User) -> bool:
    """Return whether the user is a guest who hasn't played yet, and so may choose a name.

    Later the name stays, since a link grants one answer and nothing of the account.
    """
    return user.is_guest and not user.seats.exists()


def name_newcomer(user: User, wished: str) -> None:
    """Give a guest who hasn't played yet the name they wished for, if it is free."""
    was = user.display_name
    if not is_new(user):
        return
    try:
        with transaction.atomic():
            user.display_name = clean_display_name(wished, owner=user)
            user.save(update_fields=["display_name"])
            note_change(user, was)
    except (ValidationError, IntegrityError):
        user.display_name = was


def forget_unused(now: datetime, limit: int = 500) -> int:
    """Delete guests who never took a seat and whose offers have all been over for a while; return how many."""
    return forget_all(_unused(now), limit)


def forget_all(users: QuerySet[User], limit: int) -> int:
    """Delete these users, who have no seat, one by one and at most ``limit``; return how many were deleted."""
    return sum(_forget(users, pk) for pk in list(users.values_list("pk", flat=True)[:limit]))


def _unused(now: datetime) -> QuerySet[User]:
    seats = Seat.objects.filter(player=OuterRef("pk"))
    made = Offer.objects.filter(host=OuterRef("pk"))
    needed = Offer.objects.filter(Q(status=Offer.Status.OPEN) | Q(ended_at__gt=now - KEPT_FOR))
    received = Place.objects.filter(player=OuterRef("pk"), offer__in=needed)
    by_link = Link.objects.filter(user=OuterRef("pk"), offer__in=needed.filter(by_link=True))
    unused = User.objects.filter(
        ~Exists(seats), ~Exists(received), ~Exists(by_link), ~Exists(made), is_guest=True, joined_at__lte=now - KEPT_FOR
    )
    return still_needed(unused)


def _forget(users: QuerySet[User], pk: int) -> bool:
    """Delete the user, if still among these users; return whether they were.

    It looks again with the row locked, which an offer made at this moment would lock, too, by its foreign key.
    """
    with transaction.atomic():
        User.objects.select_for_update().filter(pk=pk).first()
        user = users.filter(pk=pk).first()
        if user is None:
            return False
        # The places stay with their hosts, under the address that was typed.
        user.places.update(player=None)
        user.delete()
    return True
