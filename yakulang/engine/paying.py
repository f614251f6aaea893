"""What a ruleset pays where the worth of a hand is known and nothing is asked of its tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from yakulang.engine.judge import MAX_COUNT
from yakulang.engine.payment import Win, deltas, payments, total_points, undecided
from yakulang.engine.ruling import Limit, Ruling
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from yakulang.engine.conditions import Conditions
    from yakulang.engine.judge import Judge
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.hand import Wind
    from yakulang.rules.model import Rulebook


class Paying:
    """The part of a `Ruleset` that pays for han and fu, for yakuman, and for the points of several winners."""

    rulebook: Rulebook
    code: Conditions
    _judge: Judge

    def payment(
        self,
        *,
        han: int = 0,
        fu: int = 0,
        yakuman: int | Mapping[str, int] = 0,
        limit: str | None = None,
        seat: Wind,
        method: Literal["ron", "tsumo"],
        discarder: Wind | None = None,
        honba: int = 0,
        deposits: int = 0,
        liable: Mapping[str, Wind | tuple[Wind, int]] | None = None,
        facts: Mapping[str, str] | None = None,
    ) -> Ruling:
        """Return what han and fu, a limit or a number of yakuman pay; nothing is asked of any hand.

        Limits whose conditions ask for more than han, fu, base and yakuman see a hand without yaku.

        Args:
            han: dora included; with fu.
            fu: after rounding, or the fixed fu of a hand.
            yakuman: in their place how many yakuman, or how many each yaku is, by id: the ruleset adds them up.
            limit: in place of all these the id or a name of a limit, where no more than that is known of a hand.
            seat: the winner's seat wind.
            method: `ron` or `tsumo`.
            discarder: the seat wind of the discarder, where it is known.
            honba: counters on the table.
            deposits: riichi sticks on the table.
            liable: the seat of each liable player by id of the liability. Where yakuman is a number and the liability
                is for a part of the hand, that part is what the ruleset says the yaku is, or the number given beside
                the seat: `("W", 1)`.
            facts: what payments are multiplied by, where the ruleset has such: the name of a choice and its value.

        Raises:
            ValueError: not one of han with fu, yakuman and a limit, an unknown method or id, a number below 0, fu that
                no hand has under the ruleset, a limit that depends on the hand, a seat that the ruleset has not, a
                liability or a fact that does not fit, or a base below 0 or over 10^15 points.
        """
        from yakulang.engine.asked import claims_asked, limit_asked, yakuman_asked  # noqa: PLC0415  a hand needs neither
        from yakulang.engine.claims import share_out  # noqa: PLC0415
        from yakulang.engine.payable import multipliers_asked, refuse_fu  # noqa: PLC0415

        win = Win(seat, method, discarder, honba, deposits, multipliers_asked(self.rulebook, facts))
        rules, asked = self.rulebook, yakuman
        yakuman = yakuman_asked(rules, asked)
        self._refuse_bad_payment(han, fu, yakuman, limit, win)
        if han:
            refuse_fu(rules, fu)
        claims = claims_asked(rules, win, asked, liable)
        if limit is not None:
            limit_index, base = limit_asked(rules, limit)
        else:
            computed = self.code.base(han, fu) if han else 0
            base, limit_index = self._judge.limited_bare(yakuman, han, fu, computed)
        if not 0 <= base <= MAX_COUNT:
            raise ValueError(message("the base is below 0 or over {most:,} points", most=MAX_COUNT))
        reached = rules.limits[limit_index] if limit_index >= 0 else None
        place = (reached.span if reached else rules.payments.base_span).place
        paid = payments(rules, win, base, place, share_out(claims, base, yakuman))
        return Ruling(
            status="ok",
            rules=rules.id,
            hand=None,
            han=han or None,
            fu=fu or None,
            limit=Limit(reached.id, reached.names, base, place) if reached else None,
            yakuman=yakuman,
            base=base,
            points=total_points(rules, base, dealer=seat == rules.seats[0], ron=method == "ron"),
            payments=paid,
            deltas=deltas(rules, win, paid),
            notes=undecided(win),
        )

    def settle_winners(
        self,
        points: Iterable[tuple[Wind, int]],
        *,
        discarder: Wind,
        honba: int = 0,
        deposits: int = 0,
        riichi: Collection[Wind] = (),
        riichi_discard: bool = False,
    ) -> TableRuling:
        """Return who is paid what for one discard where the worth of each winning hand is known already.

        Args:
            points: the seat of each who calls ron, with the points of their hand, honba and deposits left out. The
                discarder pays them; where somebody is liable, the hands must be asked.
            discarder: the seat wind of the discarder.
            honba: counters on the table.
            deposits: riichi sticks on the table, those of this hand included.
            riichi: the winners who are in riichi; asked where winners take their own stick back.
            riichi_discard: whether the discard declared riichi; a stick for that is not among the deposits.

        Raises:
            ValueError: seats that the ruleset has not or that stand twice, no winner, numbers that can't be, or fewer
                sticks than winners take back.
        """
        from yakulang.engine.several import settle_winners  # noqa: PLC0415  one hand needs none of it

        return settle_winners(self.rulebook, points, (discarder, honba, deposits), riichi, unmade=riichi_discard)

    def _refuse_bad_payment(self, han: int, fu: int, yakuman: int, limit: str | None, win: Win) -> None:
        if win.method not in ("ron", "tsumo"):
            raise ValueError(message("method is ron or tsumo, not {method!r}", method=win.method))
        for number in (han, fu, yakuman, win.honba, win.deposits):
            if type(number) is not int or not 0 <= number <= MAX_COUNT:
                raise ValueError(
                    message("han, fu, yakuman, honba and deposits are whole numbers from 0 to {most:,}", most=MAX_COUNT)
                )
        if [bool(yakuman), bool(han or fu), limit is not None].count(True) != 1 or bool(han) != bool(fu):
            raise ValueError(message("give han and fu, or yakuman, or a limit"))
        if win.method == "tsumo" and win.discarder is not None:
            raise ValueError(message("a self-draw has no discarder"))
        for wind in (win.seat, win.discarder):
            if wind not in (*self.rulebook.seats, None) or win.seat is None:
                raise ValueError(message("the seats are {seats}", seats=" ".join(self.rulebook.seats)))
        if win.discarder == win.seat:
            raise ValueError(message("nobody wins on a discard of their own"))
