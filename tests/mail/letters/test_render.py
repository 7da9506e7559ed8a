"""One way to write an email, and what becomes of it in plain text and in HTML."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from django.template import engines
from hypothesis import given
from hypothesis import strategies as st

from engine.games import game
from mail.letters.render import as_html, as_text, write_letter
from mail.outbox.recipient import Recipient

URL = "https://club.example/l/1/?a=1&b=2"
IN_HTML = f'href="{escape(URL)}"'


def written(source: str, **context: str) -> str:
    return str(engines["letters"].from_string(source).render({"url": URL, **context}))


def bare(html: str) -> str:
    """Without its styles."""
    return re.sub(' style="[^"]*"', "", html)


@pytest.mark.parametrize(
    ("source", "text", "html"),
    [
        ("One.\nTwo.\n\nThree.\n", "One. Two.\n\nThree.", "<p>One. Two.</p>\n<p>Three.</p>"),
        ("One<br>\nTwo<br>\n\nThree", "One\nTwo\n\nThree", "<p>One<br>Two</p>\n<p>Three</p>"),
        ("One\n  Two\nThree", "One\n  Two\nThree", "<p>One</p>\n<p>Two</p>\n<p>Three</p>"),
        ("<b>\nOne\n</b>\nTwo", "One Two", "<p><b>One</b> Two</p>"),
        ("<small>\nOne.\nTwo.\n</small>", "One. Two.", "<p><span>One. Two.</span></p>"),
        ("<code>a1-a2</code>", "a1-a2", "<p><span>a1-a2</span></p>"),
        ("Type:\n\n    <pin>BCDF-GHJK</pin>", "Type:\n\n    BCDF-GHJK", "<p>Type:</p>\n<p>BCDF-GHJK</p>"),
        ("<text>Open this:</text>\n\nOne", "Open this:\n\nOne", "<p>One</p>"),
        ("One\n<text>\nTwo\n\nThree\n</text>\nFour", "One Two\n\nThree Four", "<p>One</p>\n<p>Four</p>"),
        ("<pre>+--+\n\n|  |</pre>", "+--+\n\n|  |", "<pre>+--+\n\n|  |</pre>"),
        ("One\n\n<board>\n\nTwo", "One\n\n[board]\n\nTwo", "<p>One</p>\n\n<p>Two</p>"),
        ('{% link url "Rules" %}', f"Rules: {URL}", f"<p><a {IN_HTML}>Rules</a></p>"),
        ('Here:\n{% address url "Withdraw" %}', f"Here: {URL}", f"<p>Here: <a {IN_HTML}>Withdraw</a></p>"),
        ("{% address url %}", URL, f"<p><a {IN_HTML}>{escape(URL)}</a></p>"),
    ],
)
def test_marks_in_text_and_in_html(source: str, text: str, html: str) -> None:
    assert as_text(written(source), board="[board]") == text
    assert bare(as_html(written(source))) == html


@pytest.mark.parametrize(("buttons", "addresses"), [(1, 2), (2, 2)])
def test_the_address_of_an_only_button_is_at_the_end_for_readers_who_cannot_press_it(
    buttons: int, addresses: int
) -> None:
    letter = written("One\n\n" + '{% button url "Play" %}\n\n' * buttons + "<rest>\n\nTwo")
    text, html = as_text(letter.replace("<rest>", "")), _html_of(letter)
    assert text == "\n\n".join(["One", *[URL] * buttons, "Two"])
    assert html.count(IN_HTML) == addresses
    assert html.count(">Play</a>") == buttons
    assert html.find("Two") < html.find(f">{escape(URL)}</a>") if buttons == 1 else f">{escape(URL)}</a>" not in html


def test_the_html_has_headline_summary_board_and_button_above_the_rule_and_the_rest_below() -> None:
    source = "\n\n".join(
        [
            *("<lead>Your turn</lead>", "<summary>Ben: Passed</summary>", "<board>"),
            *('{% button url "Play" %}', "<rest>", "If your time runs out, you lose."),
        ]
    )
    html = _html_of(written(source), view=game("fortify").showcase(), picture="cid:board@club.example")
    order = ["Your turn", "Ben: Passed", "<img", ">Play</a>", "border-top:1px", "If your time", escape(URL) + "</a>"]
    assert [html.index(each) for each in order] == sorted(html.index(each) for each in order)
    assert as_text(written(source), board="[board]").split("\n\n")[:4] == ["Your turn", "Ben: Passed", "[board]", URL]


def _html_of(letter: str, **more: Any) -> str:
    return write_letter(letter, {"site_name": "Club", "reader": Recipient("ann@club.example"), **more}).html


@given(st.text(min_size=1).filter(lambda text: text == text.strip() and len(text.splitlines()) == 1))
def test_what_a_variable_says_is_said_as_it_is_and_holds_no_mark(said: str) -> None:
    letter = written("{{ said }}\n\n{{ said }}<br>\n<b>{{ said }}</b>", said=said)
    assert as_text(letter) == f"{said}\n\n{said}\n{said}"
    safe = escape(said)
    assert bare(as_html(letter)) == f"<p>{safe}</p>\n<p>{safe}<br><b>{safe}</b></p>"


@given(st.lists(st.sampled_from(["<b>", "</text>", "<br>", "<board>", '<link href="x">y</link>', "{{ a }}", "a"])))
def test_no_name_can_be_taken_for_a_mark(parts: list[str]) -> None:
    name = " ".join(parts)
    assert as_text(written("Hello {{ name }},", name=name)) == f"Hello {name},"
