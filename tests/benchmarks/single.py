"""Single calls against a scorer with fixed rules, in one process, in turns.

    PYTHONPATH=. python tests/benchmarks/single.py --peers DIR [--hands 2000] [--rounds 20]

DIR is a virtual environment of the same Python with `mahjong` 2.1.0 in it. The hands are recorded wins, read from
beside the checkout; each is another one, and no ruling is kept: the peer remembers how the last 128 hands are divided,
and is made to forget it before it is asked again. Both sides get objects that are ready and both sides' results are
read: of a ruling every field. A few hands at a time are scored by everybody, in an order drawn anew; the clock is
processor time of this process, the best of some rounds counts, so that what others do on the machine matters little.
"""

from __future__ import annotations

import argparse
import platform
import sys
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from recorded_wins import recorded

from yakulang import Hand, Ruling, load_ruleset
from yakulang.notation import tiles_text
from yakulang.tiles import RED, kind_of, mark_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FEW = 20  # hands at a time: little enough to be scored without being interrupted
read_all = attrgetter(*(field.name for field in fields(Ruling)))
CONFIG = {  # what the peer calls the words of a situation
    "riichi": "is_riichi",
    "double_riichi": "is_daburu_riichi",
    "ippatsu": "is_ippatsu",
    "rinshan": "is_rinshan",
    "chankan": "is_chankan",
    "haitei": "is_haitei",
    "houtei": "is_houtei",
    "tenhou": "is_tenhou",
    "chiihou": "is_chiihou",
}


# --- the peer -------------------------------------------------------------------------------------


