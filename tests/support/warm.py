"""A process that has imported the site's third-party packages, and forks itself into the site's processes.

Three quarters of a start are those imports. A fork finds them done; it imports the settings and every module of the
project itself, in an environment of its own. Everything else is as after ``python -m``: the group, the files, the end.

One for the site's own processes has imported its models and views, too, which take longer than all else. Whatever takes
effect by being imported or set up is left to each fork: settings, logging, apps, tasks, receivers, the table of
addresses.

``forked`` starts ``python -m tests.support.warm SOCKET [site]`` and asks it: a line of JSON for each question, and for
each answer.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.utils.functional import empty

# Nothing here reads Django's settings, so models are left out, and what imports them.
IMPORTED = """
    celery.__main__ celery.apps.beat celery.apps.worker celery.bin.celery celery.concurrency.prefork
    celery.fixups.django celery.worker.consumer gunicorn.app.wsgiapp gunicorn.workers.gthread kombu.transport.redis
    psycopg redis structlog
    django.contrib.admin django.contrib.auth.hashers django.contrib.auth.password_validation
    django.contrib.contenttypes.management django.contrib.humanize django.contrib.messages.middleware
    django.contrib.sessions.backends.db django.contrib.sessions.middleware django.contrib.staticfiles.finders
    django.contrib.syndication.views django.core.cache.backends.db django.core.management.commands.migrate
    django.db.backends.postgresql.base django.db.backends.sqlite3.base django.http django.middleware.common
    django.template.defaulttags django.template.loader_tags django.templatetags.i18n django.test django.urls
    django.views.debug django.views.generic django_stubs_ext
    allauth csp.middleware environ whitenoise.middleware
    fido2.server glicko2 icalendar imaplib PIL.Image pydantic.dataclasses pydantic.networks resvg_py rustworkx
    selectolax.lexbor smtplib tomllib typst xlsxwriter
"""
OF_THE_SITE = """
    tournaments.email_kinds matches.urls tournaments.urls.events fortify_site.api.router fortify_site.api.urls
    fortify_site.dev_mailbox.urls fortify_site.ops.health fortify_site.pages.choices fortify_site.ops.status.views
    fortify_site.profiles.urls allauth.account.views allauth.mfa.base.views allauth.mfa.recovery_codes.views
    allauth.mfa.totp.views allauth.mfa.webauthn.views
"""
PR_SET_PDEATHSIG = 1


def main(socket_number: int, of_the_site: bool) -> None:
    import_all(IMPORTED)
    if of_the_site:
        import_models()
        import_all(OF_THE_SITE)
    gc.collect()
    gc.freeze()  # the garbage collector of a fork would copy all of it by looking at it
    with socket.socket(fileno=socket_number) as asked:
        wanted = answer_until_forked(asked)
    if wanted is not None:
        if of_the_site:
            forget_settings()
        become(wanted)


def import_all(names: str) -> None:
    for name in names.split():
        importlib.import_module(name)


def import_models() -> None:
    """Import the models as Django does in its setup, but without what the apps do when they are ready."""
    for name in settings.INSTALLED_APPS:
        app = AppConfig.create(name)
        app.apps = apps
        apps.app_configs[app.label] = app
    apps.apps_ready = True
    for app in apps.get_app_configs():
        app.import_models()
    apps.models_ready = True


def forget_settings() -> None:
    """Forget the settings and what followed from them: a fork reads its own, and sets itself up."""
    vars(settings).clear()
    vars(settings)["_wrapped"] = empty
    del sys.modules["fortify_site.settings"]
    del connections[DEFAULT_DB_ALIAS], connections.settings  # models ask it how long the name of a table may be
    vars(connections)["_settings"] = None
    apps.clear_cache()
    apps.app_configs.clear()
    apps.apps_ready = apps.models_ready = False


def answer_until_forked(asked: socket.socket) -> dict[str, Any] | None:
    """Answer questions until this process is a fork, and return what it runs; ``None`` once no one asks."""
    with asked.makefile("rw") as lines:
        for line in lines:
            question = json.loads(line)
            if "run" in question:
                parent = os.getpid()
                answer: int | None = os.fork()
                if answer == 0:
                    die_with(parent)
                    return dict(question)
            else:
                answer = ended(question["ended"])
            print(json.dumps(answer), file=lines, flush=True)
    return None


def ended(pid: int) -> int | None:
    """Return the exit code of a fork, as ``subprocess`` gives it."""
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)


def become(wanted: dict[str, Any]) -> None:
    os.setpgid(0, 0)
    output = os.open(wanted["log"], os.O_WRONLY)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    module, *words = wanted["run"]
    sys.argv = [module, *words]
    sys.modules.pop(f"{module}.__main__", None)  # Python warns of one that is there already
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), "site" in sys.argv)
