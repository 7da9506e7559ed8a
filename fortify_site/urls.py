"""All addresses."""

from django.conf import settings
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from .accounts import addresses
from .api.addresses import api
from .api.door import not_there
from .health import healthz, livez
from .languages import choose
from .metrics.views import metrics

ICON = lazy(static, str)("favicon.svg")  # what browsers ask for beside whatever names no icon of its own

urlpatterns = [
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
    path("", include("fortify_site.api.urls")),
    path("api/v1/", api.urls),
    re_path("^api/v1/", not_there),
    path("account/", include("fortify_site.accounts.urls")),
    path("accounts/email/", addresses.page, name="account_email"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("host/", include("fortify_site.status.urls")),
    path("language/", choose, name="language"),
    path("favicon.ico", RedirectView.as_view(url=ICON), name="icon"),
    path("healthz", healthz),
    path("livez", livez),
    path("metrics", metrics),
]
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("fortify_site.mailbox.urls")))
if settings.MAIL_PROVIDER:
    from matches.mail.bounces import webhook as watching
    from matches.mail.inbound import webhook

    # "mime" in it has Mailgun post whole mails; the other providers do not mind.
    posted_to = f"webhooks/{settings.MAIL_PROVIDER}/inbound_mime/"
    urlpatterns.append(path(posted_to, webhook.view(settings.MAIL_PROVIDER)))
    if watched := watching.view(settings.MAIL_PROVIDER):
        urlpatterns.append(path(f"webhooks/{settings.MAIL_PROVIDER}/tracking/", watched))

handler400 = "fortify_site.errors.bad_request"
handler500 = "fortify_site.errors.server_error"
