"""The pages of one's own account. Logging in, and what belongs to it, is allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.views import BaseReauthenticateView
from django import forms
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.db import IntegrityError, OperationalError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.names.display_names import JUST_TAKEN
from accounts.player_request import PlayerRequest
from jobs.try_twice import is_locked_out
from mail.bounces import dead_addresses
from matches.clocks import pauses
from matches.offers.answers import open_offers_of
from matches.vacation import follow
from timekeeping import clock
from tournaments.clubs import owners

from .delete_account import (
    NotDeleted,
    delete_account,
    events_entered,
    running_seats,
    seasons_awaited,
)
from .export_data import export_account
from .forms import ClaimForm, ProfileForm
from .login import codes

TEST_EMAIL_EACH = 60  # seconds


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: PlayerRequest) -> HttpResponse:
    user = User.objects.get(pk=request.user.pk)
    form, status = ProfileForm(request.POST or None, instance=user, now=clock.now()), 200
    if request.method == "POST":
        try:
            form = _save_profile(request)
        except OperationalError as error:
            if not is_locked_out(error):
                raise
            form.add_error(None, _("The site is busy with your matches just now. Please send this again."))
            status = 503
        except IntegrityError:
            _say_name_is_taken(form)
        if not form.errors:
            with translation.override(form.instance.language):  # it may have just been chosen
                moved = [follow.follow_player(user).words] if form.moves_clocks else []
                messages.success(request, " ".join([_("Saved."), *moved]))
            return redirect("accounts:profile")
        status = max(status, 422)
    return render(request, "account/profile.html", {"form": form}, status=status)


def _say_name_is_taken(form: ProfileForm | ClaimForm) -> None:
    """Add the error that someone else took the name while the form was being saved."""
    if "display_name" not in form.errors:
        form.add_error("display_name", JUST_TAKEN)


@transaction.atomic
def _save_profile(request: PlayerRequest) -> ProfileForm:
    """Return the form, saved if it has no errors.

    The player's row is locked, so that a limited change isn't made twice at once.
    """
    form = ProfileForm(request.POST, instance=pauses.lock_player(request.user), now=clock.now())
    if form.is_valid():
        form.save()
    return form


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: PlayerRequest) -> HttpResponse:
    """Have a guest who has logged in choose a name."""
    if not request.user.is_guest:
        return redirect("accounts:profile")
    form = ClaimForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    user = _claimed(form) if request.method == "POST" and form.is_valid() else None
    if user is not None:
        follow.follow_player(user)
        update_session_auth_hash(request, user)
        words = _("Welcome, %(name)s. Your matches are now yours.")
        messages.success(request, words % {"name": user.display_name})
        return redirect(after_claim(request))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "account/claim.html", context, status=422 if form.errors else 200)


def _claimed(form: ClaimForm) -> User | None:
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        _say_name_is_taken(form)
        return None


def after_claim(request: HttpRequest) -> str:
    """Return the page asked for before, if it is one of this site's, or else the home page."""
    wanted = request.POST.get("next", "")
    return wanted if wanted and get_adapter(request).is_safe_url(wanted) else "home"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: PlayerRequest) -> HttpResponse:
    """Show what the file of the player's data contains. Its button posts, and gets the file."""
    if request.method != "POST":
        return render(request, "account/data.html")
    response = JsonResponse(export_account(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    day = timezone.localdate().isoformat()
    response["Content-Disposition"] = f'attachment; filename="my-data-{day}.json"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: PlayerRequest) -> HttpResponse:
    if request.method == "POST":
        codes.require(request)
        try:
            delete_account(request.user)
        except NotDeleted as refusal:
            messages.error(request, refusal.message)
            return redirect("accounts:delete")
        logout(request)
        return redirect("accounts:goodbye")
    context = {
        "seats": running_seats(request.user),
        "events": events_entered(request.user),
        "seasons": seasons_awaited(request.user),
        "offers": open_offers_of(request.user),
        "clubs": owners.owned_alone(request.user),
    }
    return render(request, "account/delete.html", context)


@require_safe
def goodbye(request: HttpRequest) -> HttpResponse:
    return render(request, "account/goodbye.html")


class CodeForm(forms.Form):
    """A form for an emailed code, which is tried when the form is validated."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "class": "code-input"}),
        error_messages={"required": gettext_lazy("Enter the code from the email.")},
    )
    check = staticmethod(codes.try_code)
    wrong = gettext_lazy("That code is wrong or too old. Check it, or ask for another.")

    def __init__(self, *args: Any, request: PlayerRequest, **kwargs: Any) -> None:
        self.request = request
        super().__init__(*args, **kwargs)

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not self.check(self.request, self.request.user, code):
            raise forms.ValidationError(self.wrong)
        return code


class ReachedForm(CodeForm):
    """A form for the code in a test email to a player whose emails bounced."""

    check = staticmethod(codes.try_reached_code)
    wrong = gettext_lazy("That code is wrong or too old. Check it, or send another test email.")


@method_decorator([never_cache, login_required], name="dispatch")
class ConfirmView(BaseReauthenticateView):  # type: ignore[misc]  # allauth's views have no types
    """The page that asks for a code, which it emails on request."""

    template_name = "account/confirm.html"
    form_class = CodeForm
    request: PlayerRequest

    def post(self, request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.POST.get("action") == "send":
            codes.send_code(request, request.user)
            words = _("We’ve emailed a code to %(address)s.")
            messages.info(request, words % {"address": request.user.email})
            return redirect(request.get_full_path())
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "code_sent": codes.is_code_sent(self.request)}


confirm = ConfirmView.as_view()


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reached(request: PlayerRequest) -> HttpResponse:
    """Email a test code, or accept the code as proof that the email arrived, when posted."""
    if request.method == "POST" and request.POST.get("action") == "send":
        return _send_test_email(request)
    form = ReachedForm(request.POST if request.method == "POST" else None, request=request)
    if form.is_valid():
        words = _("Emails reach you at %(address)s again. We’re sending your turns now.")
        messages.success(request, words % {"address": request.user.email})
        return redirect("home")
    context = {
        "form": form,
        "trouble": dead_addresses.trouble_of(request.user.email),
        "code_sent": codes.is_code_sent(request, codes.REACHED_KEY),
    }
    return render(request, "account/reached.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wanted(request: PlayerRequest) -> HttpResponse:
    """Have emails sent again, when posted. An address that bounced must first show that it receives one."""
    trouble = dead_addresses.trouble_of(request.user.email)
    if request.method == "POST" and trouble is not None and trouble.complained_at:
        if trouble.undeliverable_since:
            return redirect("accounts:reached")
        dead_addresses.shown_good(request.user.email)
        words = _("Emails go to %(address)s again. We’re sending your turns now.")
        messages.success(request, words % {"address": request.user.email})
    return redirect("accounts:profile")


def _send_test_email(request: PlayerRequest) -> HttpResponse:
    if cache.add(f"test_mail:{request.user.pk}", 1, TEST_EMAIL_EACH):
        codes.send_code(request, request.user, codes.REACHED_KEY)
        words = _("We’ve emailed a code to %(address)s.")
        messages.info(request, words % {"address": request.user.email})
    else:
        messages.warning(request, _("We’ve just sent an email. Wait a minute before you send another."))
    return redirect("accounts:reached")
