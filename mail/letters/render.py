"""Rendering of an email's template, `email/<kind>/mail.txt`, to its subject, its plain text and its HTML.

Such a template reads like the email it becomes:

- A blank line starts a new paragraph. Lines of a paragraph are joined by a space, so that each sentence can have its
  own; `<br>` ends a line, and an indented line stays a line and keeps its indent.
- `<subject>` is the subject, `<lead>` the headline, which the HTML shows at its top instead of the site's name, and
  `<summary>` a sentence below it.
- `<b>`, `<small>` (small print), `<code>` (what players type) and `<pre>` (as it is) are styled like that in the HTML.
  `<pin>`, a line of its own, is a code to be typed: the HTML shows it large.
- `{% button url label %}`, `{% link url label %}` and `{% address url label %}` show an address: see `tags.py`.
- `<text>` has words for the plain text alone, such as “To play, open this link:” where the HTML has a button.
- `<board>` is where the board is shown. What its picture does not say comes at the end of the HTML.
- `<rest>`, a line of its own, ends what matters most: the HTML has everything after it in small print, below a rule.

Whatever a variable says is escaped, so no name or message can hold one of these marks. The template is rendered once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from .plain_text import one_line, tidy

INK, GREY, BLUE = "#1d2730", "#596067", "#1f4e79"
_SUBJECT = re.compile(r"<subject>(.*?)</subject>\s*", re.DOTALL)
_LEAD = re.compile(r"<lead>(.*?)</lead>", re.DOTALL)
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_FOR_TEXT_ALONE = re.compile(r"<text>.*?</text>", re.DOTALL)
_BETWEEN_PARAGRAPHS = re.compile(r"\n\s*\n")
_KEPT_AS_IT_IS = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
_ADDRESS = re.compile(r'<(button|link|address) href="([^"]*)">(.*?)</\1>', re.DOTALL)
_PIN = re.compile(r"\s*<pin>(.*)</pin>")
_BUTTON = re.compile(r'<button href="([^"]*)">(.*?)</button>')
_SPANS = "b|small|lead|summary|text"
_ALONE_ON_ITS_LINE = re.compile(rf"(?P<before>(?:<(?:{_SPANS})>)+)\n+|\s*\n(?P<after></(?:{_SPANS})>)")
_MARK = re.compile(rf"</?(?:{_SPANS}|code|pin)>")
_AS_HTML = {
    "<b>": "<b>",
    "</b>": "</b>",
    "<small>": f'<span style="color:{GREY};font-size:13px">',
    "</small>": "</span>",
    "<code>": '<span style="font-family:Consolas,Menlo,monospace">',
    "</code>": "</span>",
}
_PIN_STYLE = (
    f"margin:0 0 16px;padding:12px 16px;background-color:#e3ecec;color:{INK};"
    "font:bold 24px/1.3 Consolas,Menlo,'Courier New',monospace;letter-spacing:2px"
)
BOARD, REST = "<board>", "<rest>"


class Letter(NamedTuple):
    subject: str
    text: str
    html: str


class Paragraph(NamedTuple):
    """The lines of a paragraph, still marked up."""

    lines: list[str]
    is_kept_as_it_is: bool = False


def render_letter(kind: str, context: Mapping[str, Any]) -> Letter:
    """Render an email of that kind in the active language and time zone.

    ``context`` also has what the email's foot and frame need.
    """
    return write_letter(render_to_string(f"email/{kind}/mail.txt", dict(context), using="letters"), context)


def write_letter(written: str, context: Mapping[str, Any]) -> Letter:
    """Make the email from a template that has been rendered already."""
    subject = one_line(_as_words(_marked(_SUBJECT, written)))
    written = _SUBJECT.sub("", written)
    foot = render_to_string("email/_foot.txt", dict(context), using="letters")
    parts = (
        as_text(written.replace(REST, "\n\n"), context.get("board", "")),
        str(context.get("draws_line", "")),
        f"-- \n{as_text(foot)}",
    )
    more = {"subject": subject, "foot": SafeString(as_html(foot, ink=GREY)), **_html_parts(written, context)}
    return Letter(subject, tidy("\n\n".join(parts)), render_to_string("email/base.html", {**context, **more}))


def _marked(mark: re.Pattern[str], written: str) -> str:
    """Return the text inside a mark, in one line; "" if the mark isn't used."""
    return " ".join(" ".join(mark.findall(written)).split())


# -- plain text ------------------------------------------------------------------------------------------------------


def as_text(written: str, board: str = "") -> str:
    """Return the written text as plain text that isn't wrapped yet."""
    return "\n\n".join("\n".join(_text_lines(each, board)) for each in _paragraphs(written))


