"""The lines that the writer wrote."""

from __future__ import annotations

import pytest

from mail.parse.reply_text import LONGEST_LINE, MOST_LINES, Said, sorted_lines, written_lines

pytestmark = pytest.mark.either
QUOTE = "> it is your turn\n> b3xb4\n"


def test_what_is_quoted_is_left_out_wherever_it_stands() -> None:
    assert written_lines(f"b3+\n{QUOTE}c3+\n>> older\n> > older\nd3+") == ("b3+", "c3+", "d3+")


def test_lines_come_as_they_are_seen() -> None:
    assert written_lines("  b3\u00a0\u200b+ \t c3+  \r\n\r\n\u200b\r\nx\u2028y") == ("b3 + c3+", "x", "y")


@pytest.mark.parametrize(
    "above",
    [
        "On Fri, Nov 20, 2026 at 6:05 PM Fortify <play@reply.example.org> wrote:",
        "On Fri, Nov 20, 2026 at 6:05 PM Fortify <\nplay@reply.example.org> wrote:",
        "Le ven. 20 nov. 2026 à 18:05, Fortify <\nplay@reply.example.org> a\nécrit :",
        "Fortify <play@reply.example.org> ezt írta (időpont: 2026. nov.\n20., P, 18:05):",
        "El 20/11/26 a las 18:05, Fortify escribió:",
        "2026年11月20日(金) 18:05 Fortify <play@reply.example.org>:",
        "Den 20.11.2026 18.05, skreiv Fortify:",  # Nynorsk: in no list
        "* Fortify <play@reply.example.org>:",
        "Fortify <play@reply.example.org> 于2026年11月20日周五 18:05写道：",
        "\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-18:05 מאת Fortify <play@reply.example.org>:\u202c",
    ],
)
@pytest.mark.parametrize("between", ["", "\n"])
def test_the_lines_above_a_quote_are_left_out(above: str, between: str) -> None:
    assert written_lines(f"{above}\n{between}{QUOTE}\nb3+") == ("b3+",)
    assert written_lines(f"b3+\n\n{above}\n{between}{QUOTE}") == ("b3+",)


@pytest.mark.parametrize("above", ["T@b3", "b3+", "say see you"])
def test_but_not_what_stands_right_above_them(above: str) -> None:
    assert written_lines(f"{above}\nAm 20.11.26 um 18:05 schrieb Fortify:\n{QUOTE}") == (above,)


@pytest.mark.parametrize("line", ["I would play this:", "No!", "not this one, at 18:05", "b3+"])
def test_a_line_above_a_quote_that_is_no_such_line_stays(line: str) -> None:
    assert written_lines(f"{line}\n{QUOTE}c3+") == (line, "c3+")


@pytest.mark.parametrize(
    "mark",
    [
        "--",
        "-- ",
        "—",
        "-----Original Message-----",
        "-------- Ursprüngliche Nachricht --------",
        "---- On Fri, 20 Nov 2026 18:05:00 +0000 Fortify <play@reply.example.org> wrote ----",
        "________________________________",
        "Begin forwarded message:",
        "On Friday, November 20, 2026 at 06:05:00 PM GMT, Fortify <play@reply.example.org> wrote:",
        "From: Fortify\nSent: Friday\nTo: Ada",
        "*Von:* Fortify\n*Gesendet:* Freitag",
        "De : Fortify\nEnvoyé : vendredi",
        "发件人：Fortify\n发送时间：2026年11月20日",
        "差出人: Fortify\n件名: Fortify #1234",
        "מאת: Fortify\nנשלח: יום שישי",
    ],
)
def test_all_below_such_a_line_is_left_out(mark: str) -> None:
    assert written_lines(f"b3+\n{mark}\nc3+\n> d3+\ne3+") == ("b3+",)
    assert written_lines(f"{mark}\nc3+") == ()


@pytest.mark.parametrize("line", ["From: me with love", "To: be or not to be", "---", "- b3+", "a: b"])
def test_a_line_that_only_looks_like_one_stays(line: str) -> None:
    assert written_lines(f"{line}\nb3+") == (line, "b3+")


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS<https://aka.example/o>",
        "Von meinem iPhone gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Inviato da iPhone",
        "Verzonden vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Odesláno z iPhonu",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的 iPhone",
        "從我的 iPhone 傳送",
        "Skickat från min iPhone",
        "iPhone'umdan gönderildi",
        "נשלח מה-iPhone שלי",
        "أُرسلت من الـ iPhone",
        "나의 iPhone에서 보냄",
    ],
)
def test_what_a_telephone_adds_is_left_out(line: str) -> None:
    assert written_lines(f"{line}\n\nb3+") == ("b3+",)


def test_the_end_of_a_long_quoted_line_is_left_out() -> None:
    long = "> Answer with your turn alone on the first line, such as I@a2&I@b2"
    assert written_lines(f"{long}\nb3+\n> or pass\n\nc3+") == ("c3+",)
    assert written_lines("> or pass\nc3+") == ("c3+",)


def test_the_end_of_a_quoted_line_in_many_pieces_is_left_out() -> None:
    """Whatever a writer of the quoted line has written there."""
    long = "> Ben writes: “https://play.example.org/what-a-long-address-of-the-sites"
    piece = "https://play.example.org/and-another-one-that-fills-the-line-alone-too"
    assert written_lines(f"{long}\nb3+\n{piece}\nc3+\n> and more\nd3+") == ("d3+",)
    assert sorted_lines(f"{long}\nb3+\n> and more").doubtful == ()


def test_what_may_be_the_end_of_the_last_quoted_line_is_kept_apart() -> None:
    long = "> Answer with your turn alone on the first line, such as I@a2&I@b2"
    assert sorted_lines(f"c3+\n{long}\nb3+\n\nd3+") == Said(("c3+", "d3+"), ("b3+",))


def test_nothing_follows_an_address_alone_in_its_line() -> None:
    url = "> https://play.example.org/unsubscribe/5.turns.kXq7Zt2bWmPq0sLr8YvNc3HdJ4uEfAg"
    assert written_lines(f"{url}\nb3+") == ("b3+",)


def test_what_is_signed_by_pgp_is_read() -> None:
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nb3+\n-----BEGIN PGP SIGNATURE-----\n\nc3+"
    assert written_lines(signed) == ("b3+",)


def test_there_is_an_end_to_it() -> None:
    lines = written_lines("\n".join(["x" * 5000] * 1000))
    assert len(lines) == MOST_LINES
    assert {len(line) for line in lines} == {LONGEST_LINE}
