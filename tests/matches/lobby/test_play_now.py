"""Play now: who is paired with whom, and who waits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from engine.chance import shuffled
from engine.fortify.game import Fortify
from matches import hooks
from matches.clocks import pauses
from matches.lobby.play_now import MOST_A_DAY, accept_seek, expire_due, play_now, stop_waiting
from matches.models import Match, Offer, Seat, Seek
from matches.offers import answers
from matches.offers.refused import OfferRefused
from matches.time_control.time_control import DAY, TimeControl
from tests.support.factories import ChallengeFactory, UserFactory
from tests.support.matches import Mails, travel
from tests.support.toy_game import Toy
from timekeeping import clock
from tournaments.models import Rating


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (Toy(), Fortify()))


def wish(player: User, *paces: str, within: int | None = None, seats: int = 2, game: str = "toy") -> Seek:
    return play_now(player, game, paces or ("3",), within=within, seats=seats)


def players(match: Match | None) -> set[User | None]:
    assert match is not None
    return {seat.player for seat in match.seats.select_related("player")}


def refusal(act: Callable[..., object], *args: object) -> OfferRefused:
    with pytest.raises(OfferRefused) as caught:
        act(*args)
    return caught.value


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The ratings of the players by name; of others nothing is known."""
    ratings: dict[str, int] = {}

    def known(player: User, slugs: Collection[str]) -> dict[str, int]:
        return dict.fromkeys(slugs, ratings.get(player.display_name, 0))

    monkeypatch.setattr(hooks.player_ratings, "answers", [known])
    return ratings


# -- who is paired -----------------------------------------------------------------------------------------------------


def test_of_two_who_want_the_same_the_first_waits_and_the_second_is_paired_with_them(
    player: User, opponent: User
) -> None:
    assert wish(player).match is None
    match = wish(opponent).match
    assert players(match) == {player, opponent}
    assert Match.objects.count() == 1
    assert not Seek.objects.filter(match=None).exists()


def test_the_match_is_the_games_usual_one_at_the_quickest_pace_that_both_want(player: User, opponent: User) -> None:
    wish(player, "7", "3", game="fortify")
    match = wish(opponent, "1", "3", "7", game="fortify").match
    assert match is not None
    assert match.options == match.game.as_now(match.game.clean_options({}))
    assert match.control == TimeControl.fixed(3)
    assert match.vacation_pool == pauses.friendly_pool()


def test_who_has_waited_longest_is_paired_first(player: User, opponent: User, stranger: User) -> None:
    wish(player, "1")
    wish(opponent, "7")
    assert players(wish(stranger, "1", "7").match) == {player, stranger}


def test_those_who_want_other_times_or_another_game_wait_beside_each_other(
    player: User, opponent: User, stranger: User
) -> None:
    wish(player, "1")
    wish(opponent, "3", "7")
    wish(stranger, "1", game="fortify")
    assert not Match.objects.exists()


def test_seats_are_drawn_by_lot(db: None) -> None:
    firsts = set()
    for _ in range(16):
        ann, ben = UserFactory(), UserFactory()
        wish(ann)
        match = wish(ben).match
        assert match is not None
        firsts.add(match.seats.get(index=0).player == ann)
    assert firsts == {True, False}


def test_the_lot_can_be_checked_from_the_seed(player: User, opponent: User) -> None:
    wish(player)
    match = wish(opponent).match
    assert match is not None
    came = (player, opponent)  # who waited comes first
    seated = [seat.player for seat in match.seats.order_by("index").select_related("player")]
    assert seated == shuffled(bytes.fromhex(match.seed), "match/lot/0", came)


def test_as_many_are_paired_as_have_a_seat(player: User, opponent: User, stranger: User) -> None:
    assert wish(player, "1", "3", seats=3).match is None
    assert wish(opponent, "3", "7", seats=3).match is None
    assert wish(UserFactory(), "1", "7").match is None  # for two
    assert wish(UserFactory(), "14", seats=3).match is None
    assert players(wish(stranger, seats=3).match) == {player, opponent, stranger}


def test_who_accepts_where_more_seats_are_wanted_waits_beside_them(
    player: User, opponent: User, stranger: User
) -> None:
    seek = wish(player, "3", "7", seats=3)
    own = accept_seek(seek, opponent)
    assert (own.match, own.seats, own.pace_keys) == (None, 3, ["3", "7"])
    assert players(accept_seek(seek, stranger).match) == {player, opponent, stranger}
    assert accept_seek(seek, opponent).match == Match.objects.get()


