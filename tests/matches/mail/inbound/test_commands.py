"""What lines ask for."""

from __future__ import annotations

import pytest

from matches.mail.inbound.commands import (
    LANGUAGES,
    Accept,
    Conditional,
    ConfirmResign,
    Decline,
    Help,
    OfferDraw,
    Order,
    Orders,
    Resign,
    Say,
    Show,
    Submit,
    TakeBack,
    Unclear,
    understand,
)

from .replies import is_turn

pytestmark = pytest.mark.either


def asked(*lines: str) -> Order | Unclear:
    return understand(lines, is_turn).order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("resign", Resign()),
        ("I resign.", Resign()),
        ("YES", ConfirmResign()),
        ("Yes, resign!", ConfirmResign()),
        ("confirm", ConfirmResign()),
        ("Draw?", OfferDraw()),
        ("offer a draw", OfferDraw()),
        ("accept", Accept()),
        ("Accept the challenge.", Accept()),
        ("Decline", Decline()),
        ("help", Help()),
        ("HELP!!", Help()),
        ("?", Help()),
        ("Show", Show()),
        ("position", Show()),
        ("take back", TakeBack()),
        ("Undo.", TakeBack()),
        ("“help”", Help()),
        ("take\u00a0back", TakeBack()),
        ("ｈｅｌｐ", Help()),
        ("Aufgeben", Resign()),
        ("Ich gebe auf!", Resign()),
        ("Ja.", ConfirmResign()),
        ("Ja, ich gebe auf.", ConfirmResign()),
        ("Remis?", OfferDraw()),
        ("remis anbieten", OfferDraw()),
        ("Annehmen", Accept()),
        ("Remis annehmen", Accept()),
        ("ABLEHNEN", Decline()),
        ("Ich lehne ab.", Decline()),
        ("Hilfe!", Help()),
        ("„Stellung“", Show()),
        ("zurücknehmen", TakeBack()),
        ("Zug zuru\u0308cknehmen", TakeBack()),
        ("zuruecknehmen", TakeBack()),
    ],
)
def test_a_word_asks_for_something(line: str, order: Order) -> None:
    assert asked(line) == order


def test_a_word_asks_for_one_thing_in_whichever_language() -> None:
    words = [word for language in LANGUAGES for all_words in language.values() for word in all_words]
    assert len(words) == len(set(words))
    assert [set(language) for language in LANGUAGES] == [set(LANGUAGES[0])] * len(LANGUAGES)


@pytest.mark.parametrize(
    "line",
    [
        "hello?",
        "I will not resign",
        "resign b3+",
        "yes and no",
        "accept?",
        "b3",
        "b3+ please",
        "my turn: b3+",
        "1. b3+",
        "b3+ b4",
        "say",
        "*b3+*",
        "b3c3",
        "drawn",
        "no",
        "Nein",
        "Ja, gern!",
        "Nein, ich gebe nicht auf",
        "Ich würde ja gern aufgeben",
        "Ich nehme an",
        "Das wird wohl Remis.",
        "Remis oder nicht?",
        "dann b3+",
        "wenn",
        "Wennschon",
    ],
)
def test_nothing_is_looked_for_in_a_sentence(line: str) -> None:
    assert asked(line) == Unclear("not a turn", line)


def test_the_line_that_is_no_turn_is_the_first() -> None:
    assert asked("Hello,", "b3+") == Unclear("not a turn", "Hello,")


def test_no_line_asks_for_nothing() -> None:
    assert asked() == Unclear("nothing")


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("T@b3 b3+", "T@b3 b3+"),
        ("b3+.", "b3+"),
        ("“b3xb4”", "b3xb4"),
        ("`pass`", "pass"),
        ("Ｔ＠ｂ３\u3000ｂ３＋", "T@b3 b3+"),
        ("T@b3<mailto:T@b3> b3+", "T@b3 b3+"),
        ("T@b3 [mailto:t@b3]", "T@b3"),
        ("I@a2<mailto:I@a2>&I@b2<mailto:I%40b2>", "I@a2&I@b2"),
        ("b3\u2060x\u200bb4", "b3xb4"),
        ("\u200eb3+\u200e", "b3+"),
        ("b³+", "b3+"),
    ],
)
def test_what_mail_programs_do_to_a_turn_is_undone(line: str, turn: str) -> None:
    assert asked(line) == Submit(turn)


