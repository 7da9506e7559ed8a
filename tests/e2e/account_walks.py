"""Walks through the pages of visitors, of an account, and of what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import override_settings
from django.urls import reverse
from playwright.sync_api import CDPSession, Page

from accounts.models import User
from engine.games import games
from mail.bounces import dead_addresses
from mail.bounces.verdict import Report, Verdict
from mail.preferences import unsubscribe
from matches.clocks import pauses
from matches.models import Vacation
from matches.time_control.time_control import DAY
from tests.support.account_mails import last_mail, link_in
from tests.support.factories import PASSWORD, ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.vacation import event, taken
from timekeeping import clock

from .walking import Stop, walk

WRONG = "not the password"


def send(page: Page) -> None:
    """Press the first button of the page's form."""
    with page.expect_navigation():
        page.locator("main form[method=post] button").first.click()


def fill_in(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)
    send(page)


def _stop_emails(page: Page) -> None:
    page.get_by_role("radio", name="Stop").check()
    send(page)


def path_of(url: str) -> str:
    return "/" + url.split("/", 3)[3]


@walk(
    *("home", "matches:rules_list", "matches:rules", "accounts:goodbye", "offline", "time_zone"),
    *("mail:unsubscribe", "mail:subjects"),
)
def strolling() -> Iterator[Stop]:
    yield Stop("start", "/")
    yield Stop("rules of every game", reverse("matches:rules_list"))
    for game in games():
        yield Stop(f"rules of {game.name}", reverse("matches:rules", args=[game.slug]))
    yield Stop("goodbye", reverse("accounts:goodbye"))
    yield Stop("no connection", reverse("offline"))
    yield Stop("time zone", reverse("time_zone"))
    player, guest = UserFactory(), GuestFactory()
    for user in (player, guest):
        address = path_of(unsubscribe.unsubscribe_url(user))
        yield Stop("mail about turns", address)
        yield Stop("no more mail about turns", address, act=_stop_emails, scripted=True)
    yield Stop("subjects", path_of(unsubscribe.unsubscribe_url(player, unsubscribe.SUBJECTS)))
    yield Stop("mail about turns, garbled", reverse("mail:unsubscribe", args=["x"]), status=404)


@walk(
    "account_login", "account_signup", "account_email_verification_sent", "account_request_login_code",
    "account_confirm_login_code", "account_reset_password", "account_reset_password_done",
    "account_reset_password_from_key", "account_reset_password_from_key_done", "account_inactive", "mfa_authenticate",
)  # fmt: skip
def coming_in() -> Iterator[Stop]:
    player, other = UserFactory(), UserFactory()
    sign_up, log_in, code = (reverse(f"account_{name}") for name in ("signup", "login", "request_login_code"))
    yield Stop("sign up", sign_up)
    yield Stop("sign up, refused", sign_up, act=lambda page: _sign_up(page, "Eva", password="1"))
    yield Stop("sign up, code", sign_up, act=lambda page: _sign_up(page, "Eva", PASSWORD), scripted=True)
    yield Stop("log in", log_in)
    yield Stop("log in, refused", log_in, act=lambda page: fill_in(page, login=player.email, password=WRONG))
    yield Stop("login code", code)
    yield Stop("login code, sent", code, act=lambda page: fill_in(page, email=player.email))
    yield Stop("login code, wrong", code, act=lambda page: _wrong_code(page, other.email))
    reset = reverse("account_reset_password")
    yield Stop("new password", reset)
    yield Stop("new password, asked for", reset, act=lambda page: fill_in(page, email=player.email))
    from_mail = link_in(last_mail(player.email))
    yield Stop("new password, chosen badly", from_mail, act=lambda page: fill_in(page, password1="1", password2="1"))
    yield Stop("new password, chosen", from_mail)
    yield Stop("new password, stale link", reverse("account_reset_password_from_key", args=["1", "x-1"]))
    yield Stop("new password, done", reverse("account_reset_password_from_key_done"))
    yield Stop("closed account", reverse("account_inactive"))
    TOTP.activate(player, generate_totp_secret())
    yield Stop("second step", log_in, act=lambda page: fill_in(page, login=player.email, password=PASSWORD))


def _wrong_code(page: Page, email: str) -> None:
    fill_in(page, email=email)
    fill_in(page, code="A")


def _sign_up(page: Page, name: str, password: str) -> None:
    fill_in(page, display_name=name, email="eva@players.example", password1=password)


