"""The host's view of emails: outgoing ones, incoming ones, and addresses in trouble.

Nothing can be changed by hand except an email's fate. Its text, which may hold a code, isn't shown even to the host.
While a match runs, or others play from its seed, some things about it are hidden as well, since they may hold a secret:
what a player wrote, what the site said about that, and bounced emails.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.admin import KeptAdmin, ReadOnlyAdmin

from . import hooks
from .bounces import dead_addresses
from .bounces.address import mail_of
from .inbound import lease
from .models import InboundMail, MailAddress, OutboxMail, RefusedMail
from .outbox.queue import CannotResend, resend_mail

SECRET = "It may hold a secret of a match. Download it when the match is over, for all teams if it’s in an expedition."
UNSAID = "Shown when the match is over, for all teams if it’s in an expedition."
STATES = {"undeliverable": "undeliverable_since", "unwanted": "complained_at"}


@admin.register(OutboxMail)
class OutboxMailAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "reader", "match", "status", "attempts", "queued_at", "next_try", "sent_at", "trouble")
    list_filter = ("status", "kind")
    list_select_related = ("user", "match")
    search_fields = ("user__display_name", "user__email", "to", "=match__id", "message_id")
    search_help_text = "A player's name or address, the number of a match, or a Message-ID"
    show_full_result_count = False
    date_hierarchy = "queued_at"
    actions = ("send_again", "give_up")
    fields = (
        *("kind", "user", "to", "match", "about", "key", "message_id", "status", "queued_at", "next_try_at"),
        *("waits_until", "leased_until", "attempts", "lost_attempts", "last_error", "sent_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboxMail]:
        return super().get_queryset(request).defer("text", "html")

    @admin.display(description="To", ordering="user__email")
    def reader(self, mail: OutboxMail) -> str:
        return f"{mail.user} <{mail.user.email}>" if mail.user else mail.to

    @admin.display(description="Next try", ordering="next_try_at")
    def next_try(self, mail: OutboxMail) -> str:
        if mail.status != OutboxMail.Status.QUEUED:
            return ""
        return date_format(timezone.localtime(mail.next_try_at), "DATETIME_FORMAT")

    @admin.display(description="Context")
    def about(self, mail: OutboxMail) -> str:
        """Return the email's context, unless it may hold a secret.

        The context has what a player wrote, what the site said about that, and whether turns were set ahead.
        """
        return UNSAID if _has_secrets(mail) else json.dumps(mail.context, ensure_ascii=False)

    @admin.display(description="Why it failed")
    def trouble(self, mail: OutboxMail) -> str:
        return mail.last_error[:100]

    def has_resend_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("mail.change_outboxmail")

    @admin.action(description="Send again", permissions=["resend"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutboxMail]) -> None:
        sent = busy = 0
        for mail in mails:
            try:
                is_queued = resend_mail(mail)
            except CannotResend as error:
                self.message_user(request, f"{mail}: {error}", messages.WARNING)
                continue
            sent += is_queued
            busy += not is_queued
        self.message_user(request, f"{sent} queued to be sent now.")
        if busy:
            self.message_user(request, f"{busy} left alone: being sent this moment.", messages.WARNING)

    @admin.action(description="Give up (do not try again)", permissions=["resend"])
    def give_up(self, request: HttpRequest, mails: QuerySet[OutboxMail]) -> None:
        waiting = mails.filter(status__in=[OutboxMail.Status.QUEUED, OutboxMail.Status.PARKED])
        dropped = waiting.update(status=OutboxMail.Status.DROPPED, leased_until=None)
        self.message_user(request, f"{dropped} given up.")


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "arrived_at", "sender", "via", "status", "outcome", "said", "user", "match")
    list_filter = ("status", "via", "outcome")
    list_select_related = ("user", "match")
    search_fields = ("=id", "sender", "user__display_name", "user__email", "=match__id")
    search_help_text = "Number of the mail or of a match, or a player's name or address"
    show_full_result_count = False
    date_hierarchy = "arrived_at"
    ordering = ("-arrived_at",)
    actions = ("read_again",)
    fields = (
        *("arrived_at", "via", "sender", "whole", "status", "outcome", "in_words", "user", "match", "processed_at"),
        *("next_try_at", "leased_until", "attempts", "lost_attempts", "last_error"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundMail]:
        return super().get_queryset(request).defer("raw", "match__state")

    def get_urls(self) -> list[URLPattern]:
        download = path(
            "<int:inbound_id>/mail.eml", self.admin_site.admin_view(self.download), name="mail_inboundmail_raw"
        )
        return [download, *super().get_urls()]

    @admin.display(description="Outcome")
    def said(self, mail: InboundMail) -> str:
        return self.in_words(mail)[:100]

    @admin.display(description="Words")
    def in_words(self, mail: InboundMail) -> str:
        return UNSAID if mail.words and _has_secrets(mail) else (mail.words or mail.last_error)

    @admin.display(description="Email")
    def whole(self, mail: InboundMail) -> SafeString | str:
        if _may_be_secret(mail):
            return SECRET
        address = reverse("admin:mail_inboundmail_raw", args=[mail.pk])
        return format_html('<a href="{}">Download</a> (opens in email programs)', address)

    def download(self, request: HttpRequest, inbound_id: int) -> HttpResponse:
        """Return the email as it came in, as a download and never as a page, since someone else wrote it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        mail = InboundMail.objects.filter(pk=inbound_id).first()
        if mail is None:
            raise Http404("This email no longer exists; old ones are deleted.")
        if _may_be_secret(mail):
            raise PermissionDenied(SECRET)
        return HttpResponse(
            bytes(mail.raw),
            content_type="application/octet-stream",
            headers={
                "Content-Disposition": f'attachment; filename="mail-in-{mail.pk}.eml"',
                "X-Content-Type-Options": "nosniff",
                "Cache-Control": "no-store",
            },
        )

    def has_read_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("mail.change_inboundmail")

    @admin.action(description="Process again", permissions=["read_again"])
    def read_again(self, request: HttpRequest, mails: QuerySet[InboundMail]) -> None:
        renewed = sum(lease.requeue(mail) for mail in mails)
        self.message_user(request, f"{renewed} will be read again now.")
        if busy := len(mails) - renewed:
            self.message_user(request, f"{busy} left alone: being read this moment.", messages.WARNING)


