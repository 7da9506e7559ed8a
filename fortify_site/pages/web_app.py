"""The parts that make the site an app on a phone: the manifest, and the service worker with its one page."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

HOUR: Final = 3600  # seconds
PAPER: Final = "#fffdf7"  # as in site.css
SEA: Final = "#1b5872"  # as in favicon.svg


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Serve the manifest (https://www.w3.org/TR/appmanifest/)."""
    icons = [
        {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(_icon(f"icons/icon-{size}.png", size) for size in (192, 512)),
        {**_icon("icons/maskable-512.png", 512), "purpose": "maskable"},
    ]
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SEA,
        "icons": icons,
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response.headers["Cache-Control"] = f"private, max-age={24 * HOUR}"
    return response


def _icon(path: str, size: int) -> dict[str, str]:
    return {"src": static(path), "sizes": f"{size}x{size}", "type": "image/png"}


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker at the root, since it serves only pages below its own address.

    It changes, and so does what it stores, when a file of the offline page changes.
    """
    kept = [reverse("offline"), static("site.css"), static("favicon.svg")]
    pictures = {"icon": static("icons/icon-192.png"), "badge": static("icons/badge-96.png")}
    response = render(request, "pages/sw.js", {"kept": kept, **pictures}, content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for when there is no connection.

    The service worker stores it, so nothing in it belongs to one reader except the language.
    """
    return render(request, "pages/offline.html")
