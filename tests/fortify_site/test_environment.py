"""What the settings read, and what processes say of it that start with them."""

import os
import re
import socket
import stat
from email.utils import getaddresses
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import global_settings

from fortify_site import settings
from fortify_site.environment import SETTINGS, broker_socket, generated_key, warnings
from tests.support.processes import Running
from tests.support.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
PUBLIC = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": "k" * 50,
    "EMAIL_URL": "smtp+tls://u:p@mail.example:587",
}


GUNICORN = ["gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"]


def read_with(**env: str) -> dict[str, Any]:
    """The settings, read again, with nothing else in the environment."""
    with pytest.MonkeyPatch.context() as outside:
        for name in os.environ:
            outside.delenv(name)
        for name, value in env.items():
            outside.setenv(name, value)
        spec = spec_from_file_location("fortify_site.settings_again", settings.__file__)
        assert spec is not None
        assert spec.loader is not None
        again = module_from_spec(spec)
        spec.loader.exec_module(again)
        return vars(again)


def setting(expression: str, var: Path, **env: str) -> str:
    """What expressions over the settings give."""
    found = vars(global_settings) | read_with(PATH=os.environ["PATH"], VAR_DIR=str(var), **env)
    return str(eval(f"[{expression}]", {"s": SimpleNamespace(**found)}))  # noqa: S307 (the words are a test's own)


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


@pytest.mark.parametrize("words", [["simulate_event", "--players", "2"], ["verify_matches"]])
def test_a_command_on_a_site_without_tables_says_what_to_do(words: list[str], tmp_path: Path) -> None:
    asked = Running(["manage", *words], {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}, tmp_path / "said.txt")
    assert asked.process.wait(SECONDS) == 1
    assert asked.words.strip().splitlines()[-1].endswith("Run “manage.py migrate” first.")
    assert "Traceback" not in asked.words


