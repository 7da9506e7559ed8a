"""What Slack, Discord and Mattermost are told: by their documents a ``text`` or a ``content``, and nothing signed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from fortify_site.api.models import Webhook
from fortify_site.api.webhooks import deliveries, owners, payload
from tests.support import running_events
from tests.support.people import LogIn
from tournaments.models import Club, Event

from .delivered import ALL, publish
from .receiver import Receiver

Format = Webhook.Format
CHATS = (Format.SLACK, Format.DISCORD, Format.MATTERMOST)


def written_there(receiver: Receiver) -> list[Any]:
    deliveries.deliver_due()
    return [each.json for each in receiver.received]


@pytest.fixture
def add(event: Event, receiver: Receiver) -> Any:
    def added(format: Format, owner: Event | Club = event) -> Webhook:
        return owners.add_webhook(owner, receiver.url, ALL, by=running_events.organiser_of(event), format=format)

    return added


@pytest.mark.parametrize(
    ("format", "field", "title"),
    [
        (Format.SLACK, "text", "<http://localhost:8000/events/{pk}/rounds/1/|Spring Cup: Round 1 published>"),
        (
            Format.DISCORD,
            "content",
            "**[Spring Cup\\: Round 1 published](http://localhost:8000/events/{pk}/rounds/1/)**",
        ),
        (
            Format.MATTERMOST,
            "text",
            "**[Spring Cup\\: Round 1 published](http://localhost:8000/events/{pk}/rounds/1/)**",
        ),
    ],
)
def test_a_round_is_told_as_a_title_that_is_a_link_and_its_pairs(
    add: Any, event: Event, receiver: Receiver, settings: Any, format: Format, field: str, title: str
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    add(format)
    publish(event)
    told = written_there(receiver)[0]
    first, *pairs = told[field].split("\n")
    assert first == title.format(pk=event.pk)
    assert sorted(name for pair in pairs for name in pair.split(" – ")) == ["Ada", "Ben", "Cleo", "Dora"]


@pytest.mark.parametrize("format", CHATS)
def test_a_result_and_the_table_are_told(add: Any, event: Event, receiver: Receiver, format: Format) -> None:
    publish(event)
    add(format)
    winner, loser = running_events.pairs(event, 1)[0]
    running_events.wins(event, 1, winner)
    texts = [each.get("text") or each["content"] for each in written_there(receiver)]
    assert any(f"{winner} – {loser}" in text and "1–0" in text for text in texts)
    assert any(winner in text and "standings after round" in text for text in texts)


def test_a_test_says_where_news_will_come_from(add: Any, club: Club, receiver: Receiver) -> None:
    deliveries.test(add(Format.SLACK, club))
    [told] = written_there(receiver)
    assert told["text"].endswith("News of Tower will appear here.")


def test_it_is_written_in_the_language_of_who_added_it(add: Any, event: Event, receiver: Receiver) -> None:
    deliveries.test(add(Format.MATTERMOST))
    User.objects.update(language="de")
    assert "Neuigkeiten" in written_there(receiver)[0]["text"]


def pairing(first: str, second: str) -> dict[str, Any]:
    return {"white": {"name": first}, "black": {"name": second}}


def round_of(*pairs: dict[str, Any]) -> dict[str, Any]:
    data = {"event": {"name": "Cup"}, "round": 1, "name": "", "url": "https://x.example/", "pairings": list(pairs)}
    return {"type": "round.published", "data": data}


def test_a_name_mentions_nobody_and_marks_nothing_up() -> None:
    told = round_of(pairing("<!channel>", "@everyone"), pairing("**Bold**", "[a](https://evil.example)"))
    slack = payload.written_for_chat(Format.SLACK, told)["text"]
    assert "&lt;!channel&gt;" in slack
    discord = payload.written_for_chat(Format.DISCORD, told)
    assert discord["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in discord["content"]
    assert "**Bold**" not in discord["content"]
    assert "[a](" not in discord["content"]
    assert "@everyone" not in payload.written_for_chat(Format.MATTERMOST, told)["text"]


@pytest.mark.parametrize("format", CHATS)
def test_a_large_round_is_cut_to_what_every_chat_takes(format: Format) -> None:
    told = round_of(*(pairing(f"Player {n} with a long name", f"Opponent {n}") for n in range(200)))
    [text] = [each for each in payload.written_for_chat(format, told).values() if isinstance(each, str)]
    assert len(text) <= 2000
    shown = text.count(" – ")
    assert text.endswith(f"… and {200 - shown} more")


@pytest.mark.parametrize(
    ("url", "format"),
    [
        ("https://hooks.slack.com/services/T0/B0/x", "own"),
        ("https://discord.com/api/webhooks/1/x", "slack"),
    ],
)
def test_an_address_of_a_chat_takes_that_chats_format(log_in: LogIn, event: Event, url: str, format: str) -> None:
    desk: Client = log_in(running_events.organiser_of(event))
    posted = {"action": "add", "url": url, "format": format, "kinds": ["match.ended"]}
    answer = desk.post(f"/events/{event.pk}/manage/webhooks/", posted)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["format"]
    assert url in answer.text
    fitting = {"hooks.slack.com": "slack", "discord.com": "discord"}[url.split("/")[2]]
    assert desk.post(f"/events/{event.pk}/manage/webhooks/", {**posted, "format": fitting}).status_code == 303
    assert event.webhooks.get().format == fitting
