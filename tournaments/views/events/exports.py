"""An event's files, and the page to print it from."""

from __future__ import annotations

import hashlib
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, http_date
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_noop

from accounts.models import User
from competition.trf import CannotWrite
from matches.views.requests import whole_number
from tournaments.caching import VersionedCache
from tournaments.exports.event_files import File, Wish, file_named, has_more_for_organisers
from tournaments.exports.event_pdf import facts_of
from tournaments.exports.print_layout import paper_tables
from tournaments.exports.records_zip import records_zip
from tournaments.models import Event
from tournaments.page_version import Version, version_of
from tournaments.permissions.events import may_organise
from tournaments.rounds.progress import colours_of
from tournaments.standings.standings import EventTable, table_of
from tournaments.views.pages import FRESH_SECONDS, KEPT_SECONDS, answer, event_page, is_in_crowd


class Sheet(NamedTuple):
    """A table that is there as a file. ``title`` and ``of_it`` are messages."""

    key: str
    title: str
    of_it: str


SHEETS = (
    Sheet("standings", gettext_noop("Standings"), gettext_noop("of the standings")),
    Sheet("crosstable", gettext_noop("Crosstable"), gettext_noop("of the crosstable")),
    Sheet("pairings", gettext_noop("Pairings"), gettext_noop("of the pairings")),
    Sheet("entries", gettext_noop("Entries"), gettext_noop("of the entries")),
)


class Made(NamedTuple):
    body: bytes
    etag: str


_files: VersionedCache[Made] = VersionedCache(size=100, seconds=KEPT_SECONDS)


@event_page
def export(request: HttpRequest, event: Event, what: str, ending: str) -> HttpResponse:
    """A file; ``?after=<round>`` as it was then. Each is made once for all who may have it and
    read the same language, until the event changes."""
    file = file_named(what, ending)
    if file is None:
        raise Http404
    wish = _wish(request, event, for_organisers=has_more_for_organisers(what) and may_organise(request.user, event))
    key = (event.pk, what, ending, wish.table.after, wish.for_organisers, get_language())
    try:
        made = _files.get(key, wish.version, partial(_made, file, wish))
    except CannotWrite as error:
        context = {"event": event, "why": str(error)}
        return render(request, "tournaments/no_file.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _sent(request, made, wish.version, file.content_type, file_name(event, what, ending))


@event_page
def records(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Every match's record, zipped. For members, as the matches themselves are."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    response = StreamingHttpResponse(records_zip(event, request.user), content_type="application/zip")
    name = file_name(event, "records", "zip")
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return response


@event_page
def print_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's tables for paper, with nothing around them once they are printed."""
    version = version_of(event)
    table = table_of(event, whole_number(request.GET.get("after")), version=version)
    return answer(
        request, "tournaments/print.html", lambda: _on_paper(event, table, version), version=version, key=(table.after,)
    )


def file_name(event: Event, what: str, ending: str) -> str:
    """``spring-cup-standings.csv``, in the letters of the event's name."""
    edition = f"-{what}" if what != "event" else ""
    return f"{slugify(event.name, allow_unicode=True) or f'event-{event.pk}'}{edition}.{ending}"


def _wish(request: HttpRequest, event: Event, *, for_organisers: bool) -> Wish:
    version = version_of(event)
    table = table_of(event, whole_number(request.GET.get("after")), version=version)
    return Wish(event, table, for_organisers, version)


def _made(file: File, wish: Wish) -> Made:
    body = file.make(wish)
    return Made(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def _sent(request: HttpRequest, made: Made, version: Version, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(made.body, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    response.headers["ETag"] = made.etag
    response.headers["Last-Modified"] = http_date(version.modified_at.timestamp())
    if is_in_crowd(request):
        response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return get_conditional_response(request, etag=made.etag, response=response) or response


def _on_paper(event: Event, table: EventTable, version: Version) -> dict[str, Any]:
    return {
        "event": event,
        "table": table,
        "after": f"?after={table.after}" if table.after != table.last else "",
        "facts": facts_of(event, table),
        "as_of": version.modified_at,
        "tables": paper_tables(event, table, colours_of(event)),
        "rounds_so_far": range(1, table.last + 1),
        "sheets": [sheet for sheet in SHEETS if event.is_begun or sheet.key == "entries"],
        "endings": ("csv", "xlsx", "json"),
    }
