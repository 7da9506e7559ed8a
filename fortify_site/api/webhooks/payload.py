"""The content of a delivery, looked up when it is sent: what anyone may see, or the organiser who entered the address.

A program gets all of it as data, and a chat the same in a few lines for people, in the format of Slack, Discord or
Mattermost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.resources.pairings import pairing_out, pairings_of
from fortify_site.api.resources.seasons import season_detail
from fortify_site.api.resources.standings import brought
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Club, Event, Pairing, Round, Season
from tournaments.standings.standings import standings_of

Payload = dict[str, Any]
Format = Webhook.Format

FIRST = 10
LONGEST_CHAT: Final = 1800  # characters; Discord takes 2,000, the others more
MARKS: Final = "\\`*_{}[]()<>#+-.!|~:"  # of Markdown, as CommonMark, Discord and Mattermost read it
CHATS: Final = {
    "hooks.slack.com": Format.SLACK,
    "discord.com": Format.DISCORD,
    "discordapp.com": Format.DISCORD,
}


def payload_for(row: Delivery) -> Payload | None:
    """Return the data for a program; ``None`` if its subject no longer exists."""
    data = _data(row)
    return None if data is None else {"type": row.kind, "timestamp": row.made_at.isoformat(), "data": data}


def _data(row: Delivery) -> Payload | None:
    match row.kind:
        case WebhookEvent.SEASON_PUBLISHED.value | WebhookEvent.SEASON_ENDED.value:
            return _season(row.context["season"])
        case WebhookEvent.ROUND_PUBLISHED.value | WebhookEvent.MATCH_ENDED.value | WebhookEvent.TABLE_CHANGED.value:
            event = _event_of(row)
            about = None if event is None else _about(row, event)
            return None if event is None or about is None else {"event": _event(event), **about}
        case _:
            return _greeting(row.webhook)


def _event_of(row: Delivery) -> Event | None:
    return Event.objects.select_related("club").filter(pk=row.context["event"]).first()


def _about(row: Delivery, event: Event) -> Payload | None:
    match row.kind:
        case WebhookEvent.ROUND_PUBLISHED.value:
            return _round(event, row.context["round"])
        case WebhookEvent.MATCH_ENDED.value:
            return _match(event, row.context["pairing"])
        case _:
            return _table(event)


def _greeting(webhook: Webhook) -> Payload:
    owner = webhook.owner
    return {"club": _club(owner)} if isinstance(owner, Club) else {"event": _event(owner)}


def _event(event: Event) -> Payload:
    return {
        "id": event.pk,
        "name": event.name,
        "club": event.club.slug if event.club else None,
        "url": settings.SITE_URL + event.get_absolute_url(),
        "api": f"{settings.SITE_URL}/api/v1/events/{event.pk}",
    }


def _club(club: Club) -> Payload:
    return {
        "slug": club.slug,
        "name": club.name,
        "url": settings.SITE_URL + club.get_absolute_url(),
        "api": f"{settings.SITE_URL}/api/v1/clubs/{club.slug}",
    }


def _season(pk: int) -> Payload | None:
    season = Season.objects.select_related("league__club", "vacation_pool").filter(pk=pk).first()
    if season is None:
        return None
    league = season.league
    return {
        "club": _club(league.club),
        "league": {"slug": league.slug, "name": league.name},
        "season": season_detail(season).model_dump(mode="json"),
    }


def _round(event: Event, pk: int) -> Payload | None:
    round = Round.objects.filter(pk=pk).exclude(stage=Round.Stage.DRAFT).first()
    if round is None:
        return None
    return {
        "round": round.number,
        "name": event.rules.round_name(event, round.number),
        "url": settings.SITE_URL + reverse("tournaments:round", args=[round.event_id, round.number]),
        "pairings": [each.model_dump(mode="json") for each in pairings_of(event, round)],
    }


def _match(event: Event, pk: int) -> Payload | None:
    """Describe a pairing that has ended; ``None`` if it hasn't.

    In a cup a drawn match may be followed by another, which may be running.
    """
    pairing = Pairing.objects.select_related("round", "white__player", "black__player").filter(pk=pk).first()
    if pairing is None or (pairing.decided_at is None and not pairing.further):
        return None
    return {"round": pairing.round.number, "pairing": pairing_out(event, pairing).model_dump(mode="json")}


def _table(event: Event) -> Payload:
    standings = standings_of(event)
    first = [
        {"rank": row.rank, "name": standings.names[row.number], **brought(standings, row)}
        for row in standings.rows[:FIRST]
    ]
    address = settings.SITE_URL + reverse("tournaments:standings", args=[event.pk])
    return {"after": standings.after, "url": address, "first": first}


# -- for chats ---------------------------------------------------------------------------------------------------------


class ChatWords(NamedTuple):
    """A title that links to a page, and the lines below it."""

    title: str
    url: str
    lines: list[str]


def format_of(url: str) -> Format | None:
    """Return the format of the chat to which an address belongs; ``None`` if its host doesn't tell."""
    return CHATS.get((urlsplit(url).hostname or "").lower())