@pytest.mark.parametrize(
    "line",
    [
        "T@b3<mailto:T@c3>",  # what is seen and what is meant differ
        "T@b3 <https://b3.example>",
        "\u202e3b-3c",  # seen from its end
        "b3\u00adc3",  # a soft hyphen may have been seen, or not
        "b3\u200bc3",
        "ｂ３　ｃ３",
        "Ь3+",  # Cyrillic
    ],
)
def test_what_could_be_two_things_is_refused(line: str) -> None:
    assert asked(line) == Unclear("not a turn", line)


def test_the_games_own_words_go_before_ours() -> None:
    assert understand(["draw"], lambda line: line == "draw").order == Submit("draw")


class TestSeveralLines:
    def test_the_first_counts_and_what_follows_is_no_order(self) -> None:
        assert asked("b3+", "Well played!", "Ada") == Submit("b3+")

    def test_two_different_turns_are_refused(self) -> None:
        assert asked("b3+", "no, better", "b3xb4") == Unclear("two turns", "b3xb4")

    def test_the_same_turn_twice_is_one(self) -> None:
        assert asked("b3xb4", "B3xB4") == Submit("b3xb4")

    @pytest.mark.parametrize("other", ["resign", "Draw.", "help", "accept"])
    def test_a_turn_and_something_else_is_refused(self, other: str) -> None:
        assert asked("b3+", other) == Unclear("two orders", other)
        assert asked(other, "b3+") == Unclear("two orders", "b3+")

    def test_the_same_word_twice_is_one(self) -> None:
        assert asked("resign", "Resign!") == Resign()


class TestSaying:
    def test_a_message_alone(self) -> None:
        assert understand(["Say: Hello, Ben!", "say “good luck”"], is_turn) == Orders(Say("Hello, Ben!\n“good luck”"))

    def test_a_message_and_a_greeting(self) -> None:
        assert asked("say hello", "Best wishes,", "Ada") == Say("hello")
        assert asked("Sag: schöner Zug!", "Viele Grüße", "Ada") == Say("schöner Zug!")

    @pytest.mark.parametrize("lines", [("b3+", "say hello"), ("say hello", "b3+")])
    def test_a_message_beside_a_turn(self, lines: tuple[str, ...]) -> None:
        assert understand(lines, is_turn) == Orders(Submit("b3+"), says=("hello",))

    def test_a_turn_in_a_message_is_not_played(self) -> None:
        assert asked("say b3+") == Say("b3+")

    def test_a_turn_beneath_what_is_no_order_is_not_played(self) -> None:
        assert asked("say hello", "and now:", "b3+") == Unclear("not a turn", "and now:")

    def test_nothing_is_said_where_nothing_is_clear(self) -> None:
        assert understand(["hello", "say hello"], is_turn) == Orders(Unclear("not a turn", "hello"))

    def test_a_long_message_goes_on_in_the_next_line(self) -> None:
        long = "say I did not see that one coming at all, and now I have to think"
        assert asked(long, "about it for a day or two.", "Ada") == Say(f"{long[4:]} about it for a day or two.")
        assert understand([long, "b3+"], is_turn) == Orders(Submit("b3+"), says=(long[4:],))


