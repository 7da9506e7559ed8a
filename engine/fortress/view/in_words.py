"""A view in words, from the view alone: line by line for emails, and in one piece for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import View
from i18n.text import Text, begun, joined, listed, say, say_many


def lines(view: View) -> list[str]:
    """Describe the board, a line for each thing on it, without full stops."""
    found = [_acting(view), view["way_words"], _scores(view)]
    found += [player["words"] for player in view["players"]]
    found += [view["to_place_words"], _deck(view)]
    return [line for line in found if line]


def alt(view: View) -> Text:
    """Describe the whole view for a screen reader."""
    sentences = [joined([sentence, "."], "") for sentence in [view["title"], *view["lines"]]]
    if view["last"]:
        sentences.append(say("Last: %(turn)s", turn=view["last"]))
    return joined(sentences, " ")


def flags(view: View, player: View) -> list[Text]:
    """Say what else matters about a player, in a word or two each, to go beside the name."""
    if not player["playing"]:
        return [say("out of the match")]
    found = [
        player["own"] and say("you"),
        player["is_target"] and say("target"),
        player["is_starter"] and say("starts the round"),
        player["has_finished"] and say("finished fortifying"),
        view["phase"] == "f" and not player["own"] and not player["has_finished"] and _progress(player),
    ]
    return [flag for flag in found if flag]


def piles_words(view: View) -> Text:
    """Say how many cards are in the deck and on the discard pile."""
    return say("Deck: %(deck)s · Discards: %(discards)s", deck=view["deck"], discards=len(view["discards"]))


def to_place_words(view: View) -> Text | str:
    """List the cards that the viewer still has to place; "" for none."""
    return say("To place: %(cards)s", cards=_to_place(view["coming"])) if view["coming"] else ""


def seen_words(view: View) -> Text | str:
    """List the viewer's cards that everyone can see, while others are hidden; "" for none."""
    near = view["near"]
    seen = [card["name"] for card in near["cards"] if card["face_up"]]
    if not near["own"] or not seen or view["phase"] not in "ap":
        return ""
    return say("Seen by all: %(cards)s", cards=joined(seen))


def _acting(view: View) -> Text | str:
    names = listed([view["labels"][seat] for seat in view["to_act"]])
    match view["phase"]:
        case "f":
            return say("Still fortifying: %(players)s", players=names)
        case "a":
            return say("%(player)s to attack, discard an ace, pass or call done", player=names)
        case "p":
            return say("%(player)s to place the card drawn for an ace", player=names)
        case "s":
            return say("%(player)s to choose who starts the next round", player=names)
    return ""


def _scores(view: View) -> Text:
    pairs = zip(view["labels"], view["scores"], strict=True)
    points = joined([say("%(name)s %(points)s", name=label, points=score) for label, score in pairs])
    return say("%(what)s: %(points)s", what=begun(view["score_words"]), points=points)


def player_words(view: View, player: View) -> Text:
    """Describe a player in a line."""
    if not player["playing"]:
        return say("%(player)s is out of the match", player=player["label"])
    parts = [_own_hand(player) if player["own"] else _hand(player)]
    if view["phase"] == "f" and not player["own"]:
        parts.append(_progress(player))
    if player["captured"]:
        parts.append(say("captured: %(cards)s", cards=cards_words(player["captured"])))
    return say("%(player)s: %(what)s", player=_name(player), what=joined(parts, "; "))


def _name(player: View) -> Text:
    if player["own"]:
        return say("%(player)s (you)", player=player["label"])
    if player["is_target"]:
        return say("%(player)s (target)", player=player["label"])
    return joined([player["label"]])


def _own_hand(player: View) -> Text:
    if not player["cards"]:
        return say("no cards")
    cards = [joined([f"({place})", card["words"]], " ") for place, card in enumerate(player["cards"], start=1)]
    return say("hand from the left: %(cards)s", cards=joined(cards))


def _hand(player: View) -> Text:
    cards = player["cards"]
    if not cards:
        return say("no cards")
    count = say_many("%(number)s card", "%(number)s cards", len(cards))
    known = [
        say("%(place)s from the left is %(card)s", place=place, card=card["words"])
        for place, card in enumerate(cards, start=1)
        if card["known"]
    ]
    if not known:
        return say("%(cards)s, all face down", cards=count)
    return say("%(cards)s; %(known)s", cards=count, known=joined(known, "; "))


def _progress(player: View) -> Text:
    if player["has_finished"]:
        return say("finished fortifying")
    if not player["to_place"]:
        return say("making the last move")
    return say_many("%(number)s card to place", "%(number)s cards to place", player["to_place"])


def _to_place(cards: Sequence[View]) -> Text:
    known = [card["words"] for card in cards if card["known"]]
    hidden = len(cards) - len(known)
    if not hidden:
        return joined(known)
    more = say_many("%(number)s card face down", "%(number)s cards face down", hidden)
    return listed([*known, more]) if known else more


def cards_words(cards: Sequence[View]) -> Text:
    """Name cards in a row, from the left."""
    return joined([card["words"] for card in cards])


def _deck(view: View) -> Text:
    deck = say_many("Deck: %(number)s card", "Deck: %(number)s cards", view["deck"])
    if not view["discards"]:
        return say("%(deck)s; no discards", deck=deck)
    return say("%(deck)s; discards: %(cards)s", deck=deck, cards=cards_words(view["discards"]))
