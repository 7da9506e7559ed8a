"""The lines that an email's writer wrote: no quotes, no signature, nothing that a program put around them.

This never decides about a turn. If in doubt, a line above a quote is left in: it is refused because it isn't a turn, or
is a second one. A line that may be part of a quote is left out, or listed separately as doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from .spelling import visible

MOST_LINES: Final = 200
LONGEST_LINE: Final = 2000
WIDTH: Final = 64
"""The shortest lines that programs wrap."""
_ADDRESS_ALONE: Final = re.compile(r"[>＞][>＞\s]*https?://\S+")
"""An address alone in a quoted line. The site's emails end with one, and nothing ever follows it in its line."""


@dataclass(frozen=True, slots=True)
class Said:
    """The writer's own ``lines``, as they are seen, and the ``doubtful`` ones.

    A doubtful line stands below a quote: it is either the writer's, or the end of a quoted line that a program wrapped.
    """

    lines: tuple[str, ...]
    doubtful: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return *self.lines, *self.doubtful


def written_lines(text: str) -> tuple[str, ...]:
    """Return the non-empty lines outside quotes and signature, as they are seen."""
    return sorted_lines(text).lines


def sorted_lines(text: str) -> Said:
    lines = [visible(line[:LONGEST_LINE]) for line in text.splitlines()]
    own: list[str] = []
    doubtful: list[str] = []
    around = _attributions(lines)
    wrapped = _wrapped(lines)
    below = _below_quotes(lines, wrapped)
    for at, line in enumerate(lines):
        if not line or is_quoted(line) or at in around or is_armour(line) or is_sent_from(line):
            continue
        if at in wrapped:
            doubtful += [line] if at in below else []
            continue
        if begins_the_rest(lines, at):
            break
        own.append(line)
    return Said(tuple(own[:MOST_LINES]), tuple(doubtful[:MOST_LINES]))


def _attributions(lines: Sequence[str]) -> set[int]:
    """Return the positions of the lines that introduce quotes."""
    found: set[int] = set()
    above = -1  # the last line that is neither empty nor quoted
    for at, line in enumerate(lines):
        if is_quoted(line):
            if above >= 0 and ends_attribution(lines[above]):
                found.update(range(_beginning(lines, above), above + 1))
            above = -1
        elif line:
            above = at
    return found


def _beginning(lines: Sequence[str], last: int) -> int:
    """Return the position of an attribution's first line, given its last one.

    It is the nearest line from which on the attribution has a date; without a date it is the last line itself.
    """
    for first in range(last, max(last - 3, -1), -1):
        if not lines[first] or is_quoted(lines[first]):
            break
        text = " ".join(lines[first : last + 1])
        if is_dated(text) and is_attribution(text):
            is_all = first == 0 or has_mail_address(text) or not has_mail_address(lines[first - 1])
            return first if is_all else first - 1
    return last


def _wrapped(lines: Sequence[str]) -> set[int]:
    """Return the positions of lines that may be the rest of a long quoted line, wrapped by a program."""
    found: set[int] = set()
    for at, line in enumerate(lines):
        if at == 0 or not line or is_quoted(line) or not (is_quoted(lines[at - 1]) or at - 1 in found):
            continue
        above = lines[at - 1]
        if len(above) + 1 + len(line.split()[0]) > WIDTH and not _ADDRESS_ALONE.fullmatch(above):
            found.add(at)
    return found


def _below_quotes(lines: Sequence[str], wrapped: Collection[int]) -> set[int]:
    """Return which of the wrapped lines end their quote, with no more of it below them."""
    found: set[int] = set()
    for at in sorted(wrapped, reverse=True):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if at + 1 in found or (at + 1 not in wrapped and not is_quoted(below)):
            found.add(at)
    return found


# -- marks that programs put around a quote ----------------------------------------------------------------------------


# "wrote", as in the line above a quote.
_WROTE: Final = (
    "wrote|writes|schrieb|schreibt|a écrit|écrit|ha scritto|scrive|escribió|escribe|ha escrit|escreveu|schreef"
    "|geschreven|napisał|napisała|napisał\\(a\\)|pisze|napsal|napsala|napsal\\(a\\)|napísal|napisao|je napisal"
    "|skrev|skrifaði|kirjoitti|kirjutas|rašė|rakstīja|írta|a scris|написа|написал"
    "|написала|написал\\(а\\)|пишет|писал|пише|написав"
    "|yazdı|έγραψε|כתב|כתבה|כתב/ה|كتب|كتبت|نوشت|写道|寫道|写到|さんは書きました|のメール|작성|님이 작성"
    "|đã viết|เขียนว่า|menulis|ने लिखा"
)
_SAYS_WROTE: Final = re.compile(rf"(?<!\w)(?:{_WROTE})(?!\w)|写道|寫道|のメール|書きました|작성|님이", re.IGNORECASE)
_DATED: Final = re.compile(r"\d{4}|\d{1,2}[:.]\d{2}(?!\d)")
_ADDRESSED: Final = re.compile(r"\w@[\w-]+\.\w")
_ENDS_AS_ONE: Final = re.compile(r"[:：]\s*[>*_]*$")

