"""Settings, all from the environment (docs/hosting.md lists them).

Without any, the site runs for this machine alone: SQLite and an embedded broker under var/, and a page that shows every
email instead of sending it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import django_stubs_ext
from celery.schedules import crontab
from csp.constants import NONE, SELF
from kombu import Queue

from .environment import (
    authserv_id,
    backup_folder,
    broker_url,
    command,
    contact,
    database,
    debug,
    domain,
    env,
    folder,
    imap_address,
    mail_account,
    no_mail_account,
    one_of,
    provider,
    push_key,
    secret_key,
    sender,
    site_address,
    static_storage,
    table,
    webhook_secrets,
    whole,
    yes_or_no,
)
from .logs import LEVELS, STYLES, logging_config

# Makes Django's generic classes subscriptable at run time: ModelAdmin[Match].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

# The site ------------------------------------------------------------------------------------------------------
VAR_DIR = folder("VAR_DIR", BASE_DIR / "var")
SITE_URL, SITE_HOST, LOCAL = site_address(env.str("SITE_URL", default="http://localhost:8000"))
SITE_NAME = env.str("SITE_NAME", default="Fortify Club")
# Whom players and visitors ask about the site; "" if nobody is named.
CONTACT_EMAIL = contact()
HTTPS = SITE_URL.startswith("https://")
DEBUG = debug(https=HTTPS, local=LOCAL)
SECRET_KEY = secret_key(VAR_DIR, local=LOCAL)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = [SITE_HOST, *env.list("ALLOWED_HOSTS", default=[])]
if LOCAL:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]

ROOT_URLCONF = "fortify_site.urls"
WSGI_APPLICATION = "fortify_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Mail ----------------------------------------------------------------------------------------------------------
mail = mail_account()
MAILBOX = yes_or_no("MAILBOX", default=LOCAL and not mail)
MAILBOX_DIR = VAR_DIR / "mailbox"
MAIL_DOMAIN = domain("MAIL_DOMAIN", SITE_HOST)
DEFAULT_FROM_EMAIL = sender(SITE_NAME, MAIL_DOMAIN)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = whole("EMAIL_TIMEOUT", 20, least=1)
# The domain of reply addresses; "" if replies aren't received. The mailbox page shows the whole circle on one machine.
REPLY_DOMAIN = domain("REPLY_DOMAIN", "replies.example" if MAILBOX else "")
# Whether emails bounce there, too. Some mail services send only for senders that they know.
BOUNCE_ADDRESSES = yes_or_no("BOUNCE_ADDRESSES", default=True)
# The name under which our own mail server notes whether a sender is genuine (RFC 8601, 2.5).
AUTHSERV_ID = authserv_id()
# Where "manage.py receive_mail" listens for a mail server that delivers them.
RECEIVE_HOST = env.str("RECEIVE_HOST", default="127.0.0.1")
RECEIVE_PORT = whole("RECEIVE_PORT", 8025, most=65535)
# A provider that receives replies and posts them here, by anymail's name for it; and its settings for anymail.
MAIL_PROVIDER = provider()
ANYMAIL: dict[str, Any] = table("MAIL_PROVIDER_SETTINGS")
if MAIL_PROVIDER:
    ANYMAIL["WEBHOOK_SECRET"] = webhook_secrets()
# A mailbox from which replies are collected each minute: imaps://user:password@mail.example.org/INBOX
IMAP_URL = imap_address()
if MAILBOX:
    EMAIL_BACKEND = "fortify_site.dev_mailbox.backend.MailboxBackend"
elif mail:
    vars().update(mail)
else:
    raise no_mail_account()

# What it is made of --------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "fortify_site",
    "jobs",
    "accounts",
    "fortify_site.profiles",
    "fortify_site.api",
    "fortify_site.ops.metrics",
    "fortify_site.push",
    "mail",
    "matches",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
]
if MAILBOX:
    INSTALLED_APPS.append("fortify_site.dev_mailbox")
if MAIL_PROVIDER:
    INSTALLED_APPS.append("anymail")

MIDDLEWARE = [
    "fortify_site.ops.metrics.middleware.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "fortify_site.api.middleware.ApiMiddleware",
    "fortify_site.pages.nul.NulCookieMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "fortify_site.request_size.RequestSizeMiddleware",  # before anything looks into a form
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.preferences.middleware.PreferencesMiddleware",
    "fortify_site.profiles.presence.PresenceMiddleware",
    "fortify_site.profiles.guest_by_cookie.GuestMiddleware",
    "accounts.preferences.middleware.PrivateMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "fortify_site.pages.nul.NulMiddleware",
]

# An email with pictures, posted by a provider that adds its parts once more. Everyone else is held to less by the
# middleware.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["fortify_site.pages.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "fortify_site.pages.context_processors.site",
            ],
            "libraries": {  # of tags that stand in the room of what they show
                "boards": "matches.match_view.drawing",
                "drawn": "matches.playing.drawn",
                "events": "tournaments.pages.event_tags",
                "friends": "matches.home.friend_button",
                "games": "matches.record.games",
                "home": "tournaments.home.home_tags",
                "leagues": "tournaments.seasons.season_tags",
                "standings": "tournaments.standings.standings_tags",
                "times": "matches.clocks.times",
                "turn_form": "matches.playing.turn_tags",
            },
        },
    },
    {
        "NAME": "letters",  # emails, which are read in their own way: see mail/letters/
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["mail.letters.loader.Loader"])],
            "builtins": ["django.templatetags.i18n", "mail.letters.tags"],
            "libraries": {"boards": "matches.match_view.drawing"},
        },
    },
]

FORM_RENDERER = "fortify_site.pages.form_rendering.FormRenderer"

# What it keeps -------------------------------------------------------------------------------------------------
DATABASES = {"default": database(VAR_DIR)}
# Where "manage.py backup" writes its dumps, and how many it keeps; None if the host backs up in another way.
BACKUP_DIR = backup_folder(VAR_DIR)
BACKUPS_KEPT = whole("BACKUPS_KEPT", 14, least=1)
# A command that copies each dump to another machine.
BACKUP_COMMAND = command("BACKUP_COMMAND")
# The cache has the rate limits for logging in: shared by all processes, and available when the broker isn't.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": static_storage(debug=DEBUG, local=LOCAL)},
}

# Languages and times -------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [
    ("en-gb", "English (United Kingdom)"),
    ("en-us", "English (United States)"),
    ("en-au", "English (Australia)"),
    ("de", "Deutsch"),
]
LOCALE_PATHS = [BASE_DIR / "i18n" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Playing -------------------------------------------------------------------------------------------------------
# Vacation days a year in matches outside events, by default; the host changes them in the admin pages.
VACATION_DAYS = whole("VACATION_DAYS", 30, most=3660)
# Whether players and visitors can play a computer, which thinks in a worker of its own.
COMPUTER_PLAYERS = yes_or_no("COMPUTER_PLAYERS", default=True)

# Whether there is a forest each week that everyone can play alone and be ranked in, in games that have one.
WEEKLY_FOREST = yes_or_no("WEEKLY_FOREST", default=True)

# Minutes that an email waits about a turn to which the player's own led: they may still be on the site.
SITTING_MINUTES = whole("SITTING_MINUTES", 5, most=1440)

# The API -------------------------------------------------------------------------------------------------------
# Requests a minute of one address that shows no token, and of one token.
API_RATE = whole("API_RATE", 120)
API_TOKEN_RATE = whole("API_TOKEN_RATE", 600)
# Whether webhooks may lead into this machine and its own network, and go without TLS.
WEBHOOKS_ANYWHERE = DEBUG

# Notifications -------------------------------------------------------------------------------------------------
# The key that signs them: a line that "manage.py push_key" writes; "" if none are sent.
PUSH_KEY = push_key()

# Accounts ------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "fortify_site.profiles.password_of_name.NotOfOwnName"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "fortify_site.profiles.login.allauth_adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    "signup": "fortify_site.profiles.forms.SignupForm",
    "request_login_code": "fortify_site.profiles.forms.LoginCodeForm",
    "reset_password": "fortify_site.profiles.forms.ResetPasswordForm",
    "add_email": "fortify_site.profiles.forms.AddEmailForm",
    "login": "fortify_site.profiles.login.allauth_forms.LoginForm",
    "confirm_login_code": "fortify_site.profiles.login.allauth_forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "fortify_site.profiles.login.allauth_forms.ConfirmEmailCodeForm",
    "change_password": "fortify_site.profiles.login.allauth_forms.ChangePasswordForm",
    "set_password": "fortify_site.profiles.login.allauth_forms.SetPasswordForm",
    "reset_password_from_key": "fortify_site.profiles.login.allauth_forms.ResetPasswordKeyForm",
    "reauthenticate": "fortify_site.profiles.login.allauth_forms.ReauthenticateForm",
}
# Keys with an address have the peer, too (peer_limits), so no one is locked out by someone else's attempts. But
# if very many guess the passwords of one account, they share one try a minute; codes and passkeys stay open.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,5/5m/key",
    "wrong_passwords_of_account": "50/h/key",
    "slow_password": "1/m/key",
    "request_login_code": "20/m/ip",
    "login_code_to_address": "3/m/key,10/h/key",
    "reset_password": "20/m/ip",
    "reset_of_address": "3/m/key,10/h/key",
    "add_address": "10/d/user",
    "confirm_email": "1/10s/key,20/d/key",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# A code, not a link: it works only in the browser that signed up, so a stranger's sign-up is of no use to them.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 30 * 60
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_TIMEOUT = 60 * 60
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
MFA_FORMS = {
    "activate_totp": "fortify_site.profiles.login.allauth_forms.ActivateTotpForm",
    "authenticate": "fortify_site.profiles.login.allauth_forms.SecondStepForm",
    "reauthenticate": "fortify_site.profiles.login.allauth_forms.ConfirmSecondStepForm",
    "add_webauthn": "fortify_site.profiles.login.passkeys.AddPasskeyForm",
    "edit_webauthn": "fortify_site.profiles.login.passkeys.RenamePasskeyForm",
    "login_webauthn": "fortify_site.profiles.login.passkeys.LoginPasskeyForm",
    "authenticate_webauthn": "fortify_site.profiles.login.passkeys.SecondStepPasskeyForm",
    "reauthenticate_webauthn": "fortify_site.profiles.login.passkeys.ConfirmPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL and not HTTPS

# Metrics -------------------------------------------------------------------------------------------------------
# The token with which Prometheus reads /metrics; "" if no one does, and then nothing is counted.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# Jobs ----------------------------------------------------------------------------------------------------------
REDIS_URL = broker_url(VAR_DIR)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"  # without a broker nothing is published and no worker starts
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# A job that a worker takes is gone from Redis, and it takes only as many as it has processes for. What is lost with a
# worker or unknown to it is in rows, and the sweep asks for it again; so no worker has to tell Redis what it has done.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_DISABLE_PREFETCH = True
# Emails to send wait in a queue of their own, and so do incoming ones and the computer's turns. With a worker for each
# queue, a mail server that hangs, a flood of emails or a long search can't hold up a deadline.
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, "mail", "inbound", "computer")
]
CELERY_TASK_ROUTES = {
    "matches.tasks.read_mail": {"queue": "inbound"},
    "matches.tasks.think": {"queue": "computer"},
    "mail.tasks.deliver_mail": {"queue": "mail"},
    "mail.tasks.collect_mails": {"queue": "mail"},
    "fortify_site.api.tasks.deliver_webhook": {"queue": "mail"},
    "fortify_site.push.tasks.deliver_notice": {"queue": "mail"},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker that answers, but refuses (it is full, read-only, or cannot write its files), ends no worker: it tries again.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_TASK_PUBLISH_RETRY = False
# A request that publishes must not wait for a broker that is down or silent; the sweep finds what was not published.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 1.0,
    "max_retries": 0,
    "ack_emulation": False,
}
CELERY_BEAT_SCHEDULER = "jobs.beat:PatientScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep the outbox": {"task": "mail.tasks.sweep_outbox", "schedule": 60.0},
    "sweep the mails that came in": {"task": "matches.tasks.sweep_inbound", "schedule": 60.0},
    "sweep the matches": {"task": "matches.tasks.sweep_matches", "schedule": 60.0},
    "sweep the webhooks": {"task": "fortify_site.api.tasks.sweep_webhooks", "schedule": 60.0},
    "sweep the notices": {"task": "fortify_site.push.tasks.sweep_notices", "schedule": 60.0},
    "sweep the events": {"task": "tournaments.tasks.sweep_events", "schedule": 60.0},
    "sweep the computers": {"task": "matches.tasks.sweep_computers", "schedule": 60.0},
    "count results": {"task": "matches.tasks.count_results", "schedule": 60.0},
    "report standstills": {"task": "matches.tasks.report_standstills", "schedule": crontab(hour=4, minute=0)},
    "expire offers": {"task": "matches.tasks.expire_offers", "schedule": 3600.0},
    "rate the months that are over": {"task": "tournaments.tasks.rate_months", "schedule": crontab(minute=20)},
    "forget old mails": {"task": "mail.tasks.forget_mails", "schedule": crontab(minute=50)},
    "forget deliveries to webhooks": {
        "task": "fortify_site.api.tasks.forget_deliveries",
        "schedule": crontab(hour=3, minute=45),
    },
    "forget notices": {"task": "fortify_site.push.tasks.forget_notices", "schedule": crontab(hour=3, minute=35)},
    "forget sign-ups never confirmed": {
        "task": "fortify_site.profiles.tasks.forget_unproved",
        "schedule": crontab(hour=3, minute=40),
    },
    "forget guests who left": {"task": "matches.tasks.forget_guests", "schedule": crontab(hour=3, minute=50)},
    "clear old sessions": {"task": "jobs.tasks.clear_sessions", "schedule": crontab(hour=3, minute=30)},
}
if IMAP_URL:
    # A collection that hasn't begun when the next is due is skipped.
    CELERY_BEAT_SCHEDULE["collect mails"] = {
        "task": "mail.tasks.collect_mails",
        "schedule": 60.0,
        "options": {"expires": 55.0},
    }

# Safety --------------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
SILENCED_SYSTEM_CHECKS = [
    "auth.W004",  # one account per address whatever its case: this check doesn't see the constraint
    "security.W005",  # this site can't speak for the rest of the host's domain
    "security.W021",
]
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
# Not through a cache: ours is a table in the same database, and with Redis away no one could be logged out of it.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = whole("HSTS_SECONDS", 30 * 24 * 3600) if HTTPS else 0
# How many proxies are in front, whose X-Forwarded-For and X-Forwarded-Proto can be trusted.
TRUSTED_PROXIES = whole("TRUSTED_PROXIES", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS and TRUSTED_PROXIES > 0
SECURE_REDIRECT_EXEMPT = [r"^(healthz|livez|metrics)$"]

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logging_config(level=one_of("LOG_LEVEL", LEVELS, "INFO"), style=one_of("LOG_FORMAT", STYLES, "console"))
