"""The API itself: its document, authentication and errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final

from annotated_types import Interval
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.parser import Parser
from ninja.security import HttpBearer
from pydantic import StringConstraints

from accounts.models import User
from mail.parse import bounded_json
from matches.gate.refused import MatchRefused

from .middleware import error, token_of
from .models import Token
from .resources.schemas import Error

DESCRIPTION: Final = """Reading what is public needs no token. With a personal token, made in the profile and sent as
`Authorization: Bearer …`, you also read what its owner may see, and send turns if the token may play. Lists take
`limit` and `offset`; those of matches and players are not counted, and continue `before` or `after` one of them.
Answers carry an `ETag`: send it back as `If-None-Match`, and an answer that has not changed costs nothing. Errors are
JSON: `error` is a sentence, `code` a word."""

MOST_VALUES: Final = 1000
DEEPEST: Final = 10


class BoundedParser(Parser):
    """A parser that refuses bodies larger than any request needs."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        found: dict[str, Any] = bounded_json.read_json(request.body, values=MOST_VALUES, deepest=DEEPEST)
        return found


api = NinjaAPI(
    parser=BoundedParser(),
    title=f"{settings.SITE_NAME} API",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    openapi_url="/openapi.json",
    urls_namespace="api-v1",
)

Id = Annotated[int, Interval(ge=1, le=2**63 - 1)]
RoundNumber = Annotated[int, Interval(ge=1, le=999)]
After = Annotated[int, Interval(ge=0, le=999)]
SeasonNumber = Annotated[int, Interval(ge=1, le=32_767)]
Slug = Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
Limit = Annotated[int, Interval(ge=1, le=100)]
Offset = Annotated[int, Interval(ge=0, le=100_000)]

ERRORS: Final = {401: Error, 404: Error, 422: Error, 429: Error, 503: Error}
OWN_ERRORS: Final = {**ERRORS, 403: Error}
PLAY_ERRORS: Final = {**OWN_ERRORS, 400: Error, 409: Error}

# A token is useful, but optional.
OPEN: Final[dict[str, Any]] = {"security": [{}, {"TokenAuth": []}]}


class TokenAuth(HttpBearer):
    """Authentication by the token, which ``ApiMiddleware`` has looked up already."""

    def __call__(self, request: HttpRequest) -> Token | None:
        return token_of(request)

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:  # noqa: ARG002 (ninja's own signature)
        return token_of(request)


signed = TokenAuth()


def reader(request: HttpRequest) -> User | AnonymousUser:
    """Return the token's owner, or a visitor if there is no token."""
    token = token_of(request)
    return AnonymousUser() if token is None else token.user


def owner(request: HttpRequest) -> User:
    """Return the token's owner, for views that need one."""
    token = token_of(request)
    if token is None:
        raise AuthenticationError
    return token.user


def player(request: HttpRequest) -> User:
    """Return the token's owner, for views that need a token that can play."""
    user, token = owner(request), token_of(request)
    if token is None or token.scope != Token.Scope.PLAY:
        raise PermissionDenied(_("This token can only read. Create one that can play, in your profile."))
    return user


@api.exception_handler(Http404)
def _not_there(request: HttpRequest, _error: Http404) -> HttpResponse:
    return error(404, "not_found", _("There’s nothing at this address."))


@api.exception_handler(AuthenticationError)
def _no_token(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    words = _("This needs a personal token. Create one in your profile, and send it as “Authorization: Bearer …”.")
    return error(401, "no_token", words, {"WWW-Authenticate": "Bearer"})


@api.exception_handler(PermissionDenied)
def _forbidden(request: HttpRequest, denied: PermissionDenied) -> HttpResponse:
    return error(403, "forbidden", str(denied) or _("You can’t do that."))


@api.exception_handler(MatchRefused)
def _refused(request: HttpRequest, refused: MatchRefused) -> HttpResponse:
    return error(refused.status, refused.code, refused.message)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, invalid: ValidationError) -> HttpResponse:
    fields = list(dict.fromkeys(str(each["loc"][-1]) for each in invalid.errors))
    words = _("The request has mistakes: %(faults)s") % {
        "faults": "; ".join(f"{each['loc'][-1]}: {each['msg']}" for each in invalid.errors)
    }
    response = {"error": words, "code": "invalid", "fields": fields}
    return api.create_response(request, response, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@api.exception_handler(HttpError)
def _unreadable(request: HttpRequest, fault: HttpError) -> HttpResponse:
    return error(fault.status_code, "bad_request", _("We couldn’t read the request. Its body must be JSON."))
