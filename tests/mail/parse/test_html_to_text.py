"""HTML as text: what is seen, and what of it is quoted."""

from __future__ import annotations

import pytest

from mail.parse.html_to_text import MOST_TAGS, as_text

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("b3+", "b3+"),
        ("b3+<br>c3+", "b3+\nc3+"),
        ("<div>b3+</div><div>c3+</div>", "b3+\nc3+"),
        ("<p>b3+<p>c3+", "b3+\n\nc3+\n"),
        ("<div>T@<b>b</b><span>3</span>\n  b3+</div>", "T@b3 b3+"),
        ("<ul><li>b3+</li><li>c3+</li></ul>", "b3+\nc3+"),
        ("<table><tr><td>b3+</td><td>c3+</td></tr></table>", "b3+ c3+"),
        ("I@a2&amp;I@b2&nbsp;c3+", "I@a2&I@b2\u00a0c3+"),
        ("I@a2&I@b2", "I@a2&I@b2"),
        ("<pre>b3+\n  c3+\n</pre>", "b3+\n  c3+"),
        ("b3<!-- x -->+<o:p></o:p>", "b3+"),
        ("<div>a&lt;b&gt;c</div>", "a<b>c"),
        ("<body><div>b3+", "b3+"),
        ("", ""),
    ],
)
def test_what_is_seen(html: str, text: str) -> None:
    assert as_text(html) == text


@pytest.mark.parametrize(
    "html",
    [
        "<head><title>c3+</title></head>",
        "<style>c3+</style>",
        "<script>c3+</script>",
        "<div style='Display : None'>c3+</div>",
        "<span style='color:red;visibility:hidden'>c3+</span>",
        "<p style='mso-hide:all'>c3+</p>",
        "<template>c3+</template>",
    ],
)
def test_what_is_not_seen_is_not_there(html: str) -> None:
    assert as_text(f"{html}b3+").strip() == "b3+"


@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote>{}</blockquote>",
        '<div class="gmail_quote gmail_quote_container">{}</div>',
        '<div class="x_gmail_quote">{}</div>',
        '<div class="ydp12yahoo_quoted" id="ydp3yahoo_quoted_1">{}</div>',
        '<div class="protonmail_quote">{}</div>',
        '<div class="moz-cite-prefix">{}</div>',
        '<div name="quote">{}</div>',
        '<p id="reply-intro">{}</p>',
        '<div class="tutanota_quote">{}</div>',
        '<div class="zmail_extra">{}</div>',
        '<div id="isReplyContent">{}</div>',
        '<div class="gmail_signature">{}</div>',
        '<div id="AppleMailSignature">{}</div>',
        '<pre class="moz-signature">{}</pre>',
    ],
)
def test_a_quote_is_marked_to_its_end(quote: str) -> None:
    lines = as_text(f"<div>b3+</div>{quote.format('x<br>y')}<div>c3+</div>").split("\n")
    assert [line for line in lines if line.strip("> ")] == ["b3+", "> x", "> y", "c3+"]


@pytest.mark.parametrize(
    "mark",
    [
        '<div id="divRplyFwdMsg">x</div>',
        '<div id="appendonsend"></div>x',
        '<div id="x_divRplyFwdMsg">x</div>',
        '<span id="OLK_SRC_BODY_SECTION">x</span>',
        '<div class="ms-outlook-mobile-reference-message">x</div>',
        '<div id="mail-editor-reference-message-container">x</div>',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">x</div>',
        '<div style="border: none; border-top: 1pt solid rgb(225, 225, 225); padding: 3pt 0 0">x</div>',
        "<!-- originalMessage -->x",
    ],
)
def test_all_is_quoted_from_such_a_mark_on(mark: str) -> None:
    assert as_text(f"<div><div>b3+</div>{mark}</div><div>c3+</div>").split("\n") == ["b3+", "> x", "> c3+"]


def test_quotes_within_quotes() -> None:
    html = "<blockquote>a<blockquote>b</blockquote>c</blockquote>d"
    assert as_text(html).split("\n") == ["> a", ">> b", "> c", "", "d"]


def test_a_line_of_ones_own_does_not_look_quoted() -> None:
    assert as_text("<div style='border:1px solid'>b3+</div>") == "b3+"


def test_only_so_much_is_looked_at() -> None:
    assert as_text("b3+" + "<i>" * 2 * MOST_TAGS + "c3+") == "b3+"
