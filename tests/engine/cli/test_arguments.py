from __future__ import annotations

import pytest

from engine.cli.arguments import DepthError, read_depth


@pytest.mark.parametrize("text", ["", "-1", "x", "1.5", "100", "²"])
def test_it_refuses_what_is_no_number_of_steps(text: str) -> None:
    with pytest.raises(DepthError, match="from 0 to 99"):
        read_depth(text)


def test_it_reads_a_number_from_the_least_on() -> None:
    assert [read_depth("0"), read_depth("1", least=1), read_depth("99")] == [0, 1, 99]
    with pytest.raises(DepthError, match="from 1 to 99"):
        read_depth("0", least=1)
