"""The table before the first hand: the founding facts T1 to T4 and T10 to T12, and that a seed is for ever."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from yakulang import Ruleset, load_ruleset, ruleset_from_text
from yakulang.rules.listing import listed
from yakulang.table.seats import TableError, draw_seats, first_dealer, hit, sticks
from yakulang.table.seeded import seeded_table
from yakulang.table.shuffle import Chance
from yakulang.table.tile_set import check_text, check_tiles, tiles_of
from yakulang.table.wall import Wall, break_wall, build_wall, deal
from yakulang.tiles import make_tile, tile_name

ALL = [one.id for one in listed() if not one.mixin]
HEAD = "yakulang: 1\nid: house\n"


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name)


def house(text: str, base: str = "riichi") -> Ruleset:
    return ruleset_from_text(f"{HEAD}extends: {base}\n{text}")


def codes(name: str, tiles: list[int]) -> list[str]:
    return [problem.code for problem in check_tiles(rules(name).rulebook, tiles)]  # type: ignore[arg-type]


# --- T1: the set of tiles ---------------------------------------------------------------------------------------


def test_t1_the_set_of_tiles() -> None:
    """T1: 136 tiles, or 108 without 2m to 8m; a wrong count, a fifth copy or surplus reds void the hand."""
    assert len(tiles_of(rules("tenhou").rulebook)) == 136
    assert len(tiles_of(rules("tenhou-sanma").rulebook)) == 108
    for name in ALL:
        whole = list(tiles_of(rules(name).rulebook))
        Random(1).shuffle(whole)
        assert codes(name, whole) == []
    whole = list(tiles_of(rules("tenhou").rulebook))
    assert codes("tenhou", whole[1:]) == ["YK820", "YK821"]
    assert codes("tenhou", [*whole, whole[0]]) == ["YK820", "YK821"]
    fifth = [whole[1], *whole[1:-1], whole[0]]  # a fifth 1m in place of a 7z
    assert codes("tenhou", fifth) == ["YK821", "YK821"]
    red = [make_tile(4, 1) if tile == make_tile(4) else tile for tile in whole]
    assert codes("tenhou", red) == ["YK822"]
    assert codes("riichi", whole) == ["YK822"] * 3, "none is red there"
    assert set(codes("tenhou-sanma", whole)) == {"YK820", "YK821", "YK822"}


def test_t1_a_set_written_as_text() -> None:
    """T1: as text, and what is too much is pointed at."""
    four = "111122223333444455556666777788889999"
    text = f"{four}m{four}p{four}s 1111222233334444555566667777z"
    assert check_text(rules("riichi").rulebook, text) == (136, ())
    n, problems = check_text(rules("riichi").rulebook, f"{text}5z")
    assert n == 137
    assert [problem.code for problem in problems] == ["YK820", "YK821"]
    assert problems[1].span is not None
    assert (problems[1].span.text, problems[1].span.start) == ("5", len(text))
    assert check_text(rules("riichi").rulebook, "東東 9x")[1][0].code == "YK823"


# --- T2: seats --------------------------------------------------------------------------------------------------


def test_t2_seats_by_drawn_winds() -> None:
    """T2: everybody draws a wind, no North with three players; they sit counter-clockwise in the order of play."""
    names = ["Aki", "Ben", "Chie", "Dan"]
    for seed in "abcdefgh":
        assert sorted(draw_seats(rules("riichi").rulebook, names, seed).values()) == names
        assert set(draw_seats(rules("sanma").rulebook, names[:3], seed)) == {"E", "S", "W"}
    seen = {tuple(sorted(draw_seats(rules("riichi").rulebook, names, str(n)).items())) for n in range(300)}
    assert len(seen) == 24, "each way to sit comes about"
    with pytest.raises(ValueError, match="3 players"):
        draw_seats(rules("riichi").rulebook, names[:3], "x")


# --- T3: sticks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("riichi", "", {10000: 1, 5000: 1, 1000: 9, 100: 10}),
        ("riichi", "change: {setup.sticks.5000: 2, setup.sticks.1000: 4}", {10000: 1, 5000: 2, 1000: 4, 100: 10}),
        ("riichi", "change: {setup.start: 20000}", {10000: 1, 5000: 1, 1000: 4, 100: 10}),
        ("riichi", "change: {setup.start: 30000}", {10000: 1, 5000: 1, 1000: 14, 100: 10}),
        ("sanma", "", {10000: 2, 5000: 1, 1000: 9, 100: 10}),
    ],
)
def test_t3_sticks_make_the_start(name: str, text: str, number: dict[int, int]) -> None:
    """T3: 10000, 5000, nine 1000s and ten 100s; three players one 10000 more; another start changes the 1000s."""
    assert sticks(house(text, name).rulebook) == number


@pytest.mark.parametrize("name", ALL)
def test_t3_sticks_of_every_ruleset(name: str) -> None:
    book = rules(name).rulebook
    assert book.setup is not None
    assert sum(worth * number for worth, number in sticks(book).items()) == book.setup.start.value


def test_t3_sticks_that_do_not_fit() -> None:
    with pytest.raises(TableError, match="don't make 500 points"):
        sticks(house("change: {setup.start: 500}").rulebook)


# --- T4: dice and the first dealer ------------------------------------------------------------------------------


def test_t4_what_a_total_counts_to() -> None:
    """T4: 5 9 self; 2 6 10 right; 3 7 11 across; 4 8 12 left."""
    places = {"self": (5, 9), "right": (2, 6, 10), "across": (3, 7, 11), "left": (4, 8, 12)}
    for steps, totals in enumerate(places.values()):
        for total in totals:
            for at, thrower in enumerate("ESWN"):
                assert hit("ESWN", thrower, total) == "ESWN"[(at + steps) % 4]
    assert [hit("ESW", "E", total) for total in range(2, 8)] == ["S", "W", "E", "S", "W", "E"]


@pytest.mark.parametrize(
    ("throws", "dealer"), [(2, "N"), (1, "W"), (0, "E")], ids=["two throws", "one throw", "East at once"]
)
def test_t4_first_dealer(throws: int, dealer: str) -> None:
    """T4: by two throws (East throws, the one hit throws again), one throw, or East at once."""
    text = "" if throws == 2 else f"change: {{setup.first_dealer_throws: {throws}}}"
    who, made = first_dealer(house(text).rulebook, [(3, 4), (1, 1)])
    assert who == dealer
    assert [(throw.thrower, throw.total, throw.hits) for throw in made] == [("E", 7, "W"), ("W", 2, "N")][:throws]


# --- T10: wall and deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "stacks"), [("riichi", 17), ("sanma", 18)])
def test_t10_stacks(name: str, stacks: int) -> None:
    """T10: 17 stacks a side, 18 with three."""
    book = rules(name).rulebook
    wall = build_wall(book, "x")
    assert wall.stacks == stacks
    assert Counter(wall.tiles) == Counter(tiles_of(book))


@pytest.mark.parametrize(
    ("total", "side"), [(5, "E"), (9, "E"), (2, "S"), (6, "S"), (7, "W"), (11, "W"), (8, "N"), (12, "N")]
)
def test_t10_the_break(total: int, side: str) -> None:
    """T10: the total picks the wall and the stacks skipped, counted clockwise from its right end."""
    broken = break_wall("ESWN", total, 17)
    assert (broken.side, broken.skipped) == (side, total)
    wall = build_wall(rules("riichi").rulebook, "x", total)
    assert wall.place(0) == (side, total)
    assert wall.place(16 - total) == (side, 16)
    assert wall.place(17 - total) == ("ESWN"["ESWN".index(side) - 1], 0), "round the corner: the wall to the left"
    assert wall.place(67) == (side, total - 1), "the far end is beside the break"


def test_t10_the_dice_move_the_break_and_not_the_tiles() -> None:
    book = rules("riichi").rulebook

    def standing(wall: Wall) -> dict[tuple[str, int], tuple[int, ...]]:
        return {wall.place(stack): wall.tiles[2 * stack : 2 * stack + 2] for stack in range(68)}

    assert standing(build_wall(book, "x", 3)) == standing(build_wall(book, "x", 12))


def test_t10_the_deal() -> None:
    """T10: two stacks three times round, then one each; the dealer takes the first and the fifth of them at once."""
    book = rules("riichi").rulebook
    dealt = deal(book, build_wall(book, "x"))
    tiles = dealt.wall.tiles
    for at, seat in enumerate("ESWN"):
        blocks = [tiles[16 * turn + 4 * at + n] for turn in range(3) for n in range(4)]
        single = [tiles[48 + at], *([tiles[52]] if seat == "E" else [])]
        assert list(dealt.hands[seat]) == blocks + single
    assert (dealt.drawn, dealt.dealer_draws) == (53, False)
    assert len(dealt.live()) == 136 - 53 - 14


def test_t10_the_dealer_may_draw() -> None:
    """T10: or 13 and then draws: the same tile."""
    book, other = rules("riichi").rulebook, house("change: {setup.deal.dealer: 13}").rulebook
    taken, drawing = deal(book, build_wall(book, "x")), deal(other, build_wall(other, "x"))
    assert len(drawing.hands["E"]) == 13
    assert drawing.dealer_draws
    assert taken.hands["E"] == (*drawing.hands["E"], drawing.live()[0])
    assert {seat: taken.hands[seat] for seat in "SWN"} == {seat: drawing.hands[seat] for seat in "SWN"}


def test_t10_three_players() -> None:
    book = rules("sanma").rulebook
    dealt = deal(book, build_wall(book, "x"))
    assert {seat: len(hand) for seat, hand in dealt.hands.items()} == {"E": 14, "S": 13, "W": 13}
    assert dealt.hands["E"][-1] == dealt.wall.tiles[39], "the next after everybody has one"
    assert len(dealt.live()) == 108 - 40 - 14


# --- T11, T12: the dead wall ------------------------------------------------------------------------------------


def test_t11_the_dead_wall() -> None:
    """T11: seven stacks before the break; the indicator on the third from its far end; the last two are rinshan."""
    wall = build_wall(rules("riichi").rulebook, "x", 9)
    assert wall.live_end() == 136 - 14
    assert [wall.place(stack)[1] for stack in range(61, 68)] == [2, 3, 4, 5, 6, 7, 8], "before the break at 9"
    assert wall.indicators() == (wall.tiles[130],), "the upper tile of the third stack"
    assert wall.ura_indicators() == (wall.tiles[131],)
    assert wall.replacement_tiles == (wall.tiles[134], wall.tiles[135], wall.tiles[132], wall.tiles[133])
    assert wall.indicators(4) == tuple(wall.tiles[at] for at in (130, 128, 126, 124, 122))


def test_t11_kans_take_the_last_live_tile() -> None:
    """T11: after each kan the last live tile joins the dead wall, the lower tile of the last stack first."""
    book = rules("riichi").rulebook
    dealt = deal(book, build_wall(book, "x"))
    for kans in range(5):
        live = dealt.live(kans)
        assert live == dealt.wall.tiles[53 : 122 - kans]
        table = seeded_table(book, "x", kans=kans)
        assert len(table.indicators) == len(table.ura_indicators) == 1 + kans
        assert 136 - 53 - len(live) - kans == 14, "14 tiles are left in the dead wall"
    assert dealt.wall.most_kans() == 4
    with pytest.raises(TableError, match="4 replacement tiles"):
        seeded_table(book, "x", kans=5)


def test_t12_eight_replacement_tiles_where_norths_are_replaced() -> None:
    """T12: three-player tables with norths set aside hold eight rinshan tiles."""
    book = rules("tenhou-sanma").rulebook
    table = seeded_table(book, "x", kans=4, norths=4)
    assert len(table.replacement_tiles) == table.replaced == 8
    assert len(set(map(id, table.dealt.wall.tiles[-8:]))) <= 8
    assert Counter(table.replacement_tiles) == Counter(table.dealt.wall.tiles[-8:])
    assert len(table.indicators) == 5
    assert set(table.indicators) <= set(table.dealt.wall.tiles)
    # all five lie in the dead wall by then: the tiles that joined it hold them
    end = table.dealt.wall.live_end(table.replaced)
    assert all(108 - 2 * (5 + number) >= end for number in range(5))
    assert len(seeded_table(load_ruleset("maru-jan-sanma").rulebook, "x").replacement_tiles) == 4
    with pytest.raises(TableError):
        seeded_table(book, "x", kans=4, norths=5)


def test_t12_indicators_never_lie_among_live_tiles() -> None:
    book = rules("tenhou-sanma").rulebook
    for norths in range(5):
        wall = build_wall(book, "x")
        for kans in range(wall.most_kans(norths) + 1):
            assert len(wall.tiles) - 2 * (wall.indicator + kans) >= wall.live_end(kans + norths)


# --- a seed is for ever -----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_table_in_every_version() -> None:
    """These never change: people keep seeds. How they are made is written at the head of `table/shuffle.py`."""
    chance = Chance("7", "wall")
    assert [chance.below(1000) for _ in range(5)] == PINNED_NUMBERS
    table = seeded_table(rules("tenhou").rulebook, "7", dice=9)
    assert [tile_name(tile) for tile in table.dealt.wall.tiles[:8]] == PINNED_TILES
    assert table.as_json()["hands"]["E"] == PINNED_HAND
    assert [throw.faces for throw in table.throws] == PINNED_THROWS


PINNED_NUMBERS = [636, 972, 852, 509, 157]
PINNED_TILES = ["1m", "7s", "7p", "4s", "3m", "9m", "3p", "4p"]
PINNED_HAND = "12448m11357p457s6z"
PINNED_THROWS = [(1, 5), (4, 2)]


def test_a_table_by_hand() -> None:
    """The numbers of a seed made again from their description alone."""
    from hashlib import sha256

    def numbers() -> list[int]:
        digests = [sha256(f"yakulang 1/wall/7/{block}".encode()).digest() for block in range(40)]
        return [int.from_bytes(d[at : at + 4], "big") for d in digests for at in range(0, 32, 4)]

    found, stream = list(range(136)), iter(numbers())
    for place in range(135, 0, -1):
        number = next(n for n in stream if n < 2**32 // (place + 1) * (place + 1)) % (place + 1)
        found[place], found[number] = found[number], found[place]
    assert found == Chance("7", "wall").shuffled(range(136))


@pytest.mark.parametrize("name", ALL)
def test_every_ruleset_has_a_table(name: str) -> None:
    book = rules(name).rulebook
    dealt = [seeded_table(book, str(seed)) for seed in range(5)]
    for table in dealt:
        hands = [tile for hand in table.dealt.hands.values() for tile in hand]
        wall = table.dealt.wall
        assert Counter([*hands, *table.dealt.live(), *wall.tiles[wall.live_end() :]]) == Counter(tiles_of(book))
    assert all(one.dealt.wall.tiles != other.dealt.wall.tiles for one, other in pairwise(dealt))


def test_every_place_of_a_shuffle_is_as_likely() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(1200):
        counts.update(enumerate(Chance(str(seed), "x").shuffled(range(4))))
    assert len(counts) == 16
    assert all(240 <= n <= 360 for n in counts.values()), counts