# The fields that programs set above an unmarked quote: who, when, to whom, about what.
_LABELS: Final = (
    "from|sent|date|to|cc|subject|reply-to"
    "|von|gesendet|datum|an|betreff|kopie|antwort an"
    "|de|envoyé|envoyé le|envoyé par|date d'envoi|à|a|objet|pour"
    "|enviado|enviado el|enviado em|enviada em|fecha|para|asunto|assunto|data"
    "|da|inviato|inviata|inviato il|oggetto"
    "|van|verzonden|verstuurd|aan|onderwerp"
    "|od|wysłano|wysłane|do|temat|odesláno|komu|předmět|odoslané|predmet|pro|kopia"
    "|från|skickat|till|ämne|fra|sendt|dato|til|emne|lähettäjä|lähetetty|vastaanottaja|aihe|päivämäärä"
    "|от|от кого|отправлено|дата|кому|тема|від|надіслано"
    "|feladó|küldve|elküldve|dátum|címzett|tárgy|de la|trimis|către|subiect"
    "|kimden|gönderen|gönderildi|gönderme tarihi|tarih|kime|alıcı|konu|από|στάλθηκε|ημερομηνία|προς|θέμα"
    "|מאת|נשלח|תאריך|אל|נושא|من|تم الإرسال|تاريخ الإرسال|التاريخ|إلى|الموضوع"
    "|差出人|送信者|送信日時|送信|日付|日時|宛先|件名|发件人|寄件者|发送时间|发送日期|傳送時間|日期|收件人|主题|主題|主旨"
    "|보낸 사람|보낸사람|보낸 날짜|날짜|받는 사람|받는사람|제목"
)
_LABEL: Final = re.compile(rf"\*{{0,2}}(?:{_LABELS})\s?\*{{0,2}}[:：].*", re.IGNORECASE)

# "Sent from my phone"
_SENT_FROM: Final = re.compile(
    r"(?:sent (?:from|with|via|by) (?:my |the |an? )?(?!here)\S.*|get outlook for .*|sent securely with .*"
    r"|(?:von|aus) meine[mr]? .*gesendet\b.*|(?:gesendet|diese nachricht wurde) (?:von|mit|aus) .*"
    r"|holen sie sich outlook .*"
    r"|envoyé (?:de|depuis|à partir|avec|par) .*|t[ée]l[ée]charger outlook .*"
    r"|enviado (?:desde|do|de|pelo|a partir|con|com|via) .*|obter o outlook .*|obtener outlook .*"
    r"|inviato (?:da|dal|con) .*|scarica outlook .*|ottieni outlook .*"
    r"|(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via) .*|outlook voor .* downloaden"
    r"|wysłan[eoy] (?:z|za pomocą|przy użyciu) .*|pobierz (?:aplikację )?outlook .*"
    r"|odesláno (?:z|ze|pomocí|přes) .*|získejte outlook .*|odoslané z .*"
    r"|skickat från .*|hämta outlook .*|sendt fra .*|hent outlook .*|lähetetty .*|hanki outlook .*"
    r"|отправлено (?:с|со|из|через) .*|надіслано з .*|получите outlook .*|скачать outlook .*"
    r"|.+(?:dan|den|tan|ten|umdan|ümden)['’]? gönderildi|.*için outlook['’]u edinin"
    r"|küldve .*|.*küldve|trimis de pe .*|στάλθηκε από .*"
    r"|נשלח מ.*|.*أُرسلت من.*|أرسلت من.*|تم الإرسال من.*"
    r"|.*から送信|.*から送信されました|发自.*|發自.*"
    r"|从我的.*发送|從我的.*傳送|從我的.*寄出|나의 .*에서 보냄|.*에서 보냄)[.\s]*",
    re.IGNORECASE,
)
_ORIGINAL: Final = re.compile(r"-{3,}\s*[^\s-](?:.*[^\s-])?\s*-{3,}")
_ARMOUR: Final = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----|Hash: [\w, -]+")
_LINE: Final = re.compile(r"_{8,}")
_FORWARDED: Final = re.compile(r"begin forwarded message:|anfang der weitergeleiteten nachricht:", re.IGNORECASE)
_SIGNATURE: Final = frozenset({"--", "—", "–", "- --"})


def is_quoted(line: str) -> bool:
    return line.startswith((">", "＞", "&gt;"))


def is_armour(line: str) -> bool:
    """Return whether the line is one of those above a text signed by PGP."""
    return _ARMOUR.fullmatch(line) is not None


def is_sent_from(line: str) -> bool:
    return _SENT_FROM.fullmatch(line) is not None


def begins_the_rest(lines: Sequence[str], at: int) -> bool:
    """Return whether nothing from this line on is the writer's.

    It may be a signature, or a quote whose lines aren't marked.
    """
    line = lines[at]
    if line in _SIGNATURE or _LINE.fullmatch(line) or _FORWARDED.fullmatch(line) or _ORIGINAL.fullmatch(line):
        return True
    if _LABEL.fullmatch(line):
        below = [other for other in lines[at + 1 : at + 6] if other][:3]
        return any(_LABEL.fullmatch(other) for other in below)
    return is_attribution(line) and _SAYS_WROTE.search(line) is not None


def is_attribution(text: str) -> bool:
    """Return whether the text can be the line above a quote, such as "On …, … wrote:".

    In any language it has a date or an address, and ends with a colon.
    """
    if not _ENDS_AS_ONE.search(text):
        return False
    return bool(_DATED.search(text) or _ADDRESSED.search(text))


def ends_attribution(line: str) -> bool:
    """Return whether the line may be the last of a wrapped line above a quote."""
    return bool(_ENDS_AS_ONE.search(line)) and bool(_SAYS_WROTE.search(line) or is_attribution(line))


def is_dated(text: str) -> bool:
    return _DATED.search(text) is not None


def has_mail_address(text: str) -> bool:
    """Return whether the text has an email address. A piece on a space, as in "T@b3", isn't one."""
    return _ADDRESSED.search(text) is not None
