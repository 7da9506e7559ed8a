"""Settings from the environment: typed readers, and the files that a local site makes automatically."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shlex
import tempfile
from collections.abc import Callable, Collection
from difflib import get_close_matches
from email.utils import getaddresses
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import environ
from django.conf import global_settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from .push.encrypt import private_key

env = environ.Env()
env.smart_cast = False

YES, NO = frozenset({"1", "yes", "true", "on", "y", "t", "ok"}), frozenset({"0", "no", "false", "off", "n", "f", ""})
DATABASES = {"postgres", "postgresql", "pgsql", "psql", "sqlite"}
BROKERS = {"redis", "rediss", "redis+socket"}
MAIL_SERVERS = {"smtp", "smtps", "smtp+tls", "smtp+ssl"}
MAIL_ELSEWHERE = {"consolemail", "filemail", "memorymail", "dummymail"}
MAILBOXES = {"imap", "imaps", "imap+tls"}
A_MAIL_ACCOUNT = "smtp+tls://user:password@mail.example.org:587"
DOMAIN = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
T = TypeVar("T")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
LONGEST_SOCKET_PATH = 100
LEAST_KEY = 32  # characters of SECRET_KEY if others can reach the site
LEAST_TOKEN = 16
ALIKE = 0.85  # likeness of setting names: one or two letters are wrong
SPECIALS = frozenset('()<>[]:;@\\,."')  # a name that has one is in quotes (RFC 5322, 3.2.3)
# All settings, as docs/hosting.md lists them.
SETTINGS = frozenset(
    """
    SITE_URL SECRET_KEY SECRET_KEY_FALLBACKS DATABASE_URL BACKUP_DIR BACKUPS_KEPT BACKUP_COMMAND REDIS_URL EMAIL_URL
    EMAIL_TIMEOUT DEFAULT_FROM_EMAIL MAIL_DOMAIN REPLY_DOMAIN BOUNCE_ADDRESSES RECEIVE_HOST RECEIVE_PORT AUTHSERV_ID
    MAIL_PROVIDER MAIL_PROVIDER_SECRET MAIL_PROVIDER_SETTINGS IMAP_URL MAILBOX SITE_NAME CONTACT_EMAIL VACATION_DAYS
    SITTING_MINUTES WEEKLY_FOREST COMPUTER_PLAYERS API_RATE API_TOKEN_RATE PUSH_KEY METRICS_TOKEN ALLOWED_HOSTS
    TRUSTED_PROXIES HSTS_SECONDS HOST PORT WEB_WORKERS WEB_THREADS WORKERS ACCESS_LOG LOG_LEVEL LOG_FORMAT VAR_DIR
    VERSION DEBUG
    """.split()
)


class Misconfigured(SystemExit):
    """Raised for a setting with which no process can start. Only its sentence is printed, by any process."""


def whole(name: str, default: int, *, least: int = 0, most: int = 2**31 - 1) -> int:
    text: str = env.str(name, default="").strip()
    if not text:
        return default
    # Limited in length before it is converted, and only in ASCII digits.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if not least <= number <= most:
        numbers = f"from {least} to {most}" if most < 2**31 - 1 else f"from {least} up"
        raise Misconfigured(
            f"{name} is “{text}”; it must be a whole number {numbers}, such as {default or least or 1}."
        )
    return number


def yes_or_no(name: str, *, default: bool) -> bool:
    text: str = env.str(name, default="yes" if default else "no").strip().lower()
    if text not in YES | NO:
        raise Misconfigured(f"{name} is “{text}”; it must be yes or no.")
    return text in YES


def one_of(name: str, choices: Collection[str], default: str) -> str:
    text: str = env.str(name, default=default).strip()
    found = next((each for each in choices if each.lower() == text.lower()), None)
    if found is None:
        raise Misconfigured(f"{name} is “{text}”; it must be one of {', '.join(choices)}.")
    return found


def table(name: str) -> dict[str, Any]:
    """Return the JSON object in an environment variable; empty if it is unset. Raises ``Misconfigured``."""
    try:
        found = json.loads(env.str(name, default="{}"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Misconfigured(f'{name} is no JSON object, such as {{"MAILGUN_API_KEY": "…"}}.')
    return found


def folder(name: str, default: Path) -> Path:
    """Return the folder, after creating it if need be."""
    path = Path(env.str(name, default=str(default))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misconfigured(f"{name} is “{path}”, where no folder can be made: {error.strerror}.") from error
    return path


def backup_folder(var: Path) -> Path | None:
    """Return the folder of backups, which the first one creates. ``None`` if they are made in another way.

    The setting is then "none".
    """
    text: str = env.str("BACKUP_DIR", default="").strip()
    return None if text.lower() == "none" else Path(text or var / "backups").resolve()


def command(name: str) -> str:
    """Return a command with its arguments; "" for none. Raises ``Misconfigured`` if a shell couldn't split it."""
    text: str = env.str(name, default="").strip()
    try:
        shlex.split(text)
    except ValueError as error:
        raise Misconfigured(f"{name} is “{text}”, which is no command: {error}.") from error
    return text


