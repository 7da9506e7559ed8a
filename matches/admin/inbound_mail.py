"""What the host sees of emails that came in: what became of each, and the email itself, to be saved."""

from __future__ import annotations

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from mail.inbound import lease
from matches.models import InboundMail, RefusedMail

from .read_only import Kept, ReadOnly


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnly):
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
        *("arrived_at", "via", "sender", "whole", "status", "outcome", "words", "user", "match", "processed_at"),
        *("next_try_at", "leased_until", "attempts", "lost_attempts", "last_error"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundMail]:
        return super().get_queryset(request).defer("raw", "match__state")

    def get_urls(self) -> list[URLPattern]:
        download = path(
            "<int:inbound_id>/mail.eml", self.admin_site.admin_view(self.download), name="matches_inboundmail_raw"
        )
        return [download, *super().get_urls()]

    @admin.display(description="What came of it")
    def said(self, mail: InboundMail) -> str:
        return (mail.words or mail.last_error)[:100]

    @admin.display(description="The mail")
    def whole(self, mail: InboundMail) -> SafeString:
        address = reverse("admin:matches_inboundmail_raw", args=[mail.pk])
        return format_html('<a href="{}">Save it as a file</a>, which mail programs open', address)

    def download(self, request: HttpRequest, inbound_id: int) -> HttpResponse:
        """The email as it came in, never shown as a page: somebody else wrote it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        mail = InboundMail.objects.filter(pk=inbound_id).first()
        if mail is None:
            raise Http404("This mail is no longer here; they are deleted after a time.")
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
        return request.user.has_perm("matches.change_inboundmail")

    @admin.action(description="Process again", permissions=["read_again"])
    def read_again(self, request: HttpRequest, mails: QuerySet[InboundMail]) -> None:
        renewed = sum(lease.requeue(mail) for mail in mails)
        self.message_user(request, f"{renewed} will be read again now.")
        if busy := len(mails) - renewed:
            self.message_user(request, f"{busy} left alone: being read this moment.", messages.WARNING)


@admin.register(RefusedMail)
class RefusedMailAdmin(Kept):
    list_display = ("hour", "via", "why", "number", "last_at", "sender", "peer")
    list_filter = ("via", "why")
    date_hierarchy = "hour"
    ordering = ("-hour",)
