"""Rulings by kept data: at once for most hands; what the data can't tell is asked of the rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.called import in_words
from yakulang.engine.chips import chip_lines
from yakulang.engine.conditions import Standing
from yakulang.engine.judge import Judge
from yakulang.engine.kept.conditions import KeptConditions
from yakulang.engine.kept.decode import decoded
from yakulang.engine.parts import INDICATORS, awards_of, dora_awards, read_as, unmade
from yakulang.engine.payment import Win, deltas, multiplied, payments, undecided
from yakulang.engine.ruleset import Ruleset
from yakulang.engine.ruling import FuLine, Limit, Ruling
from yakulang.engine.suits import SEQUENCE, SIZES
from yakulang.engine.words import GROUP_CELLS, MELD_CELLS
from yakulang.message import message
from yakulang.notation import tiles_text
from yakulang.tiles import kind_of, make_tile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from yakulang.engine.judge import Judged
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook


class BeyondError(Exception):
    """The data can't tell; the rule files can."""


class KeptRuleset(Ruleset):
    """A ruleset made of data. Its `rulebook` has what rulings and their text need, and no conditions as text.

    Args:
        data: as `encode.encoded` gives them.

    Raises:
        ValueError, LookupError, TypeError, AttributeError: they are not such data.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.rulebook = decoded(data["book"])
        self.kept = KeptConditions(self.rulebook, data)
        self.code = self.kept
        self._judge = Judge(self.rulebook, self.kept)
        self._answers = None
        self._members: list[list[tuple[str, int]] | None] = data["members"]
        self._indicators_counted: list[str] = data["counted"]
        self._marks: list[int] = data["marks"]

    def score(self, hand: Hand) -> Ruling:
        """Return the ruling on a hand.

        Raises:
            BeyondError: the data can't tell.
        """
        if hand._packed is None and _malformed(hand):  # noqa: SLF001  one that was read is well-formed
            raise BeyondError
        hand = in_words(hand, self.rulebook)
        return self._score_seats(hand) if hand.seat is None else self._score_seated(hand, hand)

    def tells_mark(self, mark: int) -> bool:
        """Return whether some condition on yaku, dora or chips tells tiles with a mark from others."""
        return mark in self._marks

    def _counts_copies(self, statement: Any) -> bool:
        return bool(statement.counts_copies)

    def _flags_in(self, statement: Any) -> Collection[str]:
        flags: Collection[str] = statement.flags
        return flags

    def _described(self, hand: Hand, situation: Situation, table: Any, judged: Judged) -> Ruling:
        """Return the ruling of the chosen reading; the same as `describe.describe`."""
        if hand.liable is not None or (hand.melds and self._may_be_liable(judged)):
            raise BeyondError
        rules: Rulebook = self.rulebook
        assert hand.seat is not None  # noqa: S101  each seat is tried where it is not said
        limit = rules.limits[judged.limit] if judged.limit >= 0 else None
        base_rule = (limit.span if limit else rules.payments.base_span).place
        win = Win(
            hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits, multiplied(rules, situation.choices)
        )
        unknown = undecided(win)
        paid = () if unknown else payments(rules, win, judged.base, base_rule)
        return Ruling(
            status="ok",
            rules=rules.id,
            hand=hand,
            yaku=(*awards_of(judged, rules, closed=hand.is_closed), *dora_awards(judged.dora, rules)),
            han=judged.han if judged.counted else None,
            fu=judged.fu.total if judged.counted else None,
            fu_raw=judged.fu.raw if judged.counted else None,
            fu_items=tuple(self._fu_lines(hand, table, judged)),
            limit=Limit(limit.id, limit.names, judged.base, base_rule) if limit else None,
            yakuman=judged.yakuman,
            base=judged.base,
            points=judged.points,
            payments=paid,
            deltas=None if unknown else deltas(rules, win, paid),
            reading=read_as(hand, judged.reading, rules),
            chips=chip_lines(hand, judged, rules, self.kept, table),
            notes=(*unknown, *self._uncounted(hand, table, judged), *unmade(hand, situation)),
        )

    def _may_be_liable(self, judged: Judged) -> bool:
        """Whether somebody may be liable for a hand with melds; who it is, conditions on melds tell."""
        rules: Rulebook = self.rulebook
        if rules.liability is None:
            return False
        yakuman = any(rules.yaku[index].yakuman for index, _ in judged.yaku)
        return yakuman or any(kind.covers is None and kind.when is not None for kind in rules.liability.kinds)

    def _fu_lines(self, hand: Hand, table: Any, judged: Judged) -> Iterator[FuLine]:
        rules = self.rulebook.fu
        if judged.fu.fixed >= 0:
            item = rules.fixed[judged.fu.fixed]
            yield FuLine(item.id, item.names, item.fu.value, "", item.fu.span.place)
            return
        raw = 0
        case = self.kept.reading(table, judged.reading) if judged.fu.items else None
        for index, times in judged.fu.items:
            item = rules.items[index]
            raw += item.fu.value * times
            each = self._tiles_of(index, hand, case, judged)
            if len(each) == times:
                yield from (FuLine(item.id, item.names, item.fu.value, tiles, item.fu.span.place) for tiles in each)
            else:
                yield FuLine(item.id, item.names, item.fu.value * times, "", item.fu.span.place)
        for index in judged.fu.floors:
            floor = rules.floors[index]
            yield FuLine(floor.id, floor.names, floor.fu.value - raw, "", floor.fu.span.place)
            raw = floor.fu.value

    def _tiles_of(self, item: int, hand: Hand, case: Any, judged: Judged) -> list[str]:
        """Return the tiles an item came from, one text for each group that it counts."""
        cells = self._members[item]
        if cells is None:
            raise BeyondError
        left: dict[tuple[str, int], int] = {}
        for cell, place in cells:
            mask = case.value(place)
            while mask:
                key = cell, (mask & -mask).bit_length() - 1
                left[key] = left.get(key, 0) + 1
                mask &= mask - 1
        found = []
        for cell, kinds in self._groups(hand, judged):
            key = cell, kinds[0]
            if left.get(key, 0):
                left[key] -= 1
                found.append(tiles_text([make_tile(kind) for kind in kinds]))
        return found

    def _groups(self, hand: Hand, judged: Judged) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the cell and the kinds of each group of a reading."""
        reading = judged.reading
        for place, (low, what) in enumerate(reading.groups):
            kinds = (low, low + 1, low + 2) if what == SEQUENCE else (low,) * SIZES[what]
            yield f"{GROUP_CELLS[what]}_{'won' if place == reading.winning else 'held'}", kinds
        for meld in hand.melds:
            yield MELD_CELLS[meld.type], [kind_of(tile) for tile in meld.tiles]

    def _uncounted(self, hand: Hand, table: Any, judged: Judged) -> Iterator[str]:
        """Yield a sentence for each list of indicators that is given but does not count for this hand."""
        if not judged.counted:
            return
        standing = Standing(0, sum(1 << index for index, _ in judged.yaku), judged.yakuman)
        for kind in self.rulebook.dora:
            if kind.shown_by and kind.when is not None and getattr(hand, kind.shown_by):
                case = self.kept.reading(table, judged.reading)
                if not self.kept.holds(case, kind.when, standing):  # type: ignore[arg-type]
                    yield message(
                        "{tiles} count only when {condition} ({place})",
                        tiles=INDICATORS.get(kind.shown_by, kind.shown_by),
                        condition=kind.when.span.text,
                        place=kind.when.span.place,
                    )
        for name, tiles in INDICATORS.items():
            if getattr(hand, name) and name not in self._indicators_counted:
                yield message(
                    "{tiles} don't count under `{rules}`; it has no such dora", tiles=tiles, rules=self.rulebook.id
                )


def _malformed(hand: Hand) -> bool:
    from yakulang.engine.wellformed import malformed  # noqa: PLC0415  hands made in code need it

    return bool(malformed(hand))
