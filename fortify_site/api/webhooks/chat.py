"""What a chat is told: the same as a program, in a few lines for people, as Slack, Discord or Mattermost takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fortify_site.api.models import Webhook
from tournaments.webhook_events import WebhookEvent

Data = dict[str, Any]
Format = Webhook.Format

LONGEST: Final = 1800  # characters; Discord takes 2,000, the others more
MARKS: Final = "\\`*_{}[]()<>#+-.!|~:"  # of Markdown, as CommonMark, Discord and Mattermost read it
CHATS: Final = {
    "hooks.slack.com": Format.SLACK,
    "discord.com": Format.DISCORD,
    "discordapp.com": Format.DISCORD,
}


class Words(NamedTuple):
    """A title, which leads to a page, and lines below it."""

    title: str
    url: str
    lines: list[str]


def format_of(url: str) -> Format | None:
    """Which chat an address belongs to, where its host tells."""
    return CHATS.get((urlsplit(url).hostname or "").lower())


def written(format: str, told: Data) -> Data:
    """``told`` is what a program gets (see ``payload``); the result is the body for a chat of that format. No one is
    called by a name that looks like a mention."""
    words = _words(told["type"], told["data"])
    match format:
        case Format.SLACK:  # docs.slack.dev, "Formatting message text"
            return {"text": _text(words, _escaped_for_slack, "<{url}|{title}>")}
        case Format.DISCORD:  # discord.com/developers/docs, "Execute Webhook"
            return {"content": _text(words, _escaped, "**[{title}]({url})**"), "allowed_mentions": {"parse": []}}
        case Format.MATTERMOST:  # developers.mattermost.com, "Incoming webhooks"
            return {"text": _text(words, _escaped, "**[{title}]({url})**")}
        case _:
            raise ValueError(f"{format} is no chat.")


def _text(words: Words, escape: Callable[[str], str], link: str) -> str:
    """As many of the lines as fit, and how many more there are."""
    text = link.format(url=words.url, title=escape(words.title))
    for place, line in enumerate(words.lines):
        added = f"{text}\n{escape(line)}"
        if len(added) > LONGEST:
            left = len(words.lines) - place
            more = ngettext("… and %(n)s more", "… and %(n)s more", left) % {"n": left}
            return f"{text}\n{escape(more)}"
        text = added
    return text


def _escaped_for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(text: str) -> str:
    """A mention is broken by a space of no width."""
    return "".join(f"\\{letter}" if letter in MARKS else letter for letter in text).replace("@", "@\u200b")


def _words(kind: str, data: Data) -> Words:
    match kind:
        case WebhookEvent.ROUND_PUBLISHED.value:
            return _round(data)
        case WebhookEvent.MATCH_ENDED.value:
            return _match(data)
        case WebhookEvent.TABLE_CHANGED.value:
            return _table(data)
        case WebhookEvent.SEASON_PUBLISHED.value | WebhookEvent.SEASON_ENDED.value:
            return _season(kind, data)
        case _:
            return _test(data)


def _round(data: Data) -> Words:
    name = data["name"] or _("Round %(number)s") % {"number": data["round"]}
    title = _("%(event)s: %(round)s published") % {"event": data["event"]["name"], "round": name}
    return Words(title, data["url"], list(map(_pair, data["pairings"])))


def _pair(pairing: Data) -> str:
    if pairing.get("table"):
        return " – ".join(str(seat["entry"]["name"]) for seat in pairing["table"])
    first = str(pairing["white"]["name"])
    if pairing["black"] is None:
        return _("%(name)s has a bye") % {"name": first}
    return f"{first} – {pairing['black']['name']}"


def _match(data: Data) -> Words:
    title = _("%(event)s, round %(number)s") % {"event": data["event"]["name"], "number": data["round"]}
    pairing = data["pairing"]
    ended = _("annulled") if pairing["outcome"] == "annulled" else pairing["result"]
    words = f"{_pair(pairing)}: {ended}"
    if pairing["goes_on"] is not None:
        going_on = _("%(name)s advances") % {"name": pairing["goes_on"]["name"]}
        words = f"{words}. {going_on}{' ' if pairing['why'] else ''}{pairing['why']}"
    return Words(title, data["event"]["url"], [words])


def _table(data: Data) -> Words:
    name, after = data["event"]["name"], data["after"]
    title = _("%(event)s: standings after round %(number)s") % {"event": name, "number": after}
    return Words(title, data["url"], list(_rows(data["first"])))


def _rows(rows: list[Data]) -> Iterator[str]:
    for row in rows:
        yield f"{row['rank']}. {row['name']}: {row['points'] if row['came_to'] is None else row['came_to']}"


def _season(kind: str, data: Data) -> Words:
    season = data["season"]
    words = {"league": data["league"]["name"], "season": season["name"]}
    if kind == WebhookEvent.SEASON_PUBLISHED.value:
        divisions = [each["name"] for each in season["divisions"]]
        return Words(_("%(league)s, %(season)s: line-up published") % words, season["url"], divisions)
    if season["stage"] == "cancelled":
        return Words(_("%(league)s, %(season)s: called off") % words, season["url"], [])
    return Words(_("%(league)s, %(season)s: finished") % words, season["url"], [])


def _test(data: Data) -> Words:
    owner = data.get("club") or data["event"]
    title = _("%(site)s: test message") % {"site": settings.SITE_NAME}
    return Words(title, owner["url"], [_("News of %(name)s will appear here.") % {"name": owner["name"]}])
