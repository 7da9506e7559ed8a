"""Admin pages of webhooks, without their secrets. Tokens have no page: only their owners can see them."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin

from .models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ("event", "club", "url", "made_by", "made_at", "failing_since", "off_at")
    list_select_related = ("event", "club", "made_by")
    exclude = ("secret",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("webhook", "kind", "status", "made_at", "attempts", "answer")
    list_filter = ("status", "kind")
    list_select_related = ("webhook",)
    show_full_result_count = False
