"""Settings of the tests: the real ones, against real servers that this module starts.

DATABASE=postgres (the default) or sqlite says which database the tests run on. pytest-django imports this before
anything else in the process that starts the run; the processes that pytest-xdist starts find everything in their
environment, and each takes a database of its own in both servers.
"""

import os
from importlib.resources import files
from pathlib import Path

from .support import servers

if "TESTS_FOLDER" not in os.environ:
    run = servers.folder()
    os.environ["TESTS_FOLDER"] = str(run)
    os.environ["TESTS_BROKER"] = servers.start_valkey(run)
    if os.environ.get("DATABASE", "postgres") == "postgres":
        os.environ["TESTS_DATABASE"] = servers.start_postgres(run)
    else:
        os.environ["TESTS_DATABASE"] = f"sqlite:///{run / 'db.sqlite3'}"

FOLDER = Path(os.environ["TESTS_FOLDER"])
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0")

FROM_OUTSIDE = (
    "ALLOWED_HOSTS", "API_RATE", "API_TOKEN_RATE", "BOUNCE_ADDRESSES", "CONTACT_EMAIL", "DEBUG", "DEFAULT_FROM_EMAIL",
    "EMAIL_TIMEOUT", "EMAIL_URL", "HSTS_SECONDS", "LOG_FORMAT", "MAIL_DOMAIN", "METRICS_TOKEN", "PUSH_KEY",
    "REPLY_DOMAIN", "SECRET_KEY_FALLBACKS", "SITE_NAME", "SITE_URL", "TRUSTED_PROXIES", "VACATION_DAYS",
)  # fmt: skip
for name in FROM_OUTSIDE:
    os.environ.pop(name, None)
os.environ |= {
    "DATABASE_URL": os.environ["TESTS_DATABASE"],
    "LOG_LEVEL": "WARNING",
    "MAILBOX": "1",
    "REDIS_URL": f"{os.environ['TESTS_BROKER']}?virtual_host={WORKER.removeprefix('gw')}",
    "SECRET_KEY": "the tests have no secrets",
    "VAR_DIR": str(FOLDER / WORKER),
}

from fortify_site.settings import *  # noqa: E402, F403
from fortify_site.settings import (  # noqa: E402
    ALLOWED_HOSTS,
    DATABASES,
    STATICFILES_DIRS,
    STORAGES,
    TEMPLATES,
    VAR_DIR,
)

ALLOWED_HOSTS += ["testserver"]
# A file, not memory: threads, a live server and a worker have to see the same database.
DATABASES["default"]["TEST"] = {} if os.environ["DATABASE_URL"].startswith("postgres") else {"NAME": FOLDER / "test.db"}
DATABASES["default"]["CONN_MAX_AGE"] = 0
if os.environ["DATABASE_URL"].startswith("postgres"):
    options = DATABASES["default"]["OPTIONS"]
    options["connect_timeout"] = 60  # many threads of a test connect at once, on any machine
    DATABASES["default"]["HOST"] = options.pop("host", DATABASES["default"]["HOST"])
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# Each browser of a test would look through all files there; those that are collected are for the site's processes.
STATIC_ROOT = VAR_DIR / "nothing"
STATIC_ROOT.mkdir(exist_ok=True)
# So the browser tests load axe as they load the site's own scripts.
STATICFILES_DIRS += [Path(str(files("axe_playwright_python")))]
# Of formats that only tests know.
TEMPLATES[0]["DIRS"] += [Path(__file__).parent / "support" / "templates"]
