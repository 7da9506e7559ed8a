"""Documents at random that TRF has room for."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from competition.history import History
from competition.trf import Details, Document, Header, PlannedBye
from tests.support.random_tournaments import BYES, histories

CHARACTERS = st.characters(exclude_categories=("C", "Zl", "Zp", "Zs"), exclude_characters=",")


def words(most: int) -> st.SearchStrategy[str]:
    """Printed characters, single blanks between them and none around."""
    return st.text(CHARACTERS | st.just(" "), max_size=most).map(lambda text: " ".join(text.split()))


codes = st.lists(words(8).filter(bool), max_size=4).map(tuple)
headers = st.builds(
    Header,
    **{
        name: words(40)
        for name in (
            "name", "city", "federation", "start", "end", "teams", "kind", "arbiter", "time_control", "ranking_method",
            "controller", "type_code", "coded_time_control",
        )
    },
    deputies=st.lists(words(40).filter(bool), max_size=3).map(tuple),
    round_dates=st.lists(words(10).filter(bool), max_size=5).map(tuple),
    tie_breaks=codes,
    standings=codes,
)  # fmt: skip
details = st.builds(
    Details,
    sex=words(1),
    title=words(3),
    federation=words(3),
    fide_id=words(11),
    birth_date=words(10),
    points=st.integers(0, 999).map(lambda tenths: Fraction(tenths, 10)),
    rank=st.integers(0, 9999),
)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    history = draw(histories(running=True))
    numbers = [player.number for player in history.players]
    return Document(
        history,
        draw(headers),
        {number: draw(details) for number in numbers},
        draw(planned_byes(history)),
        draw(st.lists(words(20).map(lambda text: f"ABC {text}".strip()), max_size=2).map(tuple)),
    )


@st.composite
def planned_byes(draw: st.DrawFn, history: History) -> tuple[PlannedBye, ...]:
    numbers = [player.number for player in history.players]
    first = history.paired_rounds + 2
    if first > history.rounds:
        return ()
    keys = draw(st.sets(st.tuples(st.integers(first, history.rounds), st.sampled_from(numbers)), max_size=4))
    return tuple(PlannedBye(draw(st.sampled_from(BYES)), *key) for key in sorted(keys))
