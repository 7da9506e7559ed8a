"""Processing emails that came in, one by one: it finds whose they are, and whether a person wrote them, before it acts.

Acting on an email, answering it and noting what was done is one transaction: an email that is read twice, because its
reader died, does one thing.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from mail.bounces.returned import Returned, returned
from mail.inbound import lease, store
from mail.inbound.lease import Outcome
from mail.models import InboundMail
from mail.outbox.recipient import Recipient
from mail.parse.headers import mailbox
from mail.parse.message import ParsedMessage, Unreadable
from matches.mails import causes, tokens
from matches.mails.reply_lines import letter_of
from matches.models import Link

from . import act, answer
from .parse import Reply, own_address, reply_in

Status = InboundMail.Status


def process(mail: InboundMail) -> None:
    """Read an email and do what it asks for. An exception costs the email one of its tries."""
    found = _sorted(mail)
    with transaction.atomic():
        outcome = _done(found)
        about = found if isinstance(found, Reply) else None
        is_ours = lease.note_outcome(
            mail, outcome, user=about.user if about else None, match=about.match if about else None
        )
        if not is_ours:  # another worker reads it again, and does it then
            transaction.set_rollback(True)


def _done(found: Reply | Returned | Outcome) -> Outcome:
    if isinstance(found, Outcome):
        return found
    return found.settle() if isinstance(found, Returned) else _answered(found)


def _sorted(mail: InboundMail) -> Reply | Returned | Outcome:
    """Return a reply to act on, one of our emails that bounced, or why the email is neither."""
    if (back := returned(mail)) is not None:
        return back
    found = tokens.find_replies([mail.token_hash]) if mail.token_hash else []
    if mail.token_hash and not found:
        return _unknown()
    try:
        letter = letter_of(mail)
    except Unreadable as error:
        return Outcome("unreadable", str(error), Status.SET_ASIDE) if found else _unknown()
    if why := _automatic(letter):
        return Outcome("automatic", f"No person wrote it: {why}.", Status.IGNORED)
    all_links = [link for link in _addressed(mail, letter) if _is_held(link)]
    link = next((link for link in found or all_links if _is_held(link)), None)
    if link is None:
        return _unknown()
    about = {(other.seat_id, other.offer_id) for other in all_links if other.user_id == link.user_id}
    return reply_in(mail, link, letter, is_of_several=len(about) > 1)


def _answered(reply: Reply) -> Outcome:
    with Recipient(reply.user.email, reply.user).in_their_language():
        return _acted_upon(reply)


def _acted_upon(reply: Reply) -> Outcome:
    if not _is_from(reply.user, reply.letter):
        return answer.was_this_you(reply)
    if reply.mail.is_head_only or reply.letter.is_sealed:
        return answer.unreadable(reply)
    outcome = act.act(reply)
    causes.announce_after_return(reply.user)
    return outcome


def _is_from(user: User, letter: ParsedMessage) -> bool:
    """Return whether the letter's one sender is an address of the user's, and passes our mail server's check.

    The server must have looked at it and not found that someone else sent it. The address that we write to counts as
    theirs, though no one confirms a guest's: its reader has the links, too.
    """
    if letter.dmarc in {"fail", "silent"} or not letter.sender:
        return False
    verified = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return mailbox(letter.sender) in {mailbox(address) for address in (user.email, *verified)}


def _addressed(mail: InboundMail, letter: ParsedMessage) -> list[Link]:
    """Return the links for all reply addresses in the email."""
    hashes = {store.token_hash(address) for address in letter.recipients} | {mail.token_hash}
    return tokens.find_replies(hashes - {""})


def _automatic(letter: ParsedMessage) -> str:
    return letter.automatic or ("own" if letter.sender == own_address() else "")


def _is_held(link: Link) -> bool:
    """Return whether the link's user is active and still the player it concerns."""
    return link.user.is_active and tokens.is_held(link)


def _unknown() -> Outcome:
    """Return the outcome for an unknown address, without revealing whether it ever existed."""
    return Outcome("unknown address", "It went to no address that somebody plays by.", Status.IGNORED)
