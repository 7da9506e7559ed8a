"""A page with several buttons: each posts the name of an act, and the page does it.

A page says which acts it has, what it shows and whom it lets in. Everything else is here: logging in first, finding the
act, its form with what was typed, refusals beside their field or on top, the message, and the redirect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views import View

from matches.input.requests import MemberRequest, fields, login_keeps
from tournaments.locking.refused import TournamentRefused
from tournaments.pages.send_form import Done, send


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a button does.

    ``do`` gets the valid form, if the act has one, and may raise ``TournamentRefused``. It returns what was done, in
    words, for the page itself to show, or what ``Done`` says. ``form`` makes the form, blank or of what was posted; the
    page keeps it as ``name``, or under the button's own if that is "".
    """

    do: Callable[..., Done | str]
    form: Callable[..., forms.Form] | None = None
    name: str = ""


class PageWithButtons(View):
    """A page for members, with several buttons.

    ``button`` is the field in which a button posts its act, and ``usual`` the act of a button that names none.
    ``keeps`` names the fields whose text is kept if a login has ended in the meantime.
    """

    http_method_names: ClassVar[list[str]] = ["get", "head", "post"]  # type: ignore[misc]  # it is the class's own
    template: str
    button: ClassVar[str] = "action"
    usual: ClassVar[str] = ""
    nothing_chosen: ClassVar[str] = gettext_noop("Choose what to do.")
    keeps: ClassVar[tuple[str, ...]] = ()

    request: MemberRequest
    refusal = ""
    status: int = HTTPStatus.OK
    _is_tried = False

    # -- what each page says -------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Find what the address names, for those who may see or change it."""

    def acts(self) -> Mapping[str, Act]:
        """Return the acts by the names that buttons post."""
        raise NotImplementedError

    def context(self) -> dict[str, Any]:
        """Return what the template shows."""
        raise NotImplementedError

    def address(self) -> str:
        """Return where an act leads that doesn't say so itself."""
        return self.request.path

    def reload(self) -> None:
        """Read again what has perhaps changed, after an act that was refused."""

    def typed(self, posted: QueryDict) -> Mapping[str, str]:
        """Return what is kept of a form while its player logs in."""
        return fields(*self.keeps)(posted)

    def needs_login(self) -> bool:
        return True

    # -- what all have in common ---------------------------------------------------------------------------------------

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        view: Callable[..., HttpResponseBase] = super().dispatch
        if self.needs_login():
            view = login_keeps(self.typed)(super().dispatch) if self.keeps else login_required(super().dispatch)  # type: ignore[arg-type]
        return view(request, *args, **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.find()
        return self.show()

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.find()
        posted = self.posted
        act = self._acts.get(posted) or Act(self._nothing)
        form = None if act.form is None else act.form(self.request.POST)
        if form is not None:
            self._forms[act.name or posted] = form
        answer, self.refusal, self.status = send(request, lambda: self._done(act, form), form)
        if answer is None and self._is_tried:
            self.reload()
        return answer or self.show()

    def show(self) -> HttpResponse:
        context = {"refusal": self.refusal, **self.context()}
        return render(self.request, self.template, context, status=self.status)

    @property
    def posted(self) -> str:
        """The name of the act that the button posted."""
        return str(self.request.POST.get(self.button, self.usual))

    def form(self, name: str, make: Callable[..., forms.Form] | None = None) -> forms.Form:
        """Return a form as it was sent, or as it was before a login; else a blank one, by its act or by ``make``."""
        if name not in self._forms:
            make = make or next(act.form for key, act in self._acts.items() if act.form and name in (key, act.name))
            self._forms[name] = make(initial=self.typed(self.request.GET)) if self._is_begun(name) else make()
        return self._forms[name]

    def _is_begun(self, name: str) -> bool:
        """Return whether the form of that name was sent when the login had ended."""
        key = self.request.GET.get(self.button, self.usual)
        act = self._acts.get(key) if key else None
        return act is not None and name == (act.name or key)

    def keep(self, name: str, form: forms.Form) -> None:
        """Show this form in place of the one that was sent."""
        self._forms[name] = form

    @cached_property
    def _acts(self) -> Mapping[str, Act]:
        return self.acts()

    @cached_property
    def _forms(self) -> dict[str, forms.Form]:
        return {}

    def _done(self, act: Act, form: forms.Form | None) -> Done:
        self._is_tried = True
        done = act.do() if form is None else act.do(form)
        return (done, self.address()) if isinstance(done, str) else done

    def _nothing(self) -> str:
        raise TournamentRefused(_(self.nothing_chosen))
