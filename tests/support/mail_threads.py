"""How the big mail programs put emails into threads, as far as it is known: pure functions over the headers.

Each takes the emails of one mailbox in the order in which they came, what its owner sent with them, and says which
thread each belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_PREFIX = re.compile(r"^\s*(?:(?:re|fw|fwd|aw|wg|sv|vs|antw|rif|r)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mail:
    """``references`` are those of References and then that of In-Reply-To."""

    id: str
    subject: str
    references: tuple[str, ...]


Threads = Callable[[Sequence[Mail]], list[int]]


def topic(subject: str) -> str:
    """The subject without what replying and forwarding put before it."""
    return " ".join(_PREFIX.sub("", subject).split()).casefold()


def _joined(mails: Sequence[Mail], keys_of: Callable[[Mail], Iterable[object]]) -> list[int]:
    """Emails that share a key, at first hand or through others, are one thread; whatever the order."""
    leader = list(range(len(mails)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    first: dict[object, int] = {}
    for place, mail in enumerate(mails):
        for key in keys_of(mail):
            one, two = find(place), find(first.setdefault(key, place))
            leader[max(one, two)] = min(one, two)
    return [find(place) for place in range(len(mails))]


def gmail(mails: Sequence[Mail]) -> list[int]:
    """A common id among Message-ID, References and In-Reply-To, and the same subject but for prefixes (the Gmail API's
    guide, "Manage threads")."""
    return _joined(mails, lambda mail: [(topic(mail.subject), each) for each in (mail.id, *mail.references)])


def outlook(mails: Sequence[Mail]) -> list[int]:
    """By the topic of the conversation alone: without a Thread-Index that is the subject without prefixes ([MS-OXOMSG]
    2.2.1.5)."""
    return _joined(mails, lambda mail: [topic(mail.subject)])


def apple_mail(mails: Sequence[Mail]) -> list[int]:
    """By ids; a reply whose ids lead nowhere goes to those of the same subject."""
    known = {mail.id for mail in mails}
    replies = [mail for mail in mails if topic(mail.subject) != mail.subject.casefold()]
    lost = {topic(mail.subject) for mail in replies if not known & set(mail.references)}

    def keys(mail: Mail) -> list[object]:
        said = topic(mail.subject)
        return [mail.id, *mail.references, *([("subject", said)] if said in lost else [])]

    return _joined(mails, keys)


def thunderbird(mails: Sequence[Mail]) -> list[int]:
    """One after the other: to the thread of the nearest reference that is known, as an email or as what an email refers
    to (nsMsgDatabase, with mail.correct_threading and mail.strict_threading as they are by default)."""
    thread_of: dict[str, int] = {}
    found = []
    for place, mail in enumerate(mails):
        threads = (thread_of[each] for each in (mail.id, *reversed(mail.references)) if each in thread_of)
        thread = next(threads, place)
        for each in (mail.id, *mail.references):
            thread_of.setdefault(each, thread)
        found.append(thread)
    return found


PROGRAMS: dict[str, Threads] = {each.__name__: each for each in (gmail, outlook, apple_mail, thunderbird)}
