"""Words with which people begin an email."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = (
    "hi|hiya|hey|hello|hallo|hullo|howdy|greetings|dear|good (?:morning|day|afternoon|evening)"
    "|moin(?: moin)?|servus|tach|gr[uü](?:ß|ss) (?:dich|gott|euch)|grüezi|sali|salü|liebe[rs]?"
    "|guten? (?:morgen|tag|abend)|sehr geehrte[rs]?|werte[rs]?"
    "|bonjour|bonsoir|salut|coucou|chère?|hola|buen(?:os|as) (?:días|tardes|noches)|buenas|querid[oa]|estimad[oa]"
    "|ciao|salve|buon ?giorno|buona ?sera|car[oa]|gentile|olá|ola|oi|bom dia|boa (?:tarde|noite)|car[oa]|prezad[oa]"
    "|hoi|dag|goede ?(?:morgen|middag|dag|avond)|beste|geachte|hej|hejsan|tjena|hei|heisan|god (?:morgon|morgen|dag"
    "|kväll|aften|kveld)|kære|kjære|käre?|bästa|moikka|moi|terve|hyvää (?:huomenta|päivää|iltaa)|halló|sæll?"
    "|cześć|czesc|dzień dobry|dobry wieczór|witaj|hejka|siema|drog[ia]|ahoj|čau|dobrý (?:den|večer)|dobré ráno"
    "|mil[ýá]|nazdar|szia|sziasztok|helló|üdv|jó (?:reggelt|napot|estét)|kedves|bună|salutare|bună (?:ziua|seara)|dragă"
    "|zdravo|pozdrav|bok|dobar dan|живо|здраво|здравей|здравейте|привет|здравствуй|здравствуйте|добр(?:ый день|ое утро"
    "|ый вечер)|уважаем(?:ый|ая)|привіт|вітаю|добрий (?:день|вечір|ранок)|доброго дня"
    "|γεια(?: σου| σας)?|καλημέρα|καλησπέρα|merhaba|selam|iyi (?:günler|akşamlar)|günaydın|sayın|sevgili"
    "|שלום|היי|بוקר טוב|مرحبا|أهلا|السلام عليكم|سلام|صباح الخير|नमस्ते|สวัสดี(?:ครับ|ค่ะ)?|xin chào|chào|halo|selamat pagi"
    "|labas|sveiki|tere|tervist"
)
MOST_NAMES: Final = 3
_GREETING: Final = re.compile(
    rf"¡?(?:{_WORDS})(?:[\s,]+(?:there|again|all|everyone|und|and|et|y|e|zusammen|nochmals?|[^\W\d_][\w.'’-]*)){{0,{MOST_NAMES}}}"
    r"\s*[,!.:;…)~-]*(?:\s?[:;]-?[)D]|\s?[\U0001F300-\U0001FAFF])?",
    re.IGNORECASE,
)
_EASTERN: Final = re.compile(
    r"(?:.{0,20}(?:さん|さま|様|君|くん|ちゃん|님|씨|您好|你好))?[,、，!！。]?\s?"
    r"(?:こんにちは|こんばんは|おはよう(?:ございます)?|お世話になっております|안녕(?:하세요|하십니까)?|你好|您好|早上好|嗨)?[,、，!！。]?"
)
_ADDRESSED: Final = re.compile(r"[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*){0,2}\s?[,，、]")


def is_greeting(line: str) -> bool:
    """Return whether a line is only a greeting, in any of many languages, or names someone and ends with a comma."""
    return bool(_GREETING.fullmatch(line) or _ADDRESSED.fullmatch(line) or (line and _EASTERN.fullmatch(line)))
