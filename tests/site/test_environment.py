"""What the settings read. Each case runs in a process of its own, as the site would start."""

import os
import stat
from pathlib import Path

import pytest

from fortify_site.environment import broker_socket, generated_key
from tests.running import Running

SECONDS = 60
PUBLIC = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": "k" * 50,
    "EMAIL_URL": "smtp+tls://u:p@mail.example:587",
}


def setting(expression: str, var: Path, **env: str) -> str:
    """What expressions over the settings give, or the last line of the error."""
    base = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "fortify_site.settings"}
    asked = Running(["tests.site.saying_settings", expression], base | env, var / "said.txt")
    asked.process.wait(SECONDS)
    return asked.words.strip().splitlines()[-1]


def test_with_nothing_set_it_runs_for_this_machine_alone(tmp_path: Path) -> None:
    expression = "s.DEBUG, s.LOCAL, s.MAILBOX, s.SITE_URL, s.DATABASES['default']['ENGINE'], s.CELERY_BROKER_URL"
    engine = "django.db.backends.sqlite3"
    socket = f"redis+socket://{tmp_path}/valkey.sock"
    assert setting(expression, tmp_path) == str([False, True, True, "http://localhost:8000", engine, socket])


def test_static_files_are_compressed_only_where_they_travel(tmp_path: Path) -> None:
    expression = "s.STORAGES['staticfiles']['BACKEND'].rpartition('.')[2]"
    assert setting(expression, tmp_path) == "['ManifestStaticFilesStorage']"
    assert setting(expression, tmp_path, **PUBLIC) == "['CompressedManifestStaticFilesStorage']"
    assert setting(expression, tmp_path, DEBUG="1") == "['StaticFilesStorage']"


def test_a_public_site_is_safe_by_default(tmp_path: Path) -> None:
    expression = "s.DEBUG, s.MAILBOX, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.ALLOWED_HOSTS, s.MAIL_DOMAIN"
    expected = [False, False, True, True, ["play.example.org"], "play.example.org"]
    assert setting(expression, tmp_path, **PUBLIC) == str(expected)


def test_a_mail_account_comes_from_one_address(tmp_path: Path) -> None:
    expression = "s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_HOST_USER"
    assert setting(expression, tmp_path, **PUBLIC) == str(["mail.example", 587, True, "u"])


def test_nobody_waits_long_for_a_database_that_is_away_or_for_a_lock(tmp_path: Path) -> None:
    expression = "s.DATABASES['default']['OPTIONS']['connect_timeout'], s.DATABASES['default']['OPTIONS']['options']"
    address = {"DATABASE_URL": "postgres://u:p@db.example/club"}
    assert setting(expression, tmp_path, **address) == str([5, "-c lock_timeout=5s"])


def test_a_site_may_have_no_broker(tmp_path: Path) -> None:
    assert setting("s.REDIS_URL, s.CELERY_BROKER_URL", tmp_path, REDIS_URL="none") == str(["", "memory://localhost"])


@pytest.mark.parametrize("name", ["SECRET_KEY", "EMAIL_URL"])
def test_a_public_site_names_what_it_lacks(tmp_path: Path, name: str) -> None:
    env = {key: value for key, value in PUBLIC.items() if key != name}
    assert f"ImproperlyConfigured: {name} is not set" in setting("s.DEBUG", tmp_path, **env)


@pytest.mark.parametrize("address", ["play.example.org", "https://play.example.org/fortify", "ftp://x"])
def test_a_site_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    assert f"SITE_URL is “{address}”" in setting("s.DEBUG", tmp_path, **PUBLIC | {"SITE_URL": address})


@pytest.mark.parametrize(("name", "value"), [("EMAIL_TIMEOUT", "soon"), ("TRUSTED_PROXIES", "yes")])
def test_a_number_that_is_none_is_refused(tmp_path: Path, name: str, value: str) -> None:
    assert "Error" in setting("s.DEBUG", tmp_path, **{name: value})


def test_postgres_and_redis_come_from_addresses(tmp_path: Path) -> None:
    env = {"DATABASE_URL": "postgres://club:pw@db.example:5433/club", "REDIS_URL": "redis://queue.example:6380/2"}
    expression = "*(s.DATABASES['default'][k] for k in ('HOST', 'PORT', 'NAME', 'USER')), s.CELERY_BROKER_URL"
    expected = ["db.example", 5433, "club", "club", "redis://queue.example:6380/2"]
    assert setting(expression, tmp_path, **env) == str(expected)


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = generated_key(path)
    assert len(key) >= 50
    assert generated_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_a_socket_whose_path_would_be_too_long_goes_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100)
    assert broker_socket(tmp_path) == tmp_path / "valkey.sock"
    assert len(bytes(broker_socket(deep))) < 100
    assert broker_socket(deep) != broker_socket(deep / "er")
