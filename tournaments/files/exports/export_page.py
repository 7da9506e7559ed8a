"""An event's files, and the page to print it from."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from accounts.models import User
from competition.trf import CannotWrite
from matches.input.requests import whole_number
from tournaments.locking.kept import Version, version_of
from tournaments.models import Event
from tournaments.pages.kept_pages import answer, event_page, kept_body, send
from tournaments.permissions.events import may_organise
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import EventStandings, standings_of

from .event_files import Wish, file_named, has_more_for_organisers
from .event_pdf import facts_of
from .print_layout import paper_tables
from .records_zip import records_zip


class Sheet(NamedTuple):
    """A table that can be downloaded. ``title`` and ``of_it`` are messages."""

    key: str
    title: str
    of_it: str


SHEETS = (
    Sheet("standings", gettext_noop("Standings"), gettext_noop("of the standings")),
    Sheet("crosstable", gettext_noop("Crosstable"), gettext_noop("of the crosstable")),
    Sheet("pairings", gettext_noop("Pairings"), gettext_noop("of the pairings")),
    Sheet("entries", gettext_noop("Entries"), gettext_noop("of the entries")),
)


@event_page
def export(request: HttpRequest, event: Event, what: str, ending: str) -> HttpResponse:
    """Send a file of the event, with ``?after=<round>`` as it was then.

    It is made once for all who may have it and read the same language, until the event changes.
    """
    file = file_named(what, ending)
    if file is None:
        raise Http404
    wish = _wish(request, event, for_organisers=has_more_for_organisers(what) and may_organise(request.user, event))
    key = ("file", event.pk, what, ending, wish.standings.after, wish.for_organisers)
    try:
        body = kept_body(key, wish.version, partial(file.make, wish))
    except CannotWrite as error:
        context = {"event": event, "why": str(error)}
        return render(request, "tournaments/no_file.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = HttpResponse(body.content, content_type=file.content_type)
    name = file_name(event, what, ending)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return send(request, response, body.etag, wish.version)


@event_page
def records(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Send every match's record, zipped. For members, as the matches themselves are."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    response = StreamingHttpResponse(records_zip(event, request.user), content_type="application/zip")
    name = file_name(event, "records", "zip")
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return response


@event_page
def print_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the event's tables for paper, without the site's frame when printed."""
    version = version_of(event)
    standings = standings_of(event, whole_number(request.GET.get("after")), version=version)
    return answer(
        request,
        "tournaments/print.html",
        lambda: _on_paper(event, standings, version),
        version=version,
        key=(standings.after,),
    )


def file_name(event: Event, what: str, ending: str) -> str:
    """Name a file after the event: ``spring-cup-standings.csv``."""
    edition = f"-{what}" if what != "event" else ""
    return f"{slugify(event.name, allow_unicode=True) or f'event-{event.pk}'}{edition}.{ending}"


def _wish(request: HttpRequest, event: Event, *, for_organisers: bool) -> Wish:
    version = version_of(event)
    standings = standings_of(event, whole_number(request.GET.get("after")), version=version)
    return Wish(event, standings, for_organisers, version)


def _on_paper(event: Event, standings: EventStandings, version: Version) -> dict[str, Any]:
    return {
        "event": event,
        "standings": standings,
        "after": f"?after={standings.after}" if standings.after != standings.last else "",
        "facts": facts_of(event, standings),
        "as_of": version.modified_at,
        "tables": paper_tables(event, standings, colours_of(event)),
        "rounds_so_far": range(1, standings.last + 1),
        "sheets": [sheet for sheet in SHEETS if event.is_begun or sheet.key == "entries"],
        "endings": ("csv", "xlsx", "json"),
    }
