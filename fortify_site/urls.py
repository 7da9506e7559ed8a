"""All addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from .health import healthz

urlpatterns = [
    path("", include("matches.urls")),
    path("account/", include("fortify_site.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
]
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("fortify_site.mailbox.urls")))
