"""The pages of the mailbox. Anyone who can open them reads every email, so they exist only while ``MAILBOX`` is on."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import parseaddr
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from matches.input.paging import leaf

from . import reply, store

PAGE_SIZE = 25
# Readers can only follow links in an email, in the window that shows the mailbox. Nothing is loaded or run, and no
# pictures are shown except those that came with the email.
SANDBOX = "allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; "
    f"sandbox {SANDBOX}"
)
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)


ViewFunction = Callable[..., HttpResponse]


def only_with_mailbox(view: ViewFunction) -> ViewFunction:
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: str) -> HttpResponse:
        if not settings.MAILBOX:
            raise Http404
        response = view(request, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


@only_with_mailbox
@require_safe
def mail_list(request: HttpRequest) -> HttpResponse:
    everything = store.envelopes()
    recipient = request.GET.get("to", "")
    shown = [one for one in everything if recipient in one.recipients] if recipient else everything
    mails = leaf(request, shown, size=PAGE_SIZE, what=_("emails"))
    context = {
        "mails": mails,
        "rows": [(one, store.beginning(one.id)) for one in mails],
        "recipients": sorted({address for one in everything for address in one.recipients}),
        "recipient": recipient,
        "most_kept": store.MOST_KEPT,
    }
    return render(request, "mailbox/list.html", context)


@only_with_mailbox
@require_safe
def mail_page(request: HttpRequest, mail_id: str) -> HttpResponse:
    return _shown(request, mail_id, _mail(mail_id))


@only_with_mailbox
@require_POST
def answer_mail(request: HttpRequest, mail_id: str) -> HttpResponse:
    """Reply to the email as its reader. If the reply isn't accepted, show the typed text again."""
    mail = _mail(mail_id)
    if not reply.answered_at(mail):
        raise Http404(_("You can’t reply to this email."))
    text = request.POST.get("text", "")
    try:
        reply.send_reply(mail, text)
    except reply.NotSent as refusal:
        return _shown(request, mail_id, mail, typed=text, fault=str(refusal))
    messages.success(request, _("Your reply was sent. Reload the page in a moment to see the site’s answer."))
    query = urlencode({"to": parseaddr(str(mail.get("To", "")))[1]})
    return redirect(f"{reverse('mailbox:list')}?{query}")


def _shown(request: HttpRequest, mail_id: str, mail: EmailMessage, **answered: str) -> HttpResponse:
    context = {
        "mail_id": mail_id,
        "subject": str(mail.get("Subject", "")),
        "sender": str(mail.get("From", "")),
        "to": str(mail.get("To", "")),
        "arrived_at": store.arrived_at(mail_id),
        "text": store.part_of_mail(mail, "plain"),
        "has_html": bool(store.part_of_mail(mail, "html")),
        "headers": [(name, str(value)) for name, value in mail.items()],
        "sandbox": SANDBOX,
        "reply_to": reply.answered_at(mail),
        "longest": reply.LONGEST,
        **answered,
    }
    return render(request, "mailbox/mail.html", context)


@only_with_mailbox
@require_safe
@xframe_options_sameorigin
def html_part(request: HttpRequest, mail_id: str) -> HttpResponse:
    """Show the HTML part, for the frame in the email's page."""
    mail = _mail(mail_id)
    html = store.part_of_mail(mail, "html")
    if not html:
        raise Http404
    response = HttpResponse(_aimed_at_window(_with_pictures(html, mail)))
    response.headers["Content-Security-Policy"] = POLICY
    return response


@only_with_mailbox
@require_POST
def clear(request: HttpRequest) -> HttpResponse:
    count = store.clear()
    words = ngettext(
        "The mailbox is empty; %(number)s email deleted.", "The mailbox is empty; %(number)s emails deleted.", count
    )
    messages.success(request, words % {"number": count})
    return redirect("mailbox:list")


def _mail(mail_id: str) -> EmailMessage:
    mail = store.read_mail(mail_id)
    if mail is None:
        raise Http404(_("This email isn’t in the mailbox. It may have been deleted."))
    return mail


def _aimed_at_window(html: str) -> str:
    """Return the HTML with links that open in the whole window instead of the frame."""
    base = '<base target="_top">'
    aimed, count = _HEAD.subn(lambda head: head[0] + base, html, count=1)
    return aimed if count else base + html


def _with_pictures(html: str, mail: EmailMessage) -> str:
    """Replace the names of attached pictures by the pictures themselves (RFC 2392)."""
    for part in mail.walk():
        name = str(part.get("Content-ID", "")).strip("<>")
        if name and part.get_content_maintype() == "image":
            content = base64.b64encode(part.get_content()).decode()
            html = html.replace(f'"cid:{name}"', f'"data:{part.get_content_type()};base64,{content}"')
    return html
