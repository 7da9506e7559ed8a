"""The page of a player's email addresses: added, confirmed by a code, chosen for the site's emails, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from accounts.models import User
from mail.bounces import dead_addresses
from mail.models import MailAddress


@dataclass(frozen=True, slots=True)
class AddressRow:
    """An address and what can be done with it. ``trouble`` is why nothing is sent there."""

    address: EmailAddress
    trouble: MailAddress | None
    may_be_primary: bool
    may_be_removed: bool


def address_rows(user: User) -> list[AddressRow]:
    """Return the player's addresses, the one that emails go to first."""
    addresses = list(EmailAddress.objects.filter(user=user).order_by("-primary", "-verified", "email"))
    troubles = dead_addresses.troubles([address.email for address in addresses])
    return [
        AddressRow(
            address,
            troubles.get(address.email.lower()),
            may_be_primary=address.verified and not address.primary,
            may_be_removed=not address.primary and len(addresses) > 1,
        )
        for address in addresses
    ]


class AddressesView(EmailView):  # type: ignore[misc]  # allauth's views have no types
    """allauth's page of addresses, with what is known of each."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "rows": address_rows(self.request.user)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "action_primary" in request.POST and "action_add" not in request.POST:
            return self._choose(request, *args, **kwargs)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def _choose(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Choose the address for the site's emails. It must be confirmed.

        All of it is stored or nothing, since it may fail: another account may have the address, a guest's who was
        invited by it before it was confirmed.
        """
        address = request.POST.get("email", "")
        own = EmailAddress.objects.filter(user=self.request.user, verified=True)
        words = _("Confirm the address first. Then you can have emails sent to it.")
        try:
            if own.filter(email__iexact=address).exists():
                with transaction.atomic():
                    response: HttpResponse = super().post(request, *args, **kwargs)
                return response
        except IntegrityError:
            words = _("%(address)s also belongs to another account, so we can’t send emails there.")
            words %= {"address": address}
        messages.error(request, words)
        return HttpResponseRedirect(self.get_success_url())


page = AddressesView.as_view()
