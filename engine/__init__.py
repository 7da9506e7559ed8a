"""The games: pure Python, no Django, no knowledge of players, mail or clocks."""