# -- ratings -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waits", "comes", "within", "is_paired"),
    [
        (1600, 1690, (100, 100), True),
        (1600, 1700, (100, 100), True),
        (1600, 1701, (100, None), False),
        (1600, 1701, (None, 100), False),
        (1600, 1400, (200, None), True),
        (0, 1600, (100, 100), True),
        (1601, 0, (100, None), False),
        (1000, 2400, (None, None), True),
    ],
)
def test_both_ratings_are_in_the_others_range_and_new_players_count_as_1500(
    rated: dict[str, int],
    player: User,
    opponent: User,
    waits: int,
    comes: int,
    within: tuple[int | None, int | None],
    is_paired: bool,
) -> None:
    rated |= {"Ada": waits, "Ben": comes}
    wish(player, within=within[0])
    assert (wish(opponent, within=within[1]).match is not None) is is_paired


def test_ratings_are_those_of_the_game(player: User) -> None:
    month = {"month": date(2026, 10, 1), "deviation": 80, "volatility": 0.06}
    for slug, rating in (("fortify", 1712.4), ("toy", 1344)):
        Rating.objects.create(player=player, game_slug=slug, rating=rating, games=3, total=9, **month)
    seek = wish(player, within=200, game="fortify")
    assert (seek.rating, seek.least, seek.most) == (1712, 1512, 1912)


# -- who does not want to play whom ------------------------------------------------------------------------------------


def test_nobody_is_paired_with_someone_who_declined_their_challenge(player: User, opponent: User) -> None:
    answers.decline(ChallengeFactory(challenger=player, opponent=opponent), opponent)
    wish(player)
    assert wish(opponent).match is None
    assert refusal(accept_seek, Seek.objects.get(player=opponent), player).code == "not_yours"
    assert players(accept_seek(Seek.objects.get(player=player), opponent).match) == {player, opponent}


def test_who_declined_is_found_again_after_a_month(player: User, opponent: User) -> None:
    answers.decline(ChallengeFactory(challenger=player, opponent=opponent), opponent)
    with travel(days=31):
        wish(opponent)
        assert wish(player).match is not None


def test_players_whose_account_is_closed_are_not_paired(player: User, opponent: User) -> None:
    wish(player)
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert wish(opponent).match is None


# -- waiting -----------------------------------------------------------------------------------------------------------


def test_a_new_wish_for_a_game_replaces_the_one_before(player: User, opponent: User) -> None:
    first = wish(player, "1")
    assert wish(player, "7").pk == first.pk
    wish(player, "1", game="fortify")
    assert wish(opponent, "1").match is None
    assert Seek.objects.filter(player=player).count() == 2


def test_a_button_pressed_twice_pairs_once(player: User) -> None:
    wish(UserFactory(), "3")
    wish(UserFactory(), "7")
    match = wish(player, "3", "7").match
    assert wish(player, "3", "7").match == match
    with travel(minutes=1):
        assert wish(player, "3", "7").match not in {match, None}


def test_who_withdraws_waits_no_longer(player: User, opponent: User) -> None:
    stop_waiting(wish(player), player)
    assert wish(opponent).match is None


def test_nobody_withdraws_another(player: User, opponent: User) -> None:
    seek = wish(player)
    stop_waiting(seek, opponent)
    assert Seek.objects.filter(pk=seek.pk).exists()


def test_who_has_just_been_paired_is_told_so_when_withdrawing(player: User, opponent: User) -> None:
    seek = wish(player)
    wish(opponent)
    assert refusal(stop_waiting, seek, player).code == "closed"


def test_nobody_waits_for_more_than_two_days(player: User, opponent: User, stranger: User) -> None:
    wish(player)
    with travel(days=1):
        assert expire_due(clock.now()) == 0
    with travel(days=2):
        assert refusal(accept_seek, Seek.objects.get(), stranger).code == "closed"
        assert wish(opponent).match is None
        assert list(Seek.objects.values_list("player", flat=True)) == [opponent.pk]
    with travel(days=4):
        assert expire_due(clock.now()) == 1


# -- accepting ---------------------------------------------------------------------------------------------------------


def test_who_accepts_plays_whoever_waited(player: User, opponent: User) -> None:
    seek = wish(player, "7", "14")
    match = accept_seek(seek, opponent).match
    assert match is not None
    assert players(match) == {player, opponent}
    assert match.control == TimeControl.fixed(7)
    assert accept_seek(seek, opponent).match == match


def test_what_one_has_waited_for_ends_with_the_match(player: User, opponent: User, stranger: User) -> None:
    wish(opponent, "1")
    accept_seek(wish(player, "7"), opponent)
    assert wish(stranger, "1", "7").match is None


