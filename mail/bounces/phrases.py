"""Phrases by which mail servers say that an email did not arrive, is late, or is returned, in many languages.

The number of words between two others is bounded in each, since anyone may write to us.
"""

from __future__ import annotations

import re
from typing import Final


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


FAILED: Final = _any_of(
    r"undeliver(?:able|ed)|non[- ]?deliver|not (?:be |been )?delivered|(?:returned|bounced) mail",
    r"(?:could|can|did|was|were)(?: ?not|n['’]t) (?:be |been )?(?:able to )?(?:deliver|sent|reach)",
    r"(?:unable|failed|failure|trouble|error|errors|problem|problems)(?: \w{1,12}){0,6} (?:deliver|sending|send)",
    r"deliver\w{0,4}(?: [\w-]{1,20}){0,8} (?:fail|error|problem|aborted)",
    r"failure (?:notice|reasons)|mail (?:system error|failure)|has failed\b|rejected by|was rejected|refused to accept",
    r"(?:permanent|fatal) (?:\w{1,12} )?errors?|error(?: message)?:|rejected recipient",
    # German
    r"unzustellbar|nicht (?:\w{1,20} )?(?:zugestellt|ausgeliefert|zustellen|erreich)",
    r"fehler bei der (?:nachrichten)?(?:zustellung|übermittlung)",
    r"zustellung .{0,80}(?:fehlgeschlagen|nicht möglich|gescheitert)",
    # French
    r"n['’](?:a|ont) pas (?:pu |été )?(?:être )?(?:remis|distribu|livr)|non[- ]remis",
    r"échec de (?:la )?(?:remise|distribution|livraison)",
    # Spanish and Portuguese
    r"no (?:se )?(?:ha |pudo |puede )?(?:podido )?(?:ser )?entreg",
    r"não (?:pôde |foi )?(?:ser )?(?:possível )?entreg",
    # Italian and Dutch
    r"impossibile (?:consegnare|recapitare)|mancat[oa] (?:consegna|recapito)",
    r"kon(?:den)? niet .{0,40}bezorgd|onbestelbaar",
    # Polish and Russian
    r"nie (?:mógł|mogła|można|udało się) .{0,40}dostarcz",
    r"не (?:может быть |удалось |было )?достав|недоставлен",
    # Japanese and Chinese
    r"(?:送信|配信|配送)できません|(?:送信|配信)に失敗|届けることができません|无法投递|退信|無法傳送",
)

LATE: Final = _any_of(
    r"warning (?:message )?only|not yet been delivered|will be re-?tried|still being (?:re)?tried",
    r"(?:has been|is|message|mail) delayed|delayed (?:mail|for more than)|\(delay\)|could not send mail for past",
    r"temporary failure report|(?:attempts|we) will (?:continue|keep)",
    r"verzögert|noch nicht zugestellt|weitere zustellversuche",
    r"retardé|sera réessay|con retraso|in ritardo",
)

GIVEN_UP: Final = _any_of(
    r"(?:given|giving|gave) up|permanent(?:ly)? (?:fail|error|fatal)|failed permanently",
    r"not going to try again|will be deleted",
)

THERE: Final = _any_of(
    r"successfully (?:delivered|relayed)|delivered successfully|erfolgreich zugestellt|\b250 2\.\d\.\d"
)

_EDGE: Final = r"[\s.:,\-=*_]*"
COPY: Final = _any_of(
    rf"{_EDGE}[\w ]{{0,60}}\b(?:copy|headers?) of (?:the|your) (?:original |returned )?(?:message|mail)\b.*",
    rf"{_EDGE}(?:included is a copy|message headers? follow){_EDGE}",
    rf"{_EDGE}(?:the )?(?:original|returned|unsent|non-delivered) (?:message|mail|e-mail)"
    rf"(?: headers?| info(?:rmation)?)?(?: (?:is )?(?:follow(?:s|ing)|attached))?{_EDGE}",
    rf"{_EDGE}urspr(?:ü|ue)ngliche (?:nachricht|kopfzeilen)[\w ]{{0,40}}{_EDGE}",
)
"""The whole line above the email that is returned."""

NOBODY: Final = _any_of(
    r"(?:user|recipient|mailbox|account|address|alias)\b.{0,80}?"
    r"(?:unknown|invalid|no longer|not (?:be )?(?:found|known|exist|listed|recogni[sz]ed)|doesn['’]t exist)",
    r"(?:unknown|invalid|no such|nonexistent) (?:local )?(?:user|recipient|mailbox|account|address|person)",
    r"no mailbox here|doesn['’]t have an? .{0,60}account",
)

FULL: Final = _any_of(r"quota|mailbox .{0,40}(?:full|exceed)|mailbox full|insufficient (?:disk|storage)")
