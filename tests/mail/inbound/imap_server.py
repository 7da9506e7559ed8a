"""A small mail server that keeps a mailbox and speaks IMAP on loopback (RFC 3501; MOVE: RFC 6851)."""

from __future__ import annotations

import re
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

USER, PASSWORD = "club@example.org", 'a "strange" \\ password'


@dataclass
class Mail:
    uid: int
    raw: bytes
    folder: str = "INBOX"
    date: str = "21-Nov-2026 12:00:00 +0000"
    flags: set[str] = field(default_factory=set)


class Postbox:
    """``fault`` may be "hang" (after login, says nothing more), "drip" (one letter a tenth of a second, for ever), or
    the name of a command at which the line breaks before it is carried out."""

    def __init__(self, *, moves: bool = True, tls: ssl.SSLContext | None = None, is_tls: bool = False) -> None:
        """``tls`` is for STARTTLS, or for all of it if ``is_tls``."""
        self.tls, self.is_tls = tls, is_tls
        self.mails: list[Mail] = []
        self.moves = moves
        self.fault = ""
        self.port = 0
        self.stopping = threading.Event()

    def put(self, raw: bytes, **more: str) -> Mail:
        mail = Mail(len(self.mails) + 1, raw, **more)  # type: ignore[arg-type]
        self.mails.append(mail)
        return mail

    def lying(self) -> list[Mail]:
        return [mail for mail in self.mails if mail.folder == "INBOX"]


class Talk(socketserver.StreamRequestHandler):
    box: Postbox

    def setup(self) -> None:
        if self.box.is_tls:
            self.request = self.wrapped()
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.request.close()  # with TLS it is not the one that the server closes

    def wrapped(self) -> ssl.SSLSocket:
        assert self.box.tls is not None
        return self.box.tls.wrap_socket(self.request, server_side=True)

    def handle(self) -> None:
        self.say(b"* OK ready")
        while line := self.rfile.readline():
            tag, _, rest = line.decode().strip().partition(" ")
            name, _, words = rest.partition(" ")
            if name.upper() == "UID":
                name, _, words = words.partition(" ")
            if self.box.fault == name.upper():
                return
            if name.upper() != "LOGIN" and self.box.fault in {"hang", "drip"}:
                self.be_silent()
                return
            status = getattr(self, f"do_{name.lower()}", self.do_not)(words)
            self.say(f"{tag} {status or 'OK'} {name}".encode())
            if name.upper() == "STARTTLS":
                self.request = self.wrapped()
                super().setup()

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")

    def be_silent(self) -> None:
        while not self.box.stopping.wait(0.1):
            if self.box.fault == "drip":
                try:
                    self.wfile.write(b"*")
                except OSError:
                    return

    def do_not(self, _words: str) -> str:
        return "BAD"

    def do_capability(self, _words: str) -> None:
        more = (b" MOVE" if self.box.moves else b"") + (b" STARTTLS" if self.box.tls and not self.box.is_tls else b"")
        self.say(b"* CAPABILITY IMAP4rev1" + more)

    def do_starttls(self, _words: str) -> None:
        """What follows is done once this is answered."""

    def do_login(self, words: str) -> str:
        given = [
            re.sub(r"\\(.)", r"\1", word) for word in re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', words) for word in word
        ]
        return "OK" if [word for word in given if word] == [USER, PASSWORD] else "NO"

    def do_select(self, words: str) -> str:
        self.say(f"* {len(self.box.lying())} EXISTS".encode())
        return "OK" if words.strip('"') == "INBOX" else "NO"

    def do_search(self, _words: str) -> None:
        unread = [str(mail.uid) for mail in self.box.lying() if not mail.flags & {r"\Seen", r"\Deleted"}]
        self.say(("* SEARCH " + " ".join(unread)).encode())

    def do_fetch(self, words: str) -> None:
        what, most = re.search(r"BODY\.PEEK\[(\w*)\]", words), re.search(r"<(\d+)\.(\d+)>", words)
        for mail in self.those(words):
            if what is not None:
                content = mail.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if what[1] else mail.raw
                start = int(most[1]) if most else 0
                content = content[start:][: int(most[2])] if most else content
                said = f"* {mail.uid} FETCH (UID {mail.uid} BODY[{what[1]}]<{start}> {{{len(content)}}}\r\n"
                self.wfile.write(said.encode() + content)
                self.say(b")")
            else:
                said = f'(UID {mail.uid} RFC822.SIZE {len(mail.raw)} INTERNALDATE "{mail.date}")'
                self.say(f"* {mail.uid} FETCH {said}".encode())

    def do_store(self, words: str) -> None:
        for mail in self.those(words):
            mail.flags |= set(re.findall(r"\\\w+", words))

    def do_move(self, words: str) -> None:
        for mail in self.those(words):
            mail.folder = words.rsplit(maxsplit=1)[-1].strip('"')

    def do_copy(self, words: str) -> None:
        for mail in self.those(words):
            self.box.put(mail.raw, folder=words.rsplit(maxsplit=1)[-1].strip('"'))

    def do_expunge(self, _words: str) -> None:
        self.box.mails = [mail for mail in self.box.mails if r"\Deleted" not in mail.flags]

    def do_logout(self, _words: str) -> None:
        self.say(b"* BYE")

    def those(self, words: str) -> list[Mail]:
        numbers = set(map(int, words.split(maxsplit=1)[0].split(",")))
        return [mail for mail in self.box.lying() if mail.uid in numbers]


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def keeping(box: Postbox) -> Iterator[Postbox]:
    with Server(("127.0.0.1", 0), type("Talk", (Talk,), {"box": box})) as server:
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield box
        finally:
            box.stopping.set()
            server.shutdown()
            thread.join()
            time.sleep(0)