def address(name: str, schemes: Collection[str], such_as: str, read: Callable[[str], T]) -> T | None:
    """Read an address with one of these schemes by ``read``; ``None`` if the setting is empty.

    An invalid one is not repeated in the error, for there may be a password in it.
    """
    text: str = env.str(name, default="").strip()
    if not text:
        return None
    try:
        if text.partition("://")[0] not in schemes:
            raise ValueError
        return read(text)
    except (ValueError, LookupError) as error:  # another scheme, a port that is no number, half of an IPv6 address …
        raise Misconfigured(f"{name} is no address that the site can use; it must be one such as {such_as}.") from error


def domain(name: str, default: str) -> str:
    text: str = env.str(name, default=default).strip()
    if text and not DOMAIN.fullmatch(text):
        raise Misconfigured(f"{name} is “{text}”; it must be a domain, such as play.example.org.")
    return text


def provider() -> str:
    """Return anymail's name of the provider that receives emails and posts them here; "" for none."""
    name: str = env.str("MAIL_PROVIDER", default="").strip()
    if name and (not name.isidentifier() or find_spec(f"anymail.webhooks.{name}") is None):
        raise Misconfigured(
            f"MAIL_PROVIDER is “{name}”, which django-anymail does not know; it must be a name such as postmark, "
            "mailgun or amazon_ses."
        )
    return name


def mail_account() -> dict[str, Any]:
    """Return Django's settings for the mail account in EMAIL_URL; empty if it is unset."""
    return address("EMAIL_URL", MAIL_SERVERS | MAIL_ELSEWHERE, A_MAIL_ACCOUNT, _mail_account) or {}


def no_mail_account() -> Misconfigured:
    return Misconfigured(
        f"EMAIL_URL is not set, so no mail could be sent. Name the mail account, such as {A_MAIL_ACCOUNT}."
    )


def _mail_account(url: str) -> dict[str, Any]:
    found: dict[str, Any] = env.email_url_config(url)
    if url.partition("://")[0] in MAIL_SERVERS and not found["EMAIL_HOST"]:
        raise ValueError
    return found


def imap_address() -> str:
    """Return the address of the mailbox from which replies are collected; "" for none."""
    return address("IMAP_URL", MAILBOXES, "imaps://user:password@mail.example.org/INBOX", _imap_address) or ""


def _imap_address(url: str) -> str:
    parts = urlsplit(url)
    if not parts.hostname or not parts.username or parts.port == 0:
        raise ValueError
    if parts.scheme == "imap" and parts.hostname not in LOOPBACK:
        raise Misconfigured("IMAP_URL would send the password in the clear; use imaps or imap+tls.")
    return url


def site_address(text: str) -> tuple[str, str, bool]:
    """Return the site's address without a trailing slash, its host, and whether only this machine can reach it."""
    address = text.rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        raise Misconfigured(
            f"SITE_URL is “{text}”; it must be the site's own address, such as https://play.example.org."
        )
    return address, parts.hostname, parts.hostname in LOOPBACK


def debug(*, https: bool, local: bool) -> bool:
    found = yes_or_no("DEBUG", default=False)
    if found and https and not local:
        raise Misconfigured("DEBUG is on, so every error would show visitors settings and data. Leave it off there.")
    return found


def sender(site_name: str, domain: str) -> str:
    """Return the sender of all emails, by default the site's name at its domain."""
    name = f'"{quoted_text(site_name)}"' if set(site_name) & SPECIALS else site_name
    text: str = env.str("DEFAULT_FROM_EMAIL", default=f"{name} <noreply@{domain}>")
    found = [address for _, address in getaddresses([text])]
    if len(found) != 1 or not all(found[0].partition("@")):
        raise Misconfigured(
            f"DEFAULT_FROM_EMAIL is “{text}”; it must be one sender, such as Example Club <club@example.org>. A name "
            "with a comma needs quotes: '\"Example, Club\" <club@example.org>'."
        )
    return text


def contact() -> str:
    """Return the address at which people reach the host; "" for none."""
    text: str = env.str("CONTACT_EMAIL", default="").strip()
    try:
        if text:
            validate_email(text)
    except ValidationError:
        raise Misconfigured(f"CONTACT_EMAIL is “{text}”; it must be one address, such as club@example.org.") from None
    return text


def quoted_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def authserv_id() -> str:
    """Return the name under which the mail server gives its verdicts about senders; "" if it is unset or "none".

    "none" says on purpose that no mail server checks senders.
    """
    text: str = env.str("AUTHSERV_ID", default="").strip()
    return "" if text.lower() == "none" else text


