"""Tags that stand on lines of their own in the template of an email."""

from __future__ import annotations

import pytest

from mail.letters.loader import without_lines_of_tags


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("A\n{% if b %}\nB\n{% endif %}\nC\n", "A\n{% if b %}B\n{% endif %}C\n"),
        ("{% for a in b %}{% if a %}\nA\n{% endif %}{# why #}\n", "{% for a in b %}{% if a %}A\n{% endif %}{# why #}"),
        ("{# why #}\nA\n", "{# why #}A\n"),
        ('A\n\n{% include "b.txt" with c=d %}\nE\n', 'A\n\n{% include "b.txt" with c=d %}E\n'),
        ('  {% include "b.txt" %}\nC\n', '  {% include "b.txt" %}C\n'),
        ("A{# glue #}\n{% if b %}\n, b\n{% endif %}\n", "A{% if b %}, b\n{% endif %}"),
    ],
)
def test_a_line_of_tags_that_print_nothing_is_none(source: str, read: str) -> None:
    assert without_lines_of_tags(source) == read


@pytest.mark.parametrize(
    "source",
    [
        "A\n\nB\n",
        "{% if a %}A{% else %}B{% endif %}\nC\n",
        '{% translate "A" %}\n{% button url "B" %}\n',
        "{{ a }}\n",
        "{% blocktranslate trimmed %}\n  A\n{% plural %}\n  B\n{% endblocktranslate %}\n",
    ],
)
def test_every_other_line_stays(source: str) -> None:
    assert without_lines_of_tags(source) == source
