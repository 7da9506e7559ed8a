"""All addresses."""

from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from .health import healthz

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
]
for prefix, module in (("", "matches.urls"), ("account/", "fortify_site.accounts.urls")):
    if find_spec(module):
        urlpatterns.append(path(prefix, include(module)))
if settings.MAILBOX and find_spec("fortify_site.mailbox.urls"):
    urlpatterns.append(path("mailbox/", include("fortify_site.mailbox.urls")))
