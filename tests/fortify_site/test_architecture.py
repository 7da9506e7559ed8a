"""What docs/architecture.md says about the code: every file it names, and its tables, row by row."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import ReferenceType

import pytest
from celery import current_app
from celery.utils.dispatch import Signal as CelerySignal
from django.apps import apps
from django.conf import settings
from django.db.models import CASCADE, SET_NULL, ManyToManyField
from django.dispatch import Signal
from pytest_django import Settings

from accounts.models import User
from jobs.broker import queue_of
from jobs.hooks import Question, counted
from mail.bounces import provider_events
from mail.inbound import webhook
from mail.outbox.registry import KINDS
from tests.support.circles import rooms

ROOT = Path(__file__).resolve().parents[2]
ROOMS = rooms()
DOCUMENTS = ("docs/architecture.md", "docs/formats.md", "CONTRIBUTING.md")
CONNECT_WHEN_READ = (provider_events, webhook)  # read above, as with the addresses of a site that has a provider
COLLECTED = ("mail.tasks.collect_mails", "each minute, where `IMAP_URL` is set")
TOLD = re.compile(r"`([^`]+)`")
PATH = re.compile(r"(?:[\w.-]+/)+(?:[\w-]+\.\w+)?|[\w-]+\.(?:md|toml|py)")


def section(heading: str) -> str:
    """What is below a heading, up to the next."""
    text = (ROOT / DOCUMENTS[0]).read_text().partition(f" {heading}\n")[2]
    return re.split(r"(?m)^#+ ", text)[0]


def table(heading: str, begins: str = "") -> list[list[str]]:
    """The cells of a table, without its head; of several below a heading the one whose head begins like that."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section(heading).splitlines()
        if line[:1] == "|"
    ]
    heads = [place - 1 for place, row in enumerate(rows) if set(row[0]) == {"-"}]
    starts = dict(zip([rows[head][0] for head in heads], zip(heads, [*heads[1:], len(rows)], strict=True), strict=True))
    start, end = starts[begins] if begins else next(iter(starts.values()))
    return rows[start + 2 : end]


def told(cell: str) -> list[str]:
    return TOLD.findall(cell)


def name_of(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_it_names_is_there(document: str) -> None:
    named = {word for word in told((ROOT / document).read_text()) if PATH.fullmatch(word)}
    assert named
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


# -- rooms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["matches", "tournaments"])
def test_rooms_stand_on_the_floors_of_their_contract(package: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each.get("containers") == [package])
    floors = {
        (str(floor), room)
        for floor, rooms in enumerate(reversed(contract["layers"]), start=1)
        for room in rooms.split(" | ")
        if (ROOT / package / room).is_dir()
    }
    written = {(floor, Path(told(room)[0]).name) for floor, room, _ in table(f"Rooms of {package}")}
    assert written == floors


# -- what is kept ----------------------------------------------------------------------------------------------------

CACHES = re.compile(r"(?m)^(\w+)(?:: [^=\n]+)? = VersionedCache\(|^def (\w+)|\bcache\.(?:set|set_many|get_or_set)\(")


def test_what_is_kept_of_events_is_as_it_says() -> None:
    rows = table("What is kept")
    assert {told(row[0])[0] for row in rows} == set(caches())


def caches() -> Iterator[str]:
    for path in (ROOT / "tournaments").rglob("*.py"):
        public, module = "", path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for found in CACHES.finditer(path.read_text()):
            if found[1]:
                yield f"{module}.{found[1]}"
            elif found[2]:
                public = public if found[2].startswith("_") else found[2]
            else:
                yield f"{module}.{public}"


# -- signals and questions -------------------------------------------------------------------------------------------


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in ROOMS


def receivers(signal: Any) -> set[str]:
    """Those in our rooms; a test has some of its own."""
    found = [entry[1]() if isinstance(entry[1], ReferenceType) else entry[1] for entry in signal.receivers]
    return {name_of(each) for each in found if each is not None and is_ours(each.__module__)}


def signals() -> Iterator[tuple[ModuleType, str, Any]]:
    for module in list(sys.modules.values()):
        for name, thing in list(getattr(module, "__dict__", {}).items()):
            if issubclass(type(thing), Signal | CelerySignal | Question):  # and no proxy of one is asked
                yield module, name, thing


@pytest.fixture
def counting(settings: Settings) -> Iterator[None]:
    """Metrics, which connect only where Prometheus may read them."""
    settings.METRICS_TOKEN = "m" * 32
    apps.get_app_config("metrics").ready()
    yield
    counted.disconnect(dispatch_uid="metrics")


@pytest.mark.usefixtures("counting")
def test_signals_and_questions_of_our_own_are_answered_as_it_says() -> None:
    made = {
        f"{module.__name__}.{name}": set(map(name_of, thing.answers))
        if isinstance(thing, Question)
        else receivers(thing)
        for module, name, thing in signals()
        if is_ours(module.__name__) and is_made_in(module, name)
    }
    assert made == {told(row[0])[0]: set(told(row[2])) for row in table("Signals and questions of our own")}
    assert [name for name, answers in made.items() if not answers] == []


def is_made_in(module: ModuleType, name: str) -> bool:
    return bool(re.search(rf"(?m)^{name} = (Signal|Question)\b", Path(str(module.__file__)).read_text()))


def test_they_are_sent_and_asked_where_it_says() -> None:
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if path.name != "apps.py"
    }
    for row in table("Signals and questions of our own"):
        name = told(row[0])[0].rpartition(".")[2]
        used = re.compile(rf"\b{name}\.(?:send|send_robust|ask|first)\b|\bhooks\.{name}\b")
        assert sorted(told(row[1])) == sorted(path for path, source in sources.items() if used.search(source)), name