class TestConditions:
    LINE = "if I@c1 T@d2 then b3+ b3xb4; if pass then c3-d3"

    def test_one_line(self) -> None:
        assert asked(self.LINE) == Conditional(self.LINE)

    def test_several_lines(self) -> None:
        assert asked("if pass then b3+", "If b4xb3 then c3+") == Conditional("if pass then b3+\nIf b4xb3 then c3+")

    def test_beside_a_turn(self) -> None:
        assert understand(["b3+", "if pass then c3+"], is_turn) == Orders(Submit("b3+"), conditional="if pass then c3+")

    def test_a_sentence_beneath_a_turn_is_none(self) -> None:
        assert understand(["b3+", "If you like, play on tonight."], is_turn) == Orders(Submit("b3+"))

    @pytest.mark.parametrize(
        ("typed", "text"),
        [
            ("if b4xb3 than c3+", "if b4xb3 than c3+"),
            ("If b4xb3, c3+", "If b4xb3, c3+"),
            ("wenn pass dan c3+", "if pass dan c3+"),
        ],
    )
    def test_one_with_a_slip_beneath_is_kept_to_be_refused(self, typed: str, text: str) -> None:
        assert asked("if pass then b3+", typed) == Conditional(f"if pass then b3+\n{text}")
        assert understand(["b3+", typed], is_turn) == Orders(Submit("b3+"), conditional=text)

    @pytest.mark.parametrize(
        "line",
        ["Wenn I@c1 T@d2 dann b3+ b3xb4; wenn pass dann c3-d3", "wenn I@c1 T@d2 DANN b3+ b3xb4; Wenn pass Dann c3-d3"],
    )
    def test_in_german(self, line: str) -> None:
        assert asked(line) == Conditional(self.LINE)

    def test_in_german_beside_a_turn(self) -> None:
        asks = understand(["b3+", "Wenn pass, dann c3+.", "Wenn du magst, spiel heute noch."], is_turn)
        assert asks == Orders(Submit("b3+"), conditional="if pass, then c3+.")

    def test_in_german_a_wrapped_line_is_put_together(self) -> None:
        above = "Wenn I@c1 T@d2, dann b3+ b3xb4; wenn pass, dann c3-d3 d3+; wenn b4xb3,"
        together = "if I@c1 T@d2, then b3+ b3xb4; if pass, then c3-d3 d3+; if b4xb3, then c3+"
        assert asked(above, "dann c3+", "Ada") == Conditional(together)

    def test_words_of_another_language_stay_where_the_line_is_in_english(self) -> None:
        assert asked("if dann then wenn") == Conditional("if dann then wenn")

    def test_a_turn_beneath_is_refused(self) -> None:
        assert asked("if pass then b3+", "c3+") == Unclear("two orders", "c3+")

    def test_a_wrapped_line_is_put_together_where_it_is_incomplete(self) -> None:
        above = "if I@c1 T@d2 then b3+ b3xb4; if pass then c3-d3 d3+; if b4xb3"
        assert asked(above, "then c3+", "Ada") == Conditional(f"{above} then c3+")

    def test_and_left_as_it_is_where_it_cannot_be(self) -> None:
        above = "if I@c1 T@d2 then b3+ b3xb4; if pass then c3-d3 d3+; if b4xb3"
        assert asked(above, "Ada") == Conditional(above)
        assert asked(above.replace("; if b4xb3", ""), "b4+") == Unclear("two orders", "b4+")


class TestATurnInTwoLines:
    def test_it_is_put_together_where_neither_line_is_a_turn(self) -> None:
        assert asked("I@a2&", "I@") == Unclear("not a turn", "I@a2&")
        assert asked("b3", "-c3", "Ada") == Submit("b3 -c3")

    def test_it_is_refused_where_either_is(self) -> None:
        assert asked("I@a2&I@b2", "c3+") == Unclear("two turns", "c3+")
        assert asked("I@a2&", "I@b2") == Unclear("not a turn", "I@a2&")

    def test_it_is_looked_for_at_the_top_alone(self) -> None:
        assert asked("hello", "b3", "-c3") == Unclear("not a turn", "hello")


def test_a_line_is_judged_once() -> None:
    """The game may take its time over each."""
    seen: list[str] = []

    def judge(line: str) -> bool:
        seen.append(line)
        return is_turn(line)

    understand(["b3+", *["B3+", "c3 and more"] * 100], judge)
    assert len(seen) == len(set(seen)) <= 10
