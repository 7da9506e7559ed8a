"""A view in words, from the view alone: line by line for emails, and in one piece for a screen reader."""

from __future__ import annotations

from engine.fairytale.rules.position import CALLED, LOST_AT, QUIET, WON_AT
from engine.values import View
from i18n.text import Text, joined, say, say_many


def lines(view: View, *, is_drawn: bool = False) -> list[Text]:
    """Describe the whole view, a line for each thing, without full stops.

    ``is_drawn``: the lines go with a text board. They leave out what it shows (the forest, the market and the figures
    to choose from), and say what each player's figure can do.
    """
    ends, goods = counts(view)[:-2], counts(view)[-2:]
    return [
        *ends,
        *[_player(player, with_power=is_drawn) for player in view["players"]],
        *([] if is_drawn else [_market(view), *_free_figures(view)]),
        *goods,
        *([] if is_drawn else _forest(view)),
        *_entries(view),
        *_faces(view),
        *_open(view),
    ]


def counts(view: View) -> list[Text]:
    """Say how near the end is, on which die the monsters came, and last which goods are visible."""
    return [
        *_clock(view),
        say("Diamonds destroyed: %(number)s of %(most)s", number=view["broken"], most=WON_AT),
        say("Monsters at the oak: %(number)s of %(most)s", number=view["reached"], most=LOST_AT),
        *_die(view),
        say_many("The deck: %(number)s tile", "The deck: %(number)s tiles", view["deck"]),
        say("Visible in the forest: %(goods)s", goods=view["visible_words"]),
    ]


def alt(view: View) -> Text:
    """Describe the whole view for a screen reader."""
    said = [view["title"], *view["lines"], view["last"].rstrip(".")]
    return joined([joined([sentence, "."], "") for sentence in said if sentence], " ")


def _clock(view: View) -> list[Text]:
    if view["phase"] != "turn":
        return []
    return [say_many("Until midnight: %(number)s turn", "Until midnight: %(number)s turns", view["left"])]


def _die(view: View) -> list[Text]:
    if view["phase"] != "turn" or view["die"] == QUIET:
        return []
    if view["die"] == CALLED:
        return [say("The die shows 5: the player chooses from which side new monsters come")]
    return [say("New monsters came on a %(die)s", die=view["die"])]


def _player(player: View, *, with_power: bool) -> Text:
    if player["space"]:
        words = say("%(player)s: %(figure)s on %(space)s",
                    player=player["label"], figure=player["name"], space=player["where"])  # fmt: skip
        return joined([words, player["power"]], "; ") if with_power and player["power"] else words
    return say("%(player)s: %(figure)s", player=player["label"], figure=player["name"])


def _market(view: View) -> Text:
    tiles = joined([_tile(tile) for tile in view["market"]], "; ") if view["market"] else say("empty")
    if view["phase"] == "first":
        return say("The first tiles: %(tiles)s", tiles=tiles)
    return say("The market: %(tiles)s", tiles=tiles)


def _free_figures(view: View) -> list[Text]:
    """List in one line the figures from which a player must choose at the beginning of the turn, if one must."""
    figures = [
        say("%(figure)s (%(word)s), %(power)s", figure=piece["words"], word=f"as:{piece['word']}", power=piece["help"])
        for piece in figures_to_choose(view)
    ]
    return [say("Figures to choose from: %(figures)s", figures=joined(figures, "; "))] if figures else []


def figures_to_choose(view: View) -> list[View]:
    """Return the free figures while one must be chosen (``pieces``)."""
    return [piece for piece in view["choices"] if "word" in piece]


def _tile(tile: View) -> Text:
    words = tile["words"]
    if tile["count"] > 1:
        words = say("%(number)s × %(tile)s", number=tile["count"], tile=words)
    return say("%(tile)s, needs %(cost)s", tile=words, cost=tile["needs"]) if tile["needs"] else words


def _forest(view: View) -> list[Text]:
    """Describe each tile with its roads and what is on it, from the top row down."""
    tiles = [space["words"] for space in view["spaces"] if space["kind"] == "tile"]
    return [say("The forest: %(tiles)s", tiles=joined(tiles, "; "))] if tiles else []


def _entries(view: View) -> list[Text]:
    pairs = sorted(view["entries"].items(), key=lambda pair: pair[1])
    if not pairs:
        return []
    found = [say("at %(space)s on a %(die)s", die=face, space=ref) for ref, face in pairs]
    return [say("New monsters come in %(entries)s", entries=joined(found))]


def _faces(view: View) -> list[Text]:
    """Say where monsters would go now, by the face of the die for moving."""
    return [
        say("On a %(die)s the monsters go: %(steps)s", die=face["face"], steps=face["words"])
        for face in view["faces"]
        if face["steps"]
    ]


def _open(view: View) -> list[Text]:
    refs = [space["ref"] for space in view["spaces"] if space["kind"] == "open"]
    return [say("Open spaces: %(spaces)s", spaces=joined(refs))] if refs else []