def test_a_site_may_have_no_broker(tmp_path: Path) -> None:
    assert setting("s.REDIS_URL, s.CELERY_BROKER_URL", tmp_path, REDIS_URL="none") == str(["", "memory://localhost"])


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        *[({name: None}, f"{name} is not set") for name in ("SECRET_KEY", "EMAIL_URL")],
        *[
            ({"SITE_URL": address}, f"SITE_URL is “{address}”")
            for address in ("play.example.org", "https://play.example.org/fortify", "ftp://x")
        ],
        ({"SECRET_KEY": "short"}, "SECRET_KEY has 5 characters"),
        ({"DEBUG": "yes"}, "DEBUG is on"),
    ],
)
def test_a_public_site_names_what_it_lacks(tmp_path: Path, env: dict[str, str | None], sentence: str) -> None:
    given = {name: value for name, value in (PUBLIC | env).items() if value is not None}
    with pytest.raises(SystemExit, match=sentence):
        setting("s.DEBUG", tmp_path, **given)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("EMAIL_TIMEOUT", "soon", "EMAIL_TIMEOUT is “soon”; it must be a whole number from 1 up, such as 20."),
        ("TRUSTED_PROXIES", "yes", "TRUSTED_PROXIES is “yes”; it must be a whole number from 0 up, such as 1."),
        ("TRUSTED_PROXIES", "-1", "TRUSTED_PROXIES is “-1”; it must be"),
        ("RECEIVE_PORT", "80250", "RECEIVE_PORT is “80250”; it must be a whole number from 0 to 65535, such as 8025."),
        ("DEBUG", "maybe", "DEBUG is “maybe”; it must be yes or no."),
        ("MAILBOX", "2", "MAILBOX is “2”; it must be yes or no."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL is “loud”; it must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is “xml”; it must be one of console, json."),
        (
            "DATABASE_URL",
            "nonsense",
            "DATABASE_URL is no address that the site can use; it must be one such as postgres",
        ),
        ("DATABASE_URL", "mysql://u:secret@db/x", "DATABASE_URL is no address"),
        ("DATABASE_URL", "postgres://u:secret@db.example", "DATABASE_URL is no address"),
        ("DATABASE_URL", "postgres://u:secret@db.example:port/x", "DATABASE_URL is no address"),
        ("REDIS_URL", "nonsense", "REDIS_URL is no address"),
        ("REDIS_URL", "redis://:secret@queue.example:port/0", "REDIS_URL is no address"),
        ("EMAIL_URL", "nonsense", "EMAIL_URL is no address"),
        ("EMAIL_URL", "smtp+tls://", "EMAIL_URL is no address"),
        ("IMAP_URL", "imaps://mail.example.org", "IMAP_URL is no address"),
        ("IMAP_URL", "https://a:secret@example.org", "IMAP_URL is no address"),
        ("IMAP_URL", "imap://a:secret@example.org", "IMAP_URL would send the password in the clear"),
        ("MAIL_PROVIDER", "pigeon", "MAIL_PROVIDER is “pigeon”, which django-anymail does not know"),
        ("MAIL_PROVIDER_SETTINGS", "[1]", "MAIL_PROVIDER_SETTINGS is no JSON object"),
        ("MAIL_PROVIDER_SETTINGS", "{", "MAIL_PROVIDER_SETTINGS is no JSON object"),
        ("REPLY_DOMAIN", "play@example.org", "REPLY_DOMAIN is “play@example.org”; it must be a domain"),
        ("PUSH_KEY", "abc", "PUSH_KEY is not a valid key."),
        ("PUSH_KEY", "x" * 40, "PUSH_KEY is not a valid key."),
        ("DEFAULT_FROM_EMAIL", "Club, the <club@example.org>", "DEFAULT_FROM_EMAIL is “Club, the <club@example.org>”"),
        ("CONTACT_EMAIL", "the club", "CONTACT_EMAIL is “the club”; it must be one address, such as club@example.org."),
        ("DEFAULT_FROM_EMAIL", "club", "DEFAULT_FROM_EMAIL is “club”; it must be one sender, such as"),
        ("DEFAULT_FROM_EMAIL", "Club <club@>", "DEFAULT_FROM_EMAIL is “Club <club@>”"),
        ("BACKUP_COMMAND", "scp 'x", "BACKUP_COMMAND is “scp 'x”, which is no command"),
        ("VAR_DIR", "/dev/null/var", "VAR_DIR is “/dev/null/var”, where no folder can be made"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_sentence(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    with pytest.raises(SystemExit) as refused:
        read_with(**{"VAR_DIR": str(tmp_path), name: value})
    assert str(refused.value).startswith(sentence)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("words", [["manage", "migrate"], ["celery", "-A", "fortify_site", "worker"], GUNICORN])
def test_every_process_says_the_one_sentence_and_ends(tmp_path: Path, words: list[str]) -> None:
    base = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": "nonsense"}
    started = Running(words, base, tmp_path / "said.txt")
    assert started.process.wait(SECONDS) == 1
    said = [line for line in started.words.strip().splitlines() if "Starting gunicorn" not in line]
    assert [line.partition(";")[0] for line in said] == ["DATABASE_URL is no address that the site can use"]


@pytest.mark.parametrize(
    ("env", "warning"),
    [
        ({}, ""),
        ({"REPLY_DOMAIN": "reply.example.org"}, "REPLY_DOMAIN is set, but not AUTHSERV_ID, so the site cannot tell"),
        ({"REPLY_DOMAIN": "reply.example.org", "AUTHSERV_ID": "mx.example.org"}, ""),
        ({"REPLY_DOMAIN": "reply.example.org", "AUTHSERV_ID": "none"}, ""),
        ({"ALLOWED_HOSTS": "play.example.org,*"}, "ALLOWED_HOSTS is *"),
        ({"ALLOWED_HOSTS": ".example.org"}, ""),
        ({"METRICS_TOKEN": "x"}, "METRICS_TOKEN is so short"),
        ({"METRICS_TOKEN": "x" * 32}, ""),
        ({"EMAIL_ULR": "smtp://localhost"}, "EMAIL_ULR is set, but is no setting of this site. Do you mean EMAIL_URL?"),
        ({"Site_Url": "http://localhost"}, "Site_Url is set, but is no setting of this site. Do you mean SITE_URL?"),
        ({"TIME_ZONE": "Europe/Berlin"}, "TIME_ZONE is set, but is no setting of this site. docs"),
        ({"HOSTNAME": "anvil", "LANG": "de_DE", "PATH": "/bin", "MAIL": "/var/mail/x", "PORTAGE": "1"}, ""),
    ],
)
def test_a_site_is_warned_of_what_it_can_begin_with_but_someone_should_know(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], warning: str
) -> None:
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    told = warnings()
    assert len(told) == bool(warning)
    assert "".join(told).startswith(warning)


def test_every_setting_is_in_the_list_that_hosts_read() -> None:
    listed = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE)
    names = {name for cell in listed for name in re.findall(r"[A-Z_]+", cell)}
    assert names == SETTINGS


@pytest.mark.parametrize("name", ["Example Club", "Club, the", 'The "Hill"', "Dr. Hill"])
def test_a_name_of_any_kind_sends_from_one_address(tmp_path: Path, name: str) -> None:
    found = read_with(VAR_DIR=str(tmp_path), SITE_NAME=name)["DEFAULT_FROM_EMAIL"]
    assert getaddresses([found]) == [(name, "noreply@localhost")]


def test_the_check_says_that_the_database_is_away(tmp_path: Path) -> None:
    base = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **PUBLIC}
    nowhere = {"DATABASE_URL": f"postgres://club:secret@127.0.0.1:{free_port()}/club"}
    started = Running(["manage", "check", "--deploy"], base | nowhere, tmp_path / "said.txt")
    assert started.process.wait(SECONDS) == 1
    assert "The database doesn’t answer" in started.words
    assert "secret" not in started.words


def test_nobody_checking_senders_is_no_name_of_a_mail_server(tmp_path: Path) -> None:
    assert read_with(VAR_DIR=str(tmp_path), AUTHSERV_ID="none")["AUTHSERV_ID"] == ""


@pytest.mark.parametrize("words", [["manage", "check"], ["celery", "-A", "fortify_site", "worker"], GUNICORN])
def test_every_process_that_takes_replies_unchecked_says_so_once_and_starts(tmp_path: Path, words: list[str]) -> None:
    """Until it finds that its broker is "none", or its port is taken."""
    base = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **PUBLIC, "REPLY_DOMAIN": "reply.example.org"}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        env = {**base, "REDIS_URL": "none", "PORT": str(taken.getsockname()[1])}
        started = Running(words, env, tmp_path / "said.txt")
        started.wait_until(lambda: "so the site cannot tell replies whose sender is forged" in started.words)
        started.stop()
    assert started.words.count("REPLY_DOMAIN is set, but not AUTHSERV_ID") == 1


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
