"""What a new kind of email takes: a function and a template."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from accounts.models import User
from mail.outbox import registry
from mail.outbox.queue import queue_mail
from tests.support.composed_mails import html_of, message_of, text_of

LETTER = """\
<subject>{{ who }} says hello</subject>

<lead>{{ who }} says hello</lead>

{% include "email/_greeting.txt" %}

{% if url %}
<text>To answer, open this link:</text>

{% button url "Answer" %}
{% endif %}
"""
TEXT = """\
Ann & <Ben> says hello

Hello Ada,

To answer, open this link:

https://club.example/?a=1&b=2
"""


@pytest.mark.django_db
def test_it_is_sent_as_text_and_html(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: User
) -> None:
    template = tmp_path / "email" / "toy" / "mail.txt"
    template.parent.mkdir(parents=True)
    template.write_text(LETTER)
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path, *engine["DIRS"]]} for engine in settings.TEMPLATES]
    says = {"who": "Ann & <Ben>", "url": "https://club.example/?a=1&b=2"}
    monkeypatch.setitem(registry.KINDS, "toy", registry.MailKind(lambda _mail, _reader: says))
    mail = queue_mail("toy", user=player)
    assert mail is not None
    message = message_of(mail)
    assert message.subject == "Ann & <Ben> says hello"
    assert text_of(message).startswith(TEXT)
    html = html_of(message)
    assert html.count("Ann &amp; &lt;Ben&gt; says hello") == 2
    assert html.count('href="https://club.example/?a=1&amp;b=2"') == 2
    assert "To answer" not in html
