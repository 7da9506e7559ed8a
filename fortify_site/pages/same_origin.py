"""The check that a form comes from a page of this site, without a token."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def is_from_here(request: HttpRequest) -> bool:
    """Return whether one of the browser's headers says that the form was on a page of this site.

    A web server in front may not pass on the site's port.
    """
    relation = request.headers.get("Sec-Fetch-Site")
    if relation is not None:
        return relation == "same-origin"
    sender = urlsplit(request.headers.get("Origin") or request.headers.get("Referer") or "")
    here = {f"{request.scheme}://{request.get_host()}", settings.SITE_URL}
    return f"{sender.scheme}://{sender.netloc}" in here