def _may_be_secret(mail: InboundMail) -> bool:
    """Return whether the email is about a match that isn't open yet.

    A player may have written a secret pick, or turns set ahead; and a bounce contains our email, with the player's
    hand. A player's email names its match only once it has been read, but the address it was sent to always tells.
    """
    sent = mail_of(mail.recipients[0]) if mail.recipients else None
    if _has_secrets(mail) or (sent is not None and _has_secrets(sent)):
        return True
    return bool(mail.token_hash) and hooks.reply_match_is_open.first(mail.token_hash) is False


def _has_secrets(mail: InboundMail | OutboxMail) -> bool:
    return mail.match is not None and not mail.match.is_open


@admin.register(RefusedMail)
class RefusedMailAdmin(KeptAdmin):
    list_display = ("hour", "via", "why", "number", "last_at", "sender", "peer")
    list_filter = ("via", "why")
    date_hierarchy = "hour"
    ordering = ("-hour",)


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        return [("undeliverable", "emails bounce"), ("unwanted", "wants no email")]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[MailAddress]) -> QuerySet[MailAddress]:
        field = STATES.get(self.value() or "")
        return queryset.filter(**{f"{field}__isnull": False}) if field else queryset


@admin.register(MailAddress)
class MailAddressAdmin(ReadOnlyAdmin):
    list_display = ("address", "undeliverable_since", "failures", "complained_at", "good_since", "words")
    list_filter = (StateFilter,)
    search_fields = ("address",)
    show_full_result_count = False
    ordering = ("-undeliverable_since", "-pk")
    raw_id_fields = ("mail",)
    actions = ("write_again",)

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("mail.change_outboxmail")

    @admin.action(description="Send email there again", permissions=["again"])
    def write_again(self, request: HttpRequest, rows: QuerySet[MailAddress]) -> None:
        """Send email again to addresses that bounced. Only the reader can allow what they marked as unwanted."""
        addresses = list(rows.filter(complained_at=None).values_list("address", flat=True))
        for address in addresses:
            dead_addresses.shown_good(address)
        self.message_user(request, f"{len(addresses)} unblocked; emails that waited for them are sent now.")
