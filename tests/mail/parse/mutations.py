"""python -m tests.mail.parse.mutations COUNT SEED: the replies of the fixtures, broken in many ways.

Each is read as the site reads it. Prints a line of JSON about what came of them. Nothing may escape but
``Unreadable``, and whatever turn is understood must stand in the text that was sent:

- A turn is a whole line, or two, of the email's own text, and not a quoted one.
- Where an email was broken in one place only, outside the words of its turn, that turn is understood, or none.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from mail.parse.message import LARGEST, ParsedMessage, Unreadable
from mail.parse.reply_text import sorted_lines
from matches.replies.orders import Submit

from .replies import in_words, letter_of, orders_in, orders_of, replies

MEBIBYTE = 2**20
HOSTILE = (
    *(b"\0", b"\x1b$B", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", "\u202e".encode(), "\u200b".encode(), b"\x85"),
    *(b"\r", b"\n", b"\r\n", b"\r\n\r\n", b"\t", b"\x0c", b">", b"> ", b"-- \r\n", b"--", b"=", b"=\r\n", b"=3E"),
    *(b"<blockquote>", b"</blockquote>", b"</div>", b"<!--", b"-->", b"<pre>", b"<", b"&gt;", b"&#0;", b"&#xD800;"),
    *(b"boundary=x", b";", b'"', b"(", b":", b"charset=utf-7", b"charset=punycode", b"format=flowed", b"=?utf-8?b?"),
    *(b"Content-Type: text/html\r\n", b"Content-Type: message/rfc822\r\n\r\n", b"Content-Type: multipart/mixed\r\n"),
    *(b"Content-Transfer-Encoding: base64\r\n", b"Content-Transfer-Encoding: x-uuencode\r\n", b"From: x@x.example\r\n"),
)
VALUES = {
    rb"charset=\S+": (b"charset=x-none", b"charset=utf-16", b'charset="', b"charset=", b"charset*0*=''%00"),
    rb"(?i)transfer-encoding: \S+": (
        *(b"Transfer-Encoding: base64", b"Transfer-Encoding: quoted-printable", b"Transfer-Encoding: x-uuencode"),
        *(b"Transfer-Encoding: 8bit", b"Transfer-Encoding:", b"Transfer-Encoding: \0"),
    ),
    rb"text/\w+": (b"text/html", b"text/plain", b"text", b"/", b"message/rfc822", b"multipart/mixed", b"image/png"),
    rb"multipart/\w+": (b"multipart/digest", b"multipart/mixed", b"multipart/related", b"text/plain", b"multipart/"),
    rb"boundary=\S+": (b"boundary=", b'boundary="', b"boundary=\xff", b"boundary*0*=us-ascii'en'a", b""),
    rb"class=\S+": (b"", b"class=", b"class='"),
}


# -- breaking ------------------------------------------------------------------------------------------------------


def changed_bytes(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.randbytes(rng.randint(0, 3)) + raw[at + rng.randint(0, 3) :]


def something_put_in(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.choice(HOSTILE) + raw[at:]


def something_else_said(raw: bytes, rng: random.Random) -> bytes:
    pattern, values = rng.choice(list(VALUES.items()))
    return re.sub(pattern, lambda _: rng.choice(values), raw, count=rng.choice((0, 1)))


def lines_lost(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    at = rng.randrange(len(lines) + 1)
    return b"".join(lines[:at] + lines[at + rng.randint(1, 3) :])


def lines_moved(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    if lines:
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    return b"".join(lines)


def lines_repeated(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    at = rng.randrange(len(lines) + 1)
    most = 10 if rng.random() < 0.95 else 20_000
    return b"".join(lines[:at] + lines[at : at + rng.randint(1, 4)] * rng.randint(2, most) + lines[at:])


def cut_off(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


def wrapped_up(raw: bytes, rng: random.Random) -> bytes:
    """An email within an email, several times over."""
    for depth in range(rng.randint(1, 30)):
        raw = rng.choice(
            (
                b"Content-Type: message/rfc822\r\n\r\n" + raw,
                b"Content-Type: multipart/mixed; boundary=w%d\r\n\r\n--w%d\r\n%s\r\n" % (depth, depth, raw),
            )
        )
    return raw


def two_in_one(raw: bytes, rng: random.Random) -> bytes:
    other = rng.choice(ALL).raw
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + other[rng.randrange(len(other)) :]


Breaking = Callable[[bytes, random.Random], bytes]
IN_ONE_PLACE: tuple[Breaking, ...] = (changed_bytes, something_put_in, something_else_said, lines_lost, lines_repeated)
ANY: tuple[Breaking, ...] = (*IN_ONE_PLACE, lines_moved, cut_off, wrapped_up, two_in_one)
ALL = replies()


def broken(raw: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 5)):
        raw = rng.choice(ANY)(raw, rng)
    return raw[:LARGEST]


def broken_around(raw: bytes, words: bytes, rng: random.Random) -> bytes:
    """Broken in one place, wherever these words are not."""
    pieces = raw.split(words)
    at = rng.randrange(len(pieces))
    pieces[at] = rng.choice(IN_ONE_PLACE)(pieces[at], rng)
    return words.join(pieces)[:LARGEST]


def words_of_turn(raw: bytes) -> bytes:
    """The turn as the email has it, where it is written out in it."""
    orders = orders_in(raw)
    words = lines_of(raw)[orders.at].encode() if isinstance(orders.order, Submit) else b""
    return words if words in raw else b""


def lines_of(raw: bytes) -> tuple[str, ...]:
    return sorted_lines(letter_of(raw).text).all


WORDS = {reply: words for reply in ALL if (words := words_of_turn(reply.raw))}

# -- judging -------------------------------------------------------------------------------------------------------


@dataclass
class Found:
    mails: int = 0
    unreadable: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0  # seconds of work
    largest: float = 0.0  # mebibytes of memory that the process took

    def read(self, raw: bytes) -> tuple[ParsedMessage | None, str]:
        """The letter, and the order in it in words."""
        start = time.process_time()
        try:
            letter = letter_of(raw)
            orders = orders_of(letter)
        except Unreadable:
            letter = None
        self.slowest = max(self.slowest, time.process_time() - start)
        self.mails += 1
        self.unreadable += letter is None
        if letter is None:
            return None, ""
        if isinstance(orders.order, Submit):
            self.turns += 1
            if squeezed(orders.order.text) not in set(own_lines(letter.text)):
                self.wrong.append(f"{orders.order.text!r} is no line of {letter.text[:500]!r}")
        return letter, in_words(orders)


def own_lines(text: str) -> Iterable[str]:
    """The lines that are not quoted, and each two of them that follow one another, told apart by nothing but what is
    a letter, a digit or a sign of the notation."""
    lines = [squeezed(line) for line in text.splitlines() if not squeezed(line).startswith(">")]
    whole = [line for line in lines if line]
    return [*whole, *map("".join, pairwise(whole))]


def squeezed(line: str) -> str:
    line = unicodedata.normalize("NFKC", re.sub("[–—−‐‑‒―]", "-", line)).replace("×", "x").casefold()
    line = re.sub(r"<mailto:[^>]*>", "", line)
    return "".join(sign for sign in line if sign.isalnum() or sign in "@&+->")


def run(count: int, seed: int) -> Found:
    """Half of the emails broken anyhow, half around their turn."""
    found, rng = Found(), random.Random(seed)
    for _ in range(count // 2):
        reply = rng.choice(ALL)
        found.read(broken(reply.raw, rng))
        reply = rng.choice(list(WORDS))
        raw = broken_around(reply.raw, WORDS[reply], rng)
        order = found.read(raw)[1]
        if order.startswith("Submit") and order != reply.order:
            found.wrong.append(f"{reply.name}: {order!r} instead of {reply.order!r}; {lines_of(raw)[:5]}")
    found.largest = _most_memory() / MEBIBYTE
    return found


def _most_memory() -> int:
    """The bytes that this process held at most. What ``getrusage`` says begins with what its parent held."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    print(json.dumps(asdict(run(int(sys.argv[1]), int(sys.argv[2])))))