def written_for_chat(format: str, told: Payload) -> Payload:
    """Return a program's data as the body for a chat of that format. Names in it mention no one there."""
    words = _words_of(told["type"], told["data"])
    match format:
        case Format.SLACK:  # docs.slack.dev, "Formatting message text"
            return {"text": _lines(words, _escaped_for_slack, "<{url}|{title}>")}
        case Format.DISCORD:  # discord.com/developers/docs, "Execute Webhook"
            return {"content": _lines(words, _escaped, "**[{title}]({url})**"), "allowed_mentions": {"parse": []}}
        case Format.MATTERMOST:  # developers.mattermost.com, "Incoming webhooks"
            return {"text": _lines(words, _escaped, "**[{title}]({url})**")}
        case _:
            raise ValueError(f"{format} is no chat.")


def _lines(words: ChatWords, escape: Callable[[str], str], link: str) -> str:
    """Return as many of the lines as fit, and say how many more there are."""
    text = link.format(url=words.url, title=escape(words.title))
    for place, line in enumerate(words.lines):
        added = f"{text}\n{escape(line)}"
        if len(added) > LONGEST_CHAT:
            left = len(words.lines) - place
            more = ngettext("… and %(n)s more", "… and %(n)s more", left) % {"n": left}
            return f"{text}\n{escape(more)}"
        text = added
    return text


def _escaped_for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(text: str) -> str:
    """Escape Markdown, and break mentions by a zero-width space."""
    return "".join(f"\\{letter}" if letter in MARKS else letter for letter in text).replace("@", "@\u200b")


def _words_of(kind: str, data: Payload) -> ChatWords:
    match kind:
        case WebhookEvent.ROUND_PUBLISHED.value:
            return _round_words(data)
        case WebhookEvent.MATCH_ENDED.value:
            return _match_words(data)
        case WebhookEvent.TABLE_CHANGED.value:
            return _table_words(data)
        case WebhookEvent.SEASON_PUBLISHED.value | WebhookEvent.SEASON_ENDED.value:
            return _season_words(kind, data)
        case _:
            return _test_words(data)


def _round_words(data: Payload) -> ChatWords:
    name = data["name"] or _("Round %(number)s") % {"number": data["round"]}
    title = _("%(event)s: %(round)s published") % {"event": data["event"]["name"], "round": name}
    return ChatWords(title, data["url"], list(map(_pair, data["pairings"])))


def _pair(pairing: Payload) -> str:
    if pairing.get("table"):
        return " – ".join(str(seat["entry"]["name"]) for seat in pairing["table"])
    first = str(pairing["white"]["name"])
    if pairing["black"] is None:
        return _("%(name)s has a bye") % {"name": first}
    return f"{first} – {pairing['black']['name']}"


def _match_words(data: Payload) -> ChatWords:
    title = _("%(event)s, round %(number)s") % {"event": data["event"]["name"], "number": data["round"]}
    pairing = data["pairing"]
    ended = _("annulled") if pairing["outcome"] == "annulled" else pairing["result"]
    words = f"{_pair(pairing)}: {ended}"
    if pairing["goes_on"] is not None:
        going_on = _("%(name)s advances") % {"name": pairing["goes_on"]["name"]}
        words = f"{words}. {going_on}{' ' if pairing['why'] else ''}{pairing['why']}"
    return ChatWords(title, data["event"]["url"], [words])


def _table_words(data: Payload) -> ChatWords:
    name, after = data["event"]["name"], data["after"]
    title = _("%(event)s: standings after round %(number)s") % {"event": name, "number": after}
    return ChatWords(title, data["url"], list(_standings_lines(data["first"])))


def _standings_lines(rows: list[Payload]) -> Iterator[str]:
    for row in rows:
        yield f"{row['rank']}. {row['name']}: {row['points'] if row['came_to'] is None else row['came_to']}"


def _season_words(kind: str, data: Payload) -> ChatWords:
    season = data["season"]
    words = {"league": data["league"]["name"], "season": season["name"]}
    if kind == WebhookEvent.SEASON_PUBLISHED.value:
        divisions = [each["name"] for each in season["divisions"]]
        return ChatWords(_("%(league)s, %(season)s: line-up published") % words, season["url"], divisions)
    if season["stage"] == "cancelled":
        return ChatWords(_("%(league)s, %(season)s: called off") % words, season["url"], [])
    return ChatWords(_("%(league)s, %(season)s: finished") % words, season["url"], [])


def _test_words(data: Payload) -> ChatWords:
    owner = data.get("club") or data["event"]
    title = _("%(site)s: test message") % {"site": settings.SITE_NAME}
    return ChatWords(title, owner["url"], [_("News of %(name)s will appear here.") % {"name": owner["name"]}])
