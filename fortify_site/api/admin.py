"""Webhooks for the host, without their secrets; tokens are their owners' alone."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from matches.admin_bases import ReadOnly

from .models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    list_display: ClassVar = ["event", "url", "made_by", "made_at", "failing_since", "off_at"]
    list_select_related: ClassVar = ["event", "made_by"]
    exclude: ClassVar = ["secret"]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display: ClassVar = ["webhook", "kind", "status", "made_at", "attempts", "answer"]
    list_filter: ClassVar = ["status", "kind"]
    list_select_related: ClassVar = ["webhook"]
    show_full_result_count = False
