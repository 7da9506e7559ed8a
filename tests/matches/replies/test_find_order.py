"""What lines ask for."""

from __future__ import annotations

import pytest

from matches.replies.command_words import LANGUAGES
from matches.replies.find_order import understand
from matches.replies.orders import (
    Accept,
    Conditional,
    ConfirmResign,
    Decline,
    Help,
    Mark,
    OfferDraw,
    Order,
    Orders,
    PutMarks,
    Resign,
    Say,
    Show,
    Submit,
    TakeBack,
    Unclear,
)
from tests.mail.parse.replies import is_slip, is_turn

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
        ("yes please", ConfirmResign()),
        ("Ja, gern!", ConfirmResign()),
        ("Yes. Well played, thanks!", ConfirmResign()),
        ("Annehmen, gerne!", Accept()),
        ("Accept: good luck to both of us", Accept()),
        ("Ich gebe auf, war schön!", Resign()),
        ("Resign. No, really.", Resign()),
        ("Undo, sorry!", TakeBack()),
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
        "b3c3",
        "drawn",
        "no",
        "Nein",
        "Ja, aber nicht heute.",
        "Yes, I will play on",
        "Accept, if I must",
        "Draw, or not?",
        "Remis. Oder doch nicht.",
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


def test_the_line_that_is_no_turn_is_the_first_that_is_no_greeting() -> None:
    assert asked("Hello,", "I will play tomorrow.", "Ada") == Unclear("not a turn", "I will play tomorrow.")
    assert asked("Hello,") == Unclear("not a turn", "Hello,")


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


class TestLinesAroundATurn:
    @pytest.mark.parametrize(
        ("lines", "turn", "unused"),
        [
            (["Hallo Jörg,", "I@a2&I@b2 c3+"], "I@a2&I@b2 c3+", (0,)),
            (["Nice move!", "I have to think.", "b3+", "Ada"], "b3+", (0, 1, 3)),
            (["b3+", "Well played!", "B3+", "say hi"], "b3+", (1,)),
            (["Hi Ben,", "pass", "Ada"], "pass", (0, 2)),
            (["If you like, play on tonight.", "b3+"], "b3+", (0,)),
        ],
    )
    def test_the_only_turn_is_played_and_the_rest_is_known(
        self, lines: list[str], turn: str, unused: tuple[int, ...]
    ) -> None:
        orders = understand(lines, is_turn)
        assert (orders.order, orders.unused) == (Submit(turn), unused)
        assert is_turn(lines[orders.at])

    @pytest.mark.parametrize("word", ["resign", "draw", "accept", "yes", "pass", "help"])
    def test_a_plain_word_counts_on_the_first_line_that_is_no_greeting_alone(self, word: str) -> None:
        assert not isinstance(asked("Hi Ben,", word), Unclear)
        assert asked("Hi Ben,", "well played.", word) == Unclear("not a turn", "well played.")
        assert isinstance(asked("well played.", word, "b3+"), Unclear)

    @pytest.mark.parametrize("lines", [("b3+", "Well", "c3+"), ("Hi,", "c3+", "b3+"), ("b3+", "pass"), ("pass", "b3+")])
    def test_two_different_turns_are_refused_wherever_they_stand(self, lines: tuple[str, ...]) -> None:
        orders = understand(lines, is_turn)
        assert orders.order == Unclear("two turns", lines[-1])

    @pytest.mark.parametrize("line", ["T@a3 c3+-- Ada", "c3+-- Ada", "c3+, or not?"])
    def test_a_line_that_begins_with_a_turn_is_no_chat(self, line: str) -> None:
        """Someone, or a program, has put on the same line what does not belong there."""
        assert asked("Hi Ben,", "look:", line) == Unclear("not a turn", line)
        assert asked(line, "b3+") == asked("b3+", line) == Unclear("two turns", line)
        assert asked("b3+", "b3+ it is!") == Submit("b3+")

    def test_words_behind_a_command_are_known_as_not_sent(self) -> None:
        orders = understand(["Hi Ben,", "Annehmen, gerne!", "Ada"], is_turn)
        assert (orders.order, orders.unused) == (Accept(), (0, 1, 2))

    @pytest.mark.parametrize("chat", ["Yes, gladly!", "Draw, perhaps.", "Accept, my friend."])
    def test_a_line_that_only_begins_with_a_command_is_none_beside_a_turn(self, chat: str) -> None:
        assert asked("b3+", chat) == asked(chat, "b3+") == Submit("b3+")

    @pytest.mark.parametrize(
        "line",
        [
            "If you are not the intended recipient, then please delete this email.",
            "If this is spam, then tell us; then we stop.",
        ],
    )
    def test_small_print_with_if_and_then_is_no_condition(self, line: str) -> None:
        orders = understand(["b3+", line], is_turn)
        assert (orders.order, orders.conditional, orders.unused) == (Submit("b3+"), "", (1,))

    def test_a_condition_with_a_slip_is_one(self) -> None:
        assert understand(["b3+", "if c33+ then b44+"], is_turn).conditional == "if c33+ then b44+"

    def test_conditions_stand_beneath_a_greeting_too(self) -> None:
        assert asked("Hi Ben,", "if pass then b3+") == Conditional("if pass then b3+")

    def test_what_is_left_where_the_order_is_not_done_is_all_the_rest(self) -> None:
        orders = understand(["Hi,", "b3+", "say hi", "if pass then c3+", "Ada"], is_turn)
        assert (orders.unused, orders.beside, orders.left) == ((0, 4), (2, 3), (0, 2, 3, 4))

    def test_of_an_unmarked_quote_nothing_is_taken(self) -> None:
        """Where lines of the answered mail stand among the writer's, only the first can be theirs for certain."""
        assert understand(["Thanks!", "b3+"], is_turn, is_mixed=True).order == Unclear("not a turn", "Thanks!")
        assert understand(["Hi Ben,", "b3+"], is_turn, is_mixed=True).order == Submit("b3+")
        assert understand(["b3+", "c3+"], is_turn, is_mixed=True).order == Unclear("two turns", "c3+")


