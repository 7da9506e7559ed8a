"""The threads into which the big mail programs sort emails, as far as is known: pure functions over the headers.

Each takes the emails of one mailbox in the order in which they came, including those that its owner sent, and says
which thread each belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_PREFIX = re.compile(r"^\s*(?:(?:re|fw|fwd|aw|wg|sv|vs|antw|rif|r)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mail:
    """An email's headers; ``references`` are the ids in References and then the one in In-Reply-To."""

    id: str
    subject: str
    references: tuple[str, ...]


Threads = Callable[[Sequence[Mail]], list[int]]


def topic(subject: str) -> str:
    """Return the subject without the prefixes that replying and forwarding put before it."""
    return " ".join(_PREFIX.sub("", subject).split()).casefold()


def _joined(mails: Sequence[Mail], keys_of: Callable[[Mail], Iterable[object]]) -> list[int]:
    """Group emails that share a key, directly or through others, into threads, whatever their order."""
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
    """Thread as Gmail does: by a common id and the same subject.

    The ids are those in Message-ID, References and In-Reply-To; prefixes of the subject don't count (the Gmail API's
    guide, "Manage threads").
    """
    return _joined(mails, lambda mail: [(topic(mail.subject), each) for each in (mail.id, *mail.references)])


def outlook(mails: Sequence[Mail]) -> list[int]:
    """Thread as Outlook does: by the topic of the conversation alone.

    Without a Thread-Index that is the subject without prefixes ([MS-OXOMSG] 2.2.1.5).
    """
    return _joined(mails, lambda mail: [topic(mail.subject)])


def apple_mail(mails: Sequence[Mail]) -> list[int]:
    """Thread as Apple Mail does: by ids; a reply whose ids lead nowhere joins emails with the same subject."""
    known = {mail.id for mail in mails}
    replies = [mail for mail in mails if topic(mail.subject) != mail.subject.casefold()]
    lost = {topic(mail.subject) for mail in replies if not known & set(mail.references)}

    def keys(mail: Mail) -> list[object]:
        said = topic(mail.subject)
        return [mail.id, *mail.references, *([("subject", said)] if said in lost else [])]

    return _joined(mails, keys)


def thunderbird(mails: Sequence[Mail]) -> list[int]:
    """Thread as Thunderbird does: one email after the other, to the thread of the nearest reference that is known.

    A reference is known as an email, or because an email refers to it (nsMsgDatabase, with mail.correct_threading and
    mail.strict_threading at their defaults).
    """
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