def test_nobody_accepts_what_is_gone_or_is_their_own(player: User, opponent: User, stranger: User) -> None:
    seek = wish(player)
    assert refusal(accept_seek, seek, player).code == "own"
    accept_seek(seek, opponent)
    assert refusal(accept_seek, seek, stranger).code == "closed"
    gone = wish(stranger, "1")
    stop_waiting(gone, stranger)
    gone.pk = seek.pk + 1000
    assert refusal(accept_seek, gone, opponent).code == "closed"


def test_nobody_accepts_who_wants_other_ratings(rated: dict[str, int], player: User, opponent: User) -> None:
    rated |= {"Ada": 1800}
    assert refusal(accept_seek, wish(player, within=200), opponent).code == "not_yours"
    assert not Match.objects.exists()


# -- mails, limits -----------------------------------------------------------------------------------------------------


def test_who_waited_is_written_to_once_and_who_came_only_of_their_turn(
    player: User, opponent: User, mails: Mails
) -> None:
    for _ in range(6):
        wish(player, game="fortify")
        mails()
        match = wish(opponent, game="fortify").match
        assert match is not None
        first = Seat.objects.select_related("player").get(match=match, index=0).player
        told = [("your_turn", "Ada")] if first == player else [("match_begun", "Ada"), ("your_turn", "Ben")]
        assert sorted(mails()) == told
        Seek.objects.update(paired_at=timezone.now() - timedelta(minutes=1))


@pytest.mark.parametrize(
    ("slug", "paces", "seats", "field"),
    [
        ("chess", ("3",), 2, "game"),
        ("toy", (), 2, "paces"),
        ("toy", ("8", "own"), 2, "paces"),
        ("fortify", "3", 3, "seats"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(
    player: User, slug: str, paces: tuple[str, ...], seats: int, field: str
) -> None:
    with pytest.raises(OfferRefused) as refused:
        play_now(player, slug, paces, seats=seats)
    assert (refused.value.code, refused.value.field) == ("invalid", field)


def test_nobody_uses_the_lobby_without_end(player: User) -> None:
    for _ in range(MOST_A_DAY):
        wish(player)
    assert refusal(wish, player).code == "limit"
    with travel(days=1, minutes=1):
        wish(player)


# -- open challenges ---------------------------------------------------------------------------------------------------


def post(challenger: User, **terms: object) -> Offer:
    """An open challenge on the lobby's terms, but for those that are given."""
    made: Offer = ChallengeFactory(challenger=challenger, game_slug="toy", first="lot", vacation=True)
    Offer.objects.filter(pk=made.pk).update(**terms)
    return made


def test_an_open_challenge_that_fits_is_accepted(player: User, opponent: User, mails: Mails) -> None:
    challenge = post(opponent)
    seek = wish(player, "1", "3")
    assert players(seek.match) == {player, opponent}
    challenge.refresh_from_db()
    assert (challenge.status, challenge.match) == (Offer.Status.BEGUN, seek.match)
    assert {name for _kind, name in mails()} == {"Ada", "Ben"}  # both are asked for the first turn
    assert wish(player).match == seek.match  # the button pressed twice


def test_players_who_wait_come_before_open_challenges(player: User, opponent: User) -> None:
    challenge = post(UserFactory())
    Seek.objects.create(
        player=opponent, game_slug="toy", seats=2, paces="|3|", rating=1500, expires_at=clock.now() + DAY
    )
    assert players(wish(player).match) == {player, opponent}
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.OPEN


@pytest.mark.parametrize(
    "terms",
    [
        {"clock_start": 7 * DAY, "clock_increment": 7 * DAY, "clock_cap": 7 * DAY},
        {"game_slug": "fortify"},
        {"options": {"picks": 2}},
        {"first": "me"},
        {"vacation_pool": None},
        {"weekends": True},
        {"by_link": True},
        {"least": 1600, "most": 1800},
        {"expires_at": datetime(2026, 1, 1, tzinfo=UTC)},
        {"status": Offer.Status.WITHDRAWN},
    ],
)
def test_open_challenges_on_other_terms_are_left(player: User, opponent: User, terms: dict[str, object]) -> None:
    post(opponent, **terms)
    post(player)
    assert wish(player).match is None


def test_open_challenges_of_players_rated_otherwise_are_left(
    player: User, opponent: User, rated: dict[str, int]
) -> None:
    rated |= {player.display_name: 1500, opponent.display_name: 1800}
    post(opponent)
    assert wish(player, within=200).match is None
    assert wish(player, within=400).match is not None


@pytest.mark.parametrize("by_challenger", [True, False])
def test_no_one_gets_someone_whose_challenge_they_declined(player: User, opponent: User, by_challenger: bool) -> None:
    one, other = (player, opponent) if by_challenger else (opponent, player)
    answers.decline(ChallengeFactory(challenger=one, opponent=other), other)
    post(opponent)
    assert wish(player).match is None
