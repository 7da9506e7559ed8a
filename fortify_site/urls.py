"""All addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from matches.links.unsubscribe import unsubscribe

from .api.middleware import not_there
from .api.router import api
from .ops.health import healthz, livez
from .ops.metrics.views import metrics
from .ops.status import views as status
from .pages import web_app
from .pages.choices import choose_language, choose_theme, choose_time_zone
from .profiles import email_addresses

ICON = lazy(static, str)("favicon.svg")  # browsers ask for it beside anything that names no icon

mail_wishes = [
    path("unsubscribe/<str:signed>/", unsubscribe, name="unsubscribe"),
    path("subjects/<str:signed>/", unsubscribe, name="subjects"),
]
urlpatterns = [
    path("", include((mail_wishes, "mail"))),
    path("", include("matches.urls")),
    path("", include("tournaments.urls.events")),
    path("", include("fortify_site.api.urls")),
    path("api/v1/", api.urls),
    re_path("^api/v1/", not_there),
    path("", include("fortify_site.push.urls")),
    path("account/", include("fortify_site.profiles.urls")),
    path("", include("fortify_site.players.urls")),
    path("", include("fortify_site.search.urls")),
    path("", include("fortify_site.help.urls")),
    path("accounts/email/", email_addresses.page, name="account_email"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("host/", status.status_page, name="status"),
    path("host/send-again/", status.send_again, name="send_again"),
    path("language/", choose_language, name="language"),
    path("theme/", choose_theme, name="theme"),
    path("time-zone/", choose_time_zone, name="time_zone"),
    path("favicon.ico", RedirectView.as_view(url=ICON), name="icon"),
    path("manifest.webmanifest", web_app.manifest, name="manifest"),
    path("sw.js", web_app.service_worker, name="service_worker"),
    path("offline/", web_app.offline, name="offline"),
    path("healthz", healthz),
    path("livez", livez),
    path("metrics", metrics),
]
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("fortify_site.dev_mailbox.urls")))
if settings.MAIL_PROVIDER:
    from mail.bounces import provider_events
    from mail.inbound import webhook

    # "mime" in it makes Mailgun post whole emails; other providers don't mind.
    posted_to = f"webhooks/{settings.MAIL_PROVIDER}/inbound_mime/"
    urlpatterns.append(path(posted_to, webhook.view(settings.MAIL_PROVIDER), name="incoming_mail"))
    if watched := provider_events.view(settings.MAIL_PROVIDER):
        urlpatterns.append(path(f"webhooks/{settings.MAIL_PROVIDER}/tracking/", watched, name="mail_events"))

handler400 = "fortify_site.pages.error_pages.bad_request"
handler500 = "fortify_site.pages.error_pages.server_error"