class TestDoubtfulLines:
    """Those that may be the end of a quoted line."""

    @pytest.mark.parametrize("doubtful", ["b3+", "resign", "if pass then b3+", "say hi"])
    @pytest.mark.parametrize("lines", [[], ["Hi Ben,"], ["Thanks!"]])
    def test_none_is_missed_where_nothing_else_is_asked(self, lines: list[str], doubtful: str) -> None:
        orders = understand(lines, is_turn, doubtful=["of a quote", doubtful])
        assert (orders.order, orders.at) == (Unclear("doubtful", doubtful), len(lines) + 1)

    def test_a_turn_is_not_missed_beside_what_is_said_or_another_turn(self) -> None:
        for line in ("say hi", "c3+", "resign"):
            assert understand([line], is_turn, doubtful=["b3+"]).order == Unclear("doubtful", "b3+")

    def test_the_same_turn_and_what_is_no_order_are_harmless(self) -> None:
        orders = understand(["b3+"], is_turn, doubtful=["B3+", "of a quote"])
        assert (orders.order, orders.unused) == (Submit("b3+"), (2,))


class TestSlips:
    @pytest.mark.parametrize("line", ["A@z1", "Tb3", "b3c3", "T@ b3+"])
    def test_a_turn_with_a_slip_is_sent_to_be_refused(self, line: str) -> None:
        assert understand(["Hi Ben,", "my turn", line], is_turn, is_slip).order == Submit(line)

    def test_beside_another_turn_it_is_a_second_one(self) -> None:
        assert understand(["b3+", "A@z1"], is_turn, is_slip).order == Unclear("two turns", "A@z1")


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

    def test_a_turn_beneath_what_is_no_order_is_played_all_the_same(self) -> None:
        assert understand(["say hello", "and now:", "b3+"], is_turn) == Orders(Submit("b3+"), says=("hello",))

    def test_nothing_is_said_where_nothing_is_clear(self) -> None:
        assert understand(["well", "say hello"], is_turn) == Orders(Unclear("not a turn", "well"))

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
        assert understand(["I@a2&", "I@b2"], is_turn, is_slip).order == Unclear("two turns", "I@b2")

    def test_it_is_looked_for_at_the_top_alone(self) -> None:
        assert asked("hello", "b3", "-c3") == Submit("b3 -c3")
        assert asked("well", "b3", "-c3") == Unclear("not a turn", "well")


def test_a_line_is_judged_once() -> None:
    """The game may take its time over each."""
    seen: list[str] = []

    def judge(line: str) -> bool:
        seen.append(line)
        return is_turn(line)

    understand(["b3+", *["B3+", "c3 and more"] * 100], judge)
    assert len(seen) == len(set(seen)) <= 10


class TestMarks:
    """Of a team: "b3" and "c3" are spaces, and so, perhaps, is whatever has a digit in it."""

    @staticmethod
    def orders(*lines: str) -> Orders:
        return understand(lines, is_turn, is_slip, lambda word: any(map(str.isdigit, word)))

    @pytest.mark.parametrize(
        ("line", "mark"),
        [
            ("mark b3 I go here", Mark("b3", "I go here")),
            ("Mark B3: I go here!", Mark("B3", "I go here!")),
            ("mark b3", Mark("b3")),
            ("markiere b3 Da gehe ich hin", Mark("b3", "Da gehe ich hin")),
            ("unmark b3.", Mark("b3", is_removed=True)),
            ("Entmarkiere b3", Mark("b3", is_removed=True)),
        ],
    )
    def test_a_line_marks_a_space_or_removes_a_mark(self, line: str, mark: Mark) -> None:
        found = self.orders("Hi all,", line, "Ada")
        assert (found.order, found.marks, found.unused) == (PutMarks(), (mark,), (0, 2))

    def test_several_stand_beside_a_turn_and_what_is_said(self) -> None:
        found = self.orders("mark b3 here", "b3+", "say hi", "mark c3")
        assert (found.order, found.says, found.marks) == (Submit("b3+"), ("hi",), (Mark("b3", "here"), Mark("c3")))
        assert self.orders("say hi", "mark c3").order == self.orders("mark c3", "say hi").order == Say("hi")

    def test_beside_another_order_they_are_left_over(self) -> None:
        found = self.orders("resign", "mark c3")
        assert (found.order, found.marks, found.unused) == (Resign(), (), (1,))

    def test_a_sentence_and_a_match_without_marks_have_none(self) -> None:
        assert self.orders("Mark said so") == Orders(Unclear("not a turn", "Mark said so"))
        assert asked("mark b3 here") == Unclear("not a turn", "mark b3 here")