@walk(
    "accounts:profile", "accounts:claim", "accounts:confirm", "accounts:data", "accounts:delete", "account_email",
    "account_change_password", "account_set_password", "account_reauthenticate", "account_logout",
    "account_email_verification_sent", "matches:calendar_page",
)  # fmt: skip
def keeping_an_account() -> Iterator[Stop]:
    player: User = UserFactory(display_name="An Admiral of Many Names")
    other, guest = UserFactory(), GuestFactory()
    MatchFactory(players=[player, other])
    ChallengeFactory(challenger=player)
    yield Stop("profile", reverse("accounts:profile"), player)
    yield Stop("profile, refused", reverse("accounts:profile"), player, lambda page: fill_in(page, display_name="@"))
    yield Stop("profile, daily mail", reverse("accounts:profile"), player, _wish_for_daily_mail)
    yield Stop("mail addresses, one", reverse("account_email"), player)
    yield Stop("mail addresses, code", reverse("account_email"), player, _add_address, scripted=True)
    yield Stop("password", reverse("account_change_password"), player)
    yield Stop("password, refused", reverse("account_change_password"), player, _change_password)
    yield Stop("data", reverse("accounts:data"), player)
    yield Stop("calendar, none yet", reverse("matches:calendar_page"), player)
    yield Stop("calendar", reverse("matches:calendar_page"), player, send)
    yield Stop("delete", reverse("accounts:delete"), player)
    yield Stop("delete, nothing to lose", reverse("accounts:delete"), guest)
    yield Stop("log out", reverse("account_logout"), player)
    yield Stop("is it you, by password", reverse("account_reauthenticate"), player)
    yield Stop("claim", reverse("accounts:claim"), guest)
    yield Stop("claim, refused", reverse("accounts:claim"), guest, lambda page: fill_in(page, display_name="@"))
    newcomer = UserFactory(password=None)
    yield Stop("password, none yet", reverse("account_set_password"), newcomer)
    yield Stop("is it you, by mail", reverse("accounts:confirm"), newcomer)
    yield Stop("is it you, by a mailed code", reverse("accounts:confirm"), newcomer, send)


def _add_address(page: Page) -> None:
    fill_in(page, email="n@e.example")


def _wrong_test_code(page: Page) -> None:
    send(page)
    fill_in(page, code="BCDF-GHJK")


@walk("account_email", "accounts:reached")
def not_being_reached() -> Iterator[Stop]:
    player, unwilling, unlucky = UserFactory(), UserFactory(), UserFactory()
    MatchFactory(players=[player, unwilling])
    addresses = reverse("account_email")
    reached = reverse("accounts:reached")
    long = "the.admiral.of.the.great.northern.fleet@a-long-name-for-a-domain.players.example"
    for address, verified in ((long, True), ("second@players.example", True), ("typo@players.example", False)):
        EmailAddress.objects.create(user=player, email=address, verified=verified)
    gone = Report(
        Verdict.HARD, f"550 5.1.1 <{long}>: Recipient address rejected: User unknown in virtual mailbox table"
    )
    for address in (long, player.email):
        dead_addresses.failed(address, clock.now(), gone, None)
    yield Stop("mail addresses", addresses, player)
    yield Stop("no mail gets through", reverse("matches:challenges"), player)
    yield Stop("no test mail yet", reached, player)
    yield Stop("a test mail is on its way", reached, player, send, scripted=True)
    dead_addresses.failed(unlucky.email, clock.now(), gone, None)
    yield Stop("a wrong code", reached, unlucky, _wrong_test_code, scripted=True)
    EmailAddress.objects.create(user=player, email="fifth@players.example", verified=True)
    yield Stop("mail addresses, as many as can be", addresses, player)
    yield Stop("mail gets through", reached, unwilling)
    dead_addresses.complained(unwilling.email, clock.now())
    yield Stop("mail is unwanted", reverse("accounts:profile"), unwilling)
    again = _press("Resume emails")
    yield Stop("mail is wanted again", reverse("accounts:profile"), unwilling, again, scripted=True)


def _wish_for_daily_mail(page: Page) -> None:
    """And for quiet hours that do not end."""
    page.locator("main [name=turn_mail][value=digest]").check()
    fill_in(page, quiet_from="22:00", quiet_to="")


def _change_password(page: Page) -> None:
    fill_in(page, oldpassword=WRONG, password1=PASSWORD, password2=PASSWORD)