def warnings() -> list[str]:
    """Return sentences about settings that don't keep a site from starting, but that someone should know of."""
    found = []
    if env.str("REPLY_DOMAIN", default="") and not env.str("AUTHSERV_ID", default=""):
        found.append(
            "REPLY_DOMAIN is set, but not AUTHSERV_ID, so the site cannot tell replies whose sender is forged: set it "
            "to the name that your mail server writes into Authentication-Results, or to none if it checks no senders."
        )
    if "*" in env.list("ALLOWED_HOSTS", default=[]):
        found.append("ALLOWED_HOSTS is *, so the site answers to any name that someone points at it: name its hosts.")
    if 0 < len(env.str("METRICS_TOKEN", default="")) < LEAST_TOKEN:
        found.append("METRICS_TOKEN is so short that others may guess it: use 32 random characters.")
    return found + [_unknown(name) for name in sorted(os.environ) if name not in SETTINGS and _seems_meant(name)]


def _seems_meant(name: str) -> bool:
    """Return whether an unknown variable was probably meant for this site.

    It resembles a setting, or is one of Django's. Others belong to the machine.
    """
    return bool(_likeness(name)) or (name.isupper() and hasattr(global_settings, name))


def _likeness(name: str) -> list[str]:
    return get_close_matches(name.upper(), SETTINGS, n=1, cutoff=ALIKE)


def _unknown(name: str) -> str:
    meant = "".join(f" Do you mean {each}?" for each in _likeness(name))
    return f"{name} is set, but is no setting of this site.{meant} docs/hosting.md lists them all."


def secret_key(var: Path, *, local: bool) -> str:
    """Return SECRET_KEY, or for a site that only this machine can reach, a key generated once into ``var``."""
    key: str = env.str("SECRET_KEY", default="")
    if key and not local and len(key) < LEAST_KEY:
        raise Misconfigured(
            f"SECRET_KEY has {len(key)} characters, and who guesses it can log in as anyone: use 50 random ones."
        )
    if key:
        return key
    if not local:
        raise Misconfigured(
            "SECRET_KEY is not set. A site that others can reach needs one, the same for all its processes: "
            "50 random characters that nobody else knows."
        )
    return generated_key(var / "secret_key")


def generated_key(path: Path) -> str:
    """Return the key in ``path``. The first process to call this creates it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key")
        try:
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(48))
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text().strip()


def webhook_secrets() -> list[str]:
    """Return the provider's "user:password" for posting emails, or several while it is being changed."""
    secrets: list[str] = env.list("MAIL_PROVIDER_SECRET", default=[])
    if not secrets or not all(":" in each.strip(":") for each in secrets):
        raise Misconfigured(
            "MAIL_PROVIDER is set, but not MAIL_PROVIDER_SECRET, so anyone could post emails. Make up a name and a "
            "long password, such as fortify:…, and put both into the address that the provider posts to."
        )
    return secrets


def push_key() -> str:
    text: str = env.str("PUSH_KEY", default="").strip()
    try:
        if text:
            private_key(text)
    except ValueError:
        raise Misconfigured("PUSH_KEY is not a valid key. Make one with manage.py push_key.") from None
    return text


def database(var: Path) -> dict[str, Any]:
    """Return Django's settings for the database in DATABASE_URL, or else for SQLite under ``var``."""
    config = address("DATABASE_URL", DATABASES, "postgres://user:password@db.example.org:5432/name", _database)
    config = config or _database(f"sqlite:///{var / 'db.sqlite3'}")
    if "sqlite" in config["ENGINE"]:
        return {**config, "OPTIONS": {**config.get("OPTIONS", {}), **SQLITE_OPTIONS}}
    options = {"options": "-c lock_timeout=5s", "connect_timeout": 5, **config.get("OPTIONS", {})}
    return {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, **config, "OPTIONS": options}


def _database(url: str) -> dict[str, Any]:
    found: dict[str, Any] = env.db_url_config(url)
    if not found["NAME"]:
        raise ValueError
    return found


# With Django's defaults six writers at once get "database is locked"; with these they wait for each other.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def static_storage(*, debug: bool, local: bool) -> str:
    """Choose the storage of static files.

    In debug mode they stay as they are; otherwise their names change with their content. For a site that others can
    reach they are compressed, too, which takes seconds at every start.
    """
    if debug:
        return "django.contrib.staticfiles.storage.StaticFilesStorage"
    if local:
        return "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    return "whitenoise.storage.CompressedManifestStaticFilesStorage"


def broker_socket(var: Path) -> Path:
    """Return the embedded broker's socket, elsewhere if the path would be too long (about 100 bytes)."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fortify-{os.getuid()}-{name}" / "valkey.sock"


def broker_url(var: Path) -> str:
    """Return the address of the broker in REDIS_URL, or else of the embedded one's socket.

    "" for "none": a site without a broker, whose work ``manage.py tick`` does.
    """
    if env.str("REDIS_URL", default="").strip().lower() == "none":
        return ""
    url = address("REDIS_URL", BROKERS, "redis://redis.example.org:6379/0, or none", _broker)
    return url or f"redis+socket://{quote(str(broker_socket(var)))}"


def _broker(url: str) -> str:
    if urlsplit(url).port == 0:
        raise ValueError
    return url
