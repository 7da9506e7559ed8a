"""The header and footer of every page, rendered once for all readers to whom they look alike."""

from __future__ import annotations

from typing import Final

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

from matches.playing.drawn import draw_around

register = template.Library()

# Places that the header tells apart: single pages, and everything below a part of the site.
PAGES: Final = frozenset(
    {
        "/",
        "/decisions/",
        "/lobby/",
        "/friends/",
        "/search/",
        "/host/",
        "/leave/",
        "/accounts/login/",
        "/accounts/signup/",
    }
)
PARTS: Final = frozenset({"matches", "challenges", "events", "clubs", "rules", "help", "account", "accounts"})


@register.simple_tag(takes_context=True)
def page_header(context: Context) -> SafeString:
    """Render the header with the site's navigation."""
    user = context.get("user")
    return draw_around(
        "pages/_header.html",
        {"who": getattr(user, "display_name", "")},
        path=_place(getattr(context.get("request"), "path", "")),
        site=context.get("SITE_NAME", ""),
        has_mailbox=bool(getattr(user, "has_mailbox", False)),
        is_staff=bool(getattr(user, "is_staff", False)),
        decisions=int(getattr(user, "decisions", 0)),
    )


@register.simple_tag(takes_context=True)
def page_footer(context: Context) -> SafeString:
    """Render the footer with the choice of language and colours."""
    is_authenticated = bool(getattr(context.get("user"), "is_authenticated", False))
    return draw_around(
        "pages/_footer.html",
        {"token": CsrfTokenNode().render(context) if is_authenticated else ""},
        is_authenticated=is_authenticated,
        MAILBOX=bool(context.get("MAILBOX")),
        LANGUAGES=tuple(context.get("LANGUAGES") or ()),
        THEME=context.get("THEME", ""),
    )


def _place(path: str) -> str:
    """Return as much of the address as the header shows.

    A header is kept for each such place, and there is no end of whole addresses.
    """
    if path in PAGES:
        return path
    part = path[1:].partition("/")[0]
    return f"/{part}/…" if part in PARTS else "…"
