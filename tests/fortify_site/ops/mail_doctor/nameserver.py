"""A name server on loopback that knows one zone file, and answers by UDP as real ones do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.rrset
import dns.zone
from dns.resolver import Resolver

LONGEST = 4096
ROOT = dns.name.root


class NameServer:
    """``text`` is a zone file of absolute names. A name that it has not is unknown (NXDOMAIN)."""

    def __init__(self, text: str) -> None:
        self.records: dict[tuple[dns.name.Name, dns.rdatatype.RdataType], dns.rrset.RRset] = {}
        for line in filter(None, map(str.strip, text.splitlines())):
            name, kind, value = line.split(" ", 2)
            owner, rdtype = dns.name.from_text(name), dns.rdatatype.from_text(kind)
            new = dns.rrset.from_text(owner, 60, dns.rdataclass.IN, rdtype, value)
            for value in new:
                self.records.setdefault((owner, rdtype), new).add(value)
        self.silent = False
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"

    def resolver(self) -> Resolver:
        found = Resolver(configure=False)
        host, _, port = self.address.partition(":")
        found.nameservers, found.port = [host], int(port)
        found.lifetime = found.timeout = 2.0
        return found

    def run(self) -> None:
        while True:
            try:
                question, client = self._socket.recvfrom(LONGEST)
            except OSError:
                return
            if not question:
                return
            if not self.silent:
                self._socket.sendto(self._answer(question), client)

    def stop(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self._socket.getsockname())

    def close(self) -> None:
        self._socket.close()

    def _answer(self, question: bytes) -> bytes:
        message = dns.message.from_wire(question)
        asked = message.question[0]
        answer = dns.message.make_response(message, recursion_available=True)
        found = self.records.get((asked.name, asked.rdtype))
        alias = self.records.get((asked.name, dns.rdatatype.CNAME))
        if found is not None:
            answer.answer.append(found)
        elif alias is not None:
            answer.answer.append(alias)
        elif not any(name == asked.name for name, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire()


@contextmanager
def serving(text: str) -> Iterator[NameServer]:
    server = NameServer(text)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(5)
        server.close()