def test_signals_of_libraries_are_received_as_it_says() -> None:
    own = {id(thing) for module, name, thing in signals() if is_ours(module.__name__) and is_made_in(module, name)}
    received = {
        id(thing): receivers(thing)
        for _, _, thing in signals()
        if not isinstance(thing, Question) and id(thing) not in own and receivers(thing)
    }
    rows = table("Signals of libraries")
    named = {told(row[0])[0]: set(told(row[1])) for row in rows}
    assert {name: received.get(id(signal_called(name))) for name in named} == named
    assert len(received) == len(named), received


def signal_called(name: str) -> Any:
    module, _, variable = name.rpartition(".")
    return getattr(sys.modules[module], variable)


# -- jobs ------------------------------------------------------------------------------------------------------------


def test_jobs_are_as_it_says() -> None:
    current_app.loader.import_default_modules()
    schedule = {entry["task"]: in_words(entry["schedule"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    often = dict([COLLECTED]) | schedule
    jobs = {
        (name, queue_of(name), often.get(name, "when asked for"))
        for name, task in current_app.tasks.items()
        if is_ours(task.run.__module__)
    }
    assert {(told(row[0])[0], row[1], row[2]) for row in table("Jobs")} == jobs


def test_a_job_is_named_after_the_place_of_its_function() -> None:
    current_app.loader.import_default_modules()
    ours = {name: task.run for name, task in current_app.tasks.items() if is_ours(task.run.__module__)}
    assert {name: name_of(run) for name, run in ours.items()} == {name: name for name in ours}


def in_words(schedule: Any) -> str:
    if isinstance(schedule, float):
        return {60.0: "each minute", 3600.0: "each hour"}[schedule]
    (minute,) = schedule.minute
    return f"each hour at :{minute:02}" if len(schedule.hour) == 24 else f"daily at {min(schedule.hour):02}:{minute:02}"


# -- emails ----------------------------------------------------------------------------------------------------------


def test_kinds_of_email_are_as_it_says() -> None:
    rows = table("Emails")
    written = [(kind, told(row[3])[0]) for row in rows for kind in told(row[0])]
    assert len(written) == len(dict(written))
    assert dict(written) == {name: kind.prepare.__module__ for name, kind in KINDS.items()}
    for row in rows:
        source = (ROOT / told(row[2])[0]).read_text()
        assert [kind for kind in told(row[0]) if f'"{kind}"' not in source] == [], row[2]


# -- deleted accounts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begins", "column", "on_delete"), [("row", 0, SET_NULL), ("room", 1, CASCADE)], ids=["stays", "goes"]
)
def test_what_outlives_an_account_is_as_it_says(begins: str, column: int, on_delete: Callable[..., None]) -> None:
    rows = [row for line in table("What outlives an account", begins) for row in told(line[column])]
    assert sorted(rows) == sorted(name for name, how in columns_of_accounts() if how is on_delete)


def test_nothing_else_becomes_of_what_is_an_account_s() -> None:
    assert [name for name, how in columns_of_accounts() if how not in (SET_NULL, CASCADE)] == []


def columns_of_accounts() -> Iterator[tuple[str, Any]]:
    """Each column that points to an account, and what becomes of its row."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if field.related_model is User and not field.auto_created and not isinstance(field, ManyToManyField):
                column: Any = field.remote_field
                yield f"{model._meta.label}.{field.name}", column.on_delete
