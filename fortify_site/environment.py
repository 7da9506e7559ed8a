"""What the settings need from outside: typed readers, and the files a local site makes for itself."""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()
env.smart_cast = False

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
LONGEST_SOCKET_PATH = 100


def site_address(text: str) -> tuple[str, str, bool]:
    """The site's address without a trailing slash, its host, and whether that is this machine alone."""
    address = text.rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(
            f"SITE_URL is “{text}”; it must be the site's own address, such as https://play.example.org."
        )
    return address, parts.hostname, parts.hostname in LOOPBACK


def secret_key(var: Path, *, local: bool) -> str:
    """SECRET_KEY, or a key generated once into ``var`` for a site that only this machine can reach."""
    key: str = env.str("SECRET_KEY", default="")
    if key:
        return key
    if not local:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. A site that others can reach needs one, the same for all its processes: "
            "50 random characters that nobody else knows."
        )
    return generated_key(var / "secret_key")


def generated_key(path: Path) -> str:
    """The key kept in ``path``; made on the first call, by whichever process comes first."""
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
    """What a provider says of itself when it posts mails, "user:password" each; several while one is changed."""
    secrets: list[str] = env.list("MAIL_PROVIDER_SECRET", default=[])
    if not secrets or not all(":" in each.strip(":") for each in secrets):
        raise ImproperlyConfigured(
            "MAIL_PROVIDER is set, but not MAIL_PROVIDER_SECRET, so anybody could post mails. Make up a name and a "
            "long password, such as fortify:…, and put both into the address that the provider posts to."
        )
    return secrets


def database(var: Path) -> dict[str, Any]:
    """The database that DATABASE_URL names, or SQLite under ``var``."""
    config: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{var / 'db.sqlite3'}")
    if "sqlite" in config["ENGINE"]:
        return {**config, "OPTIONS": {**config.get("OPTIONS", {}), **SQLITE_OPTIONS}}
    options = {"options": "-c lock_timeout=5s", "connect_timeout": 5, **config.get("OPTIONS", {})}
    return {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, **config, "OPTIONS": options}


# With Django's defaults six writers at once get "database is locked"; with these they wait for each other.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def static_storage(*, debug: bool, local: bool) -> str:
    """What keeps the static files: as they are, under names that change with their content, or compressed as well,
    which takes seconds at every start and pays only where they travel."""
    if debug:
        return "django.contrib.staticfiles.storage.StaticFilesStorage"
    if local:
        return "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    return "whitenoise.storage.CompressedManifestStaticFilesStorage"


def broker_socket(var: Path) -> Path:
    """Where the embedded broker listens. A socket's path may be about 100 bytes long at most."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fortify-{os.getuid()}-{name}" / "valkey.sock"


def broker_url(var: Path) -> str:
    """The broker that REDIS_URL names, or the embedded one's socket; empty for ``none``: a site that has no broker,
    whose work ``manage.py tick`` does."""
    url: str = env.str("REDIS_URL", default="")
    if url.lower() == "none":
        return ""
    return url or f"redis+socket://{quote(str(broker_socket(var)))}"