def _text_lines(paragraph: Paragraph, board: str) -> Iterator[str]:
    for line in paragraph.lines:
        yield board if line == BOARD else _as_words(line)


def _as_words(line: str) -> str:
    return unescape(_MARK.sub("", _ADDRESS.sub(_address_in_text, line)))


def _address_in_text(found: re.Match[str]) -> str:
    tag, url, label = found.groups()
    return f"{label}: {url}" if tag == "link" else url


# -- HTML ------------------------------------------------------------------------------------------------------------


def _html_parts(written: str, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variables that `email/base.html` shows around the foot.

    If an email has only one button, its address is shown with the rest.
    """
    letter, _, rest = _SUMMARY.sub("", _LEAD.sub("", written)).partition(REST)
    board = render_to_string("email/_board.html", dict(context)) if BOARD in letter else ""
    buttons = _BUTTON.findall(written)
    return {
        "lead": SafeString(_html_line(_marked(_LEAD, written))),
        "summary": SafeString(_html_line(_marked(_SUMMARY, written))),
        "letter": SafeString(as_html(letter, board=board)),
        "rest": SafeString(as_html(rest)),
        "has_board": bool(board),
        "button_url": SafeString(buttons[0][0]) if len(buttons) == 1 else "",
    }


def as_html(written: str, ink: str = INK, board: str = "") -> str:
    """Return the written text as an email's HTML paragraphs."""
    return "\n".join(_html_paragraph(each, ink, board) for each in _paragraphs(_FOR_TEXT_ALONE.sub("", written)))


def _html_paragraph(paragraph: Paragraph, ink: str, board: str) -> str:
    if paragraph.is_kept_as_it_is:
        font = "font:13px/1.3 Consolas,Menlo,monospace"
        return f'<pre style="margin:0 0 12px;color:{ink};{font}">{paragraph.lines[0]}</pre>'
    if paragraph.lines == [BOARD]:
        return board
    if (found := _BUTTON.fullmatch(paragraph.lines[0])) is not None:
        return _html_button(*found.groups())
    if (found := _PIN.fullmatch(paragraph.lines[0])) is not None:
        return f'<p style="{_PIN_STYLE}">{found[1]}</p>'
    runs = list(_runs(paragraph.lines))
    below = ["4px"] * (len(runs) - 1) + ["12px"]
    return "\n".join(
        f'<p style="margin:0 0 {margin};{"padding:0 0 0 16px;" if is_indented else ""}color:{ink}">{words}</p>'
        for (is_indented, words), margin in zip(runs, below, strict=True)
    )


def _runs(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """Yield the lines in runs, joined by line breaks, each with whether it is indented.

    Each indented line is a run of its own.
    """
    flush: list[str] = []
    for line in lines:
        if _is_indented(line):
            if flush:
                yield False, "<br>".join(flush)
            flush = []
            yield True, _html_line(line.strip())
        else:
            flush.append(_html_line(line))
    if flush:
        yield False, "<br>".join(flush)


def _html_line(line: str) -> str:
    if (found := _ADDRESS.fullmatch(line)) is not None:
        return _address_in_html(found, ";display:inline-block;padding:6px 0")  # high enough for a thumb
    return _MARK.sub(lambda found: _AS_HTML[found[0]], _ADDRESS.sub(_address_in_html, line))


def _address_in_html(found: re.Match[str], style: str = "") -> str:
    _tag, url, label = found.groups()
    return f'<a href="{url}" style="color:{BLUE}{style}">{label}</a>'


def _html_button(url: str, label: str) -> str:
    return render_to_string("email/_button.html", {"url": SafeString(url), "label": SafeString(label)})


# -- paragraphs ------------------------------------------------------------------------------------------------------


def _paragraphs(written: str) -> Iterator[Paragraph]:
    written = _ALONE_ON_ITS_LINE.sub(r"\g<before>\g<after>", written)
    for number, piece in enumerate(_KEPT_AS_IT_IS.split(written)):
        if number % 2:
            yield Paragraph([piece.strip("\n")], is_kept_as_it_is=True)
            continue
        for block in _BETWEEN_PARAGRAPHS.split(piece):
            lines = _lines(block)
            if lines:
                yield Paragraph(lines)


def _lines(block: str) -> list[str]:
    """Return the lines of a paragraph, joining each sentence to the one before unless a line ends there."""
    lines: list[str] = []
    goes_on = False
    for line in map(str.rstrip, block.split("\n")):
        if not line:
            continue
        if goes_on and not _is_indented(line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        goes_on = not _is_indented(line) and not line.endswith("<br>")
    return [part.rstrip() for line in lines for part in line.removesuffix("<br>").split("<br>")]


def _is_indented(line: str) -> bool:
    return line[:1] in (" ", "\t")