@walk("matches:vacation")
def going_on_vacation() -> Iterator[Stop]:
    player, newcomer = UserFactory(), UserFactory()
    now, page = clock.now(), reverse("matches:vacation")
    for pool in (pauses.friendly_pool(), event(name="The League of Long Names, Autumn Season", days=3)):
        MatchFactory(players=[player, newcomer], vacation_pool=pool)
    yield Stop("vacation, none", page, newcomer)
    yield Stop("vacation, refused", page, newcomer, _press("Plan vacation"))
    taken(player, now - 2 * DAY, now + 3 * DAY, made_at=now)
    planned = taken(player, now + 10 * DAY, now + 20 * DAY, made_at=now)
    yield Stop("vacation, taken and planned", page, player)
    yield Stop("vacation, other days", f"{page}?change={planned.pk}", player)
    yield Stop("vacation, that has begun meanwhile", page, player, lambda page: _begun_meanwhile(page, planned))


def _press(name: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()

    return press


def _begun_meanwhile(page: Page, planned: Vacation) -> None:
    Vacation.objects.filter(pk=planned.pk).update(starts_at=clock.now() - DAY)
    _press("Cancel vacation")(page)
    Vacation.objects.filter(pk=planned.pk).update(starts_at=planned.starts_at)


@walk(
    "mfa_index", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes", "mfa_list_webauthn", "mfa_add_webauthn", "mfa_remove_webauthn", "mfa_edit_webauthn",
    "mfa_reauthenticate_webauthn", "mfa_authenticate",
)  # fmt: skip
def guarding_an_account() -> Iterator[Stop]:
    player: User = UserFactory()
    devices: list[CDPSession] = []
    yield Stop("security, nothing on", reverse("mfa_index"), player)
    yield Stop("passkeys, none", reverse("mfa_list_webauthn"), player)
    yield Stop("app, to set up", reverse("mfa_activate_totp"), player)
    yield Stop("app, wrong code", reverse("mfa_activate_totp"), player, lambda page: fill_in(page, code="1"))
    yield Stop("passkey, to add", reverse("mfa_add_webauthn"), player)
    yield Stop(
        "passkey, added",
        reverse("mfa_add_webauthn"),
        player,
        lambda page: devices.append(_add_passkey(page)),
        scripted=True,
    )
    passkey = Authenticator.objects.get(user=player, type=Authenticator.Type.WEBAUTHN)
    yield Stop("passkeys", reverse("mfa_list_webauthn"), player)
    yield Stop("passkey, to rename", reverse("mfa_edit_webauthn", args=[passkey.pk]), player)
    yield Stop("passkey, to remove", reverse("mfa_remove_webauthn", args=[passkey.pk]), player)
    yield Stop("is it you, by passkey", reverse("mfa_reauthenticate_webauthn"), player)
    yield Stop(
        "second step, by passkey",
        reverse("account_login"),
        act=lambda page: fill_in(page, login=player.email, password=PASSWORD),
    )
    TOTP.activate(player, generate_totp_secret())
    RecoveryCodes.activate(player)
    yield Stop("security, all on", reverse("mfa_index"), player)
    yield Stop("app, to turn off", reverse("mfa_deactivate_totp"), player)
    yield Stop("recovery codes", reverse("mfa_view_recovery_codes"), player)
    yield Stop("recovery codes, new ones", reverse("mfa_generate_recovery_codes"), player)
    yield Stop("is it you, by app", reverse("mfa_reauthenticate"), player)
    for device in devices:
        device.detach()


def _add_passkey(page: Page) -> CDPSession:
    """With a device that Chromium plays, until it is detached."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    able = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options | able})
    page.locator("main [name=name]").fill("My old telephone")
    with page.expect_navigation():
        page.get_by_role("button", name="Add").click()
    return device


@walk()
def going_wrong() -> Iterator[Stop]:
    player: User = UserFactory()
    match = MatchFactory()
    log_in = reverse("account_login")
    yield Stop("no such page", "/no/such/page/", status=404)
    yield Stop("no such page, for a player", "/no/such/page/", player, status=404)
    yield Stop("another's match", reverse("matches:resign", args=[match.pk]), player, status=403)
    yield Stop("a form from elsewhere", log_in, act=_send_without_token)
    yield Stop("a request that makes no sense", f"{log_in}?{'a&' * 1001}", status=400)
    with override_settings(ACCOUNT_RATE_LIMITS={"login": "1/h/ip"}):
        yield Stop("too often", log_in, act=_send_twice)


def _send_without_token(page: Page) -> None:
    page.context.clear_cookies()
    fill_in(page, login="a@b.example", password=WRONG)


def _send_twice(page: Page) -> None:
    for _ in range(2):
        page.goto(reverse("account_login"))
        fill_in(page, login="a@b.example", password=WRONG)