class Peer:
    """Scores hands with `mahjong`, from its own objects or from the text that its users write."""

    def __init__(self, folder: Path) -> None:
        sys.path += map(str, folder.glob("lib/python*/site-packages"))
        from mahjong.hand_calculating.divider import HandDivider
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
        from mahjong.meld import Meld
        from mahjong.tile import TilesConverter

        self.score = HandCalculator().estimate_hand_value
        self.forget = HandDivider._divide_hand_impl.cache_clear
        self._config, self._options, self._meld = HandConfig, OptionalRules, Meld
        self._tiles = TilesConverter.one_line_string_to_136_array
        self._types = {
            "chii": Meld.CHI,
            "pon": Meld.PON,
            "open_kan": Meld.KAN,
            "added_kan": Meld.SHOUMINKAN,
            "closed_kan": Meld.KAN,
        }

    def written(self, hand: Hand) -> tuple[Any, ...]:
        """Return what a user of the peer has to begin with: texts, and words for the situation."""
        said = {CONFIG[word]: True for word in hand.flags if word in CONFIG} | {"is_tsumo": hand.method == "tsumo"}
        said |= {"player_wind": 27 + "ESWN".index(hand.seat or "E"), "round_wind": 27 + "ESWN".index(hand.round)}
        melds = [(self._types[m.type], tiles_text(m.tiles), m.is_called) for m in hand.melds]
        dora = tiles_text((*hand.indicators, *hand.kan_indicators))
        ura = tiles_text((*hand.ura_indicators, *hand.kan_ura_indicators))
        return tiles_text(hand.tiles), tile_name(hand.win), melds, dora, ura, said

    def ready(self, written: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments of `score`."""
        text, win, melds, dora, ura, said = written
        tiles = self._tiles(text, has_aka_dora=True)
        (won,) = self._tiles(win, has_aka_dora=True)
        if won not in tiles or (won % 4 == 0 and win[0] != "0" and won in {16, 52, 88}):
            won = next(tile for tile in tiles if tile // 4 == won // 4 and tile not in {16, 52, 88})
        return (
            tiles,
            won,
            [self._meld(kind, self._tiles(text, has_aka_dora=True), called) for kind, text, called in melds],
            self._tiles(dora, has_aka_dora=True) if dora else [],
            self._config(
                **said,
                options=self._options(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False),
            ),
            self._tiles(ura, has_aka_dora=True) if ura else [],
        )

    def ask(self, ready: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what the peer says of a hand."""
        tiles, won, melds, dora, config, ura = ready
        found = self.score(tiles, won, melds=melds, dora_indicators=dora, config=config, ura_dora_indicators=ura)
        return found.han, found.fu, found.cost, found.yaku, found.fu_details


# --- measuring ------------------------------------------------------------------------------------


def measured(
    runs: dict[str, Callable[[int], None]],
    count: int,
    rounds: int,
    prepare: Callable[[int], None],
    forget: Callable[[], object],
) -> dict[str, float]:
    """Return the microseconds a hand takes each run, which is called with the place of the first of a few hands.

    `prepare` is called before each few hands, `forget` before each run; they are not measured.
    """
    best: dict[tuple[str, int], float] = {}
    random = Random(1)
    names = list(runs)
    for _ in range(rounds):
        for first in range(0, count, FEW):
            prepare(first)
            random.shuffle(names)
            for name in names:
                run = runs[name]
                forget()
                start = process_time()
                run(first)
                time = process_time() - start
                best[name, first] = min(time, best.get((name, first), time))
    return {name: sum(t for (n, _), t in best.items() if n == name) / count * 1e6 for name in runs}


def compared(hands: Sequence[Hand], peer: Peer, rounds: int) -> dict[str, float]:
    """Measure some hands; by what was measured the microseconds a hand."""
    score = load_ruleset("tenhou").score
    written = [peer.written(hand) for hand in hands]
    ready = [peer.ready(one) for one in written]
    texts = [str(hand) for hand in hands]
    agreed = 0
    for hand, one in zip(hands, ready, strict=True):
        ruling = score(hand)  # and the functions of the ruleset are made
        han, fu = peer.ask(one)[:2]
        agreed += bool(ruling.yakuman) or (ruling.han, ruling.fu) == (han, fu)
    print(f"{len(hands):,} hands; {agreed:,} have the han and fu of the peer")
    fresh: list[Hand] = []

    def every_field(hand: Hand) -> None:
        read_all(score(hand))

    def of_objects(first: int) -> None:
        for one in ready[first : first + FEW]:
            peer.ask(one)

    def of_text(first: int) -> None:
        for one in written[first : first + FEW]:
            peer.ask(peer.ready(one))

    def fields_(first: int) -> None:
        for hand in hands[first : first + FEW]:
            every_field(hand)

    def score_(first: int) -> None:
        for hand in hands[first : first + FEW]:
            ruling = score(hand)
            ruling.han, ruling.fu, ruling.points, ruling.yaku  # noqa: B018  to be read

    def first_call(_: int) -> None:
        for hand in fresh:
            every_field(hand)

    def read(first: int) -> None:
        for text in texts[first : first + FEW]:
            every_field(Hand.parse(text))

    def prepare(first: int) -> None:
        fresh[:] = [Hand.parse(text) for text in texts[first : first + FEW]]

    return measured(
        {
            "peer, objects ready": of_objects,
            "every field": fields_,
            "han, fu, points, yaku": score_,
            "every field, first call": first_call,
            "peer, from text": of_text,
            "every field, from text": read,
        },
        len(hands),
        rounds,
        prepare,
        peer.forget,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", type=Path, required=True, help="the virtual environment that has the peer")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    peer = Peer(options.peers)
    hands = recorded(options.hands)
    print(f"Python {platform.python_version()}")
    times = compared(hands, peer, options.rounds)
    objects, text = times["peer, objects ready"], times["peer, from text"]
    for name, time in times.items():
        base = text if name.endswith("from text") else objects
        print(f"{name:28} {time:7.1f} us a hand  {base / time:5.2f} x the peer")
    flush = [hand for hand in recorded() if len({kind_of(tile) // 9 for tile in hand.tiles} - {3}) == 1]
    plain = [hand for hand in flush if not any(mark_of(tile) == RED for tile in hand.closed)]
    print(f"of one suit, {len(plain):,} without red fives among them:")
    heavy = compared(flush, peer, options.rounds)
    for name in ("peer, objects ready", "every field"):
        print(f"{name:28} {heavy[name]:7.1f} us a hand  {heavy[name] / times[name]:5.2f} x the average hand")


if __name__ == "__main__":
    main()
