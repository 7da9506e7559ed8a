"""The way in for providers that receive emails and post them to the site; anymail knows each one's format.

A provider posts an email again if the answer isn't 2xx. So failures on our side are errors (503 if the database is
away), while anything that would fail each time is set aside and accepted.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from email.policy import compat32
from importlib import import_module
from threading import BoundedSemaphore
from typing import Any

from anymail.exceptions import AnymailError
from anymail.signals import AnymailInboundEvent, EventType, inbound
from anymail.webhooks.base import AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.dispatch import Signal, receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase, RawPostDataException
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt

from mail.models import InboundMail
from mail.parse import bounded_json

from . import admission, envelope, store

log = logging.getLogger(__name__)

LARGE = 3 * 1024 * 1024  # bytes; larger postings are read one at a time
PATIENCE = 20.0  # seconds for which another one waits its turn
MOST_LINES = 500_000
MOST_AT_ONCE = 1000  # as many as the largest batch of a provider
# Errors that a faulty posting raises, and will raise each time.
FAULTY = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
MOST_VALUES, DEEPEST = 200_000, 50  # of JSON
FORMS = {"multipart/form-data", "application/x-www-form-urlencoded"}
WEBHOOK = InboundMail.Via.WEBHOOK
_large = BoundedSemaphore()


class Guarded(AnymailCoreWebhookView):  # type: ignore[misc]
    """A mixin for a provider's view that limits what is posted, and loses nothing of it."""

    signal: Signal | None

    @method_decorator(csrf_exempt)  # programs post here, and the secret identifies them
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        length = _length(request)
        if length > self._most_bytes():
            log.warning("%s posted more than is read at once; it was refused", self.esp_name)
            return HttpResponse("Too much at once.", status=413)
        if length > LARGE and not _large.acquire(timeout=PATIENCE):
            return HttpResponse("Busy with another large email; please post it again later.", status=503)
        try:
            response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        finally:
            if length > LARGE:
                _large.release()
        return response

    def _most_bytes(self) -> int:
        """Return the largest size of a posting."""
        return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)

    def parse_events(self, request: HttpRequest) -> list[Any]:
        try:
            for text in _texts(request):
                bounded_json.look_at(text, values=MOST_VALUES, deepest=DEEPEST)
                _look_at_lines(text)
            events: list[Any] = super().parse_events(request)
        except FAULTY as error:
            _raise_if_it_may_pass(error)
            self._report(_posted(request), error)
            return []
        if len(events) > MOST_AT_ONCE:
            raise SuspiciousOperation(f"{self.esp_name} posted {len(events)} mails at once.")
        return events

    def esp_to_anymail_event(self, *posted: Any) -> Any:
        """Read one email. If it is faulty, others in the same posting aren't affected."""
        try:
            return super().esp_to_anymail_event(*posted)
        except FAULTY as error:
            _raise_if_it_may_pass(error)
            self._report(b"\n".join(map(_posted, posted)), error)
            return self._nothing()

    def _nothing(self) -> Any:
        """Return an event that no one acts on."""
        self.signal = self.signal or inbound
        return AnymailInboundEvent(event_type=EventType.INBOUND_FAILED)

    def _report(self, posted: bytes, error: Exception) -> None:
        _report(posted, f"What {self.esp_name} posted could not be read: {type(error).__name__}: {error}")


def _texts(request: HttpRequest) -> list[str]:
    """Return the posted texts that may be JSON."""
    if request.content_type in FORMS:
        return [str(value) for value in request.POST.values() if str(value).lstrip()[:1] in ("[", "{")]
    return [request.body.decode()]


def _look_at_lines(text: str) -> None:
    """Raise ``TooMuch`` if a text has too many lines: parsing takes many times the size of each."""
    if text.count("\\n") > 2 * MOST_LINES:  # it may have the email twice
        raise bounded_json.TooMuch("too many lines")


def _raise_if_it_may_pass(error: Exception) -> None:
    """Raise the error if it may be gone by the next try.

    The site's configuration may be fixed, and some providers must be asked for an email, which can fail for a while.
    """
    if isinstance(error, (AnymailError, OSError)):
        raise error


def view(provider: str) -> Callable[..., HttpResponseBase]:
    """Return the view for the emails that a provider posts, by anymail's name for it.

    Raises ``ImproperlyConfigured``.
    """
    found = guarded_view(provider, "Inbound", Guarded)
    if found is None:
        raise ImproperlyConfigured(f"MAIL_PROVIDER is “{provider}”, which takes no mail in.")
    return found


def guarded_view(provider: str, what: str, guard: type[Guarded]) -> Callable[..., HttpResponseBase] | None:
    """Return anymail's view for what a provider posts, behind that guard; ``None`` if it has none.

    Some providers post emails and events about our emails to the same address. Raises ``ImproperlyConfigured``.
    """
    try:
        module = import_module(f"anymail.webhooks.{provider}")
    except ImportError as error:
        raise ImproperlyConfigured(f"MAIL_PROVIDER is “{provider}”, which cannot be used: {error}.") from error
    names = (f"{what}WebhookView", "CombinedWebhookView")
    found = next((each for each in vars(module).values() if _is_view(each, module.__name__, names)), None)
    if found is None:
        return None
    guarded: type[AnymailCoreWebhookView] = type(guard.__name__ + found.__name__, (guard, found), {})
    posted: Callable[..., HttpResponseBase] = guarded.as_view()
    vars(posted)["largest_request"] = sys.maxsize  # the view itself refuses what is too large
    return posted


def _is_view(thing: Any, module: str, names: tuple[str, ...]) -> bool:
    is_view = isinstance(thing, type) and issubclass(thing, AnymailCoreWebhookView) and thing.__module__ == module
    return is_view and thing.__name__.endswith(names)


@receiver(inbound)
def store_posted_mail(event: AnymailInboundEvent, **_: Any) -> None:
    """Store an email that a provider has received."""
    if event.message is None:
        return
    try:
        # As it was, as far as the provider says: no line is folded again.
        raw: bytes = event.message.as_bytes(policy=compat32.clone(max_line_length=None))
    except Exception as error:  # the standard library can't write down everything that a provider accepts
        _report(_posted(event.esp_event), f"An email could not be read: {type(error).__name__}: {error}")
        return
    headers = envelope.headers(raw)
    recipients = [*(event.message.envelope_recipient or "").split(","), *envelope.recipients(headers)]
    told = event.message.envelope_sender
    sender = envelope.sender(headers) if told is None else told.strip("<> ")
    recipients = admission.admitted(recipients, via=WEBHOOK, sender=sender)
    if not recipients:  # and would have none if it were posted again
        return
    store.store_mail(raw, via=WEBHOOK, sender=sender, recipients=recipients)


def _report(posted: bytes, words: str) -> None:
    if admission.is_too_much_unreadable():
        admission.count(admission.Why.UNREADABLE, via=WEBHOOK, sender="")
        return
    store.report(posted, via=WEBHOOK, sender="", recipients=[], words=words[:1000])


def _posted(thing: Any) -> bytes:
    """Return what is left of a posting, for the host to see. A form with files can't be read twice."""
    if not isinstance(thing, HttpRequest):
        return repr(thing).encode(errors="replace")
    try:
        return thing.body
    except RawPostDataException:
        return repr(dict(thing.POST)).encode(errors="replace")


def _length(request: HttpRequest) -> int:
    try:
        return int(request.headers.get("Content-Length") or 0)
    except ValueError:
        return 0
