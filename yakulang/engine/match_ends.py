"""From an entry of a score sheet to how its hand ended: winning hands are judged with what the match knows of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from yakulang.engine.match_entries import CHOMBO, DRAW
from yakulang.engine.match_hands import declared, winning_hand
from yakulang.engine.match_told import Told
from yakulang.errors import Diagnostic, HandError
from yakulang.lang.unsure import asked_in
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.table.draws import DrawError
from yakulang.table.ending import asked_in as paid_for
from yakulang.table.hand_end import HandEnd
from yakulang.table.match_step import MatchError
from yakulang.table.which_draw import named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.engine.match_entries import Entry, Worth
    from yakulang.engine.match_players import Players
    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.hand import Wind
    from yakulang.table.draws import DrawRuling
    from yakulang.table.hand_end import MatchState


@dataclass(frozen=True, slots=True)
class Judged:
    """How a hand ended, with the ruling on it where the rules were asked, and what is to be noted of it."""

    end: HandEnd
    ruling: Ruling | TableRuling | DrawRuling | None = None
    notes: tuple[str, ...] = ()


def end_of(ruleset: Ruleset, state: MatchState, entry: Entry, players: Players) -> Judged:
    """Return how the hand of an entry ended.

    Raises:
        MatchError: the rules call it no win, or it can't be.
    """
    reader = _Ends(ruleset, state, entry, players)
    if entry.kind == CHOMBO:
        end = HandEnd(chombo=reader.winds(entry.chombo), changes=reader.changes(), replayed=entry.replayed)
        for seat in end.chombo:
            if end.changes.get(seat, 0) > 0:
                text = message("{who} made a chombo, and gains by it", who=reader.called(seat))
                raise reader.refuse(text, code="YK862")
        settlement = ruleset.rulebook.settlement
        if end.changes or (settlement is not None and "chombo" in paid_for(settlement)):
            return Judged(end)
        note = message(
            "what a chombo costs `{rules}` does not say, and nothing is paid: write {text}, or a rule under `{path}`",
            rules=ruleset.id, text="`changes: {...}`", path="settlement.extras",
        )  # fmt: skip
        return Judged(end, notes=(note,))
    if entry.kind == DRAW:
        return reader.draw()
    return reader.win()


@dataclass(frozen=True, slots=True)
class _Ends(Told):
    # --- draws ----------------------------------------------------------------------------------

    def draw(self) -> Judged:
        entry, draws = self.entry, self.ruleset.rulebook.draws
        draw = entry.draw if draws is None or entry.draw is None else named(draws, entry.draw) or entry.draw
        riichi = self.winds(entry.riichi)
        last = self.wind(entry.riichi_discard) if entry.riichi_discard is not None else None
        if entry.changes is not None:
            laid = tuple(dict.fromkeys((*riichi, *([last] if last else []))))
            return Judged(
                HandEnd(draw=draw, tenpai=self.winds(entry.tenpai), riichi=laid, changes=self.changes(),
                        stops=entry.stop)
            )  # fmt: skip
        rule = draws.kinds.get(draw or "") if draws is not None else None
        paid = rule is not None and not rule.abortive  # to players, at the draw after the last tile
        try:
            ruling = self.ruleset.draw(
                None if (paid and entry.nagashi) or draw == EXHAUSTIVE else draw,
                tenpai=self.winds(entry.tenpai),
                nagashi=dict.fromkeys(self.winds(entry.nagashi), draw if paid else None),
                hands={self.wind(who): hand for who, hand in entry.hands.items()} or None,
                riichi=riichi,
                riichi_discard=last,
                honba=self.state.honba,
                deposits=self.state.deposits + len(riichi),
                round=cast("Wind", self.state.wind),
            )
        except (DrawError, HandError) as error:
            raise MatchError([replace(p, span=self.within(p.span)) for p in error.diagnostics]) from None
        return Judged(replace(ruling.end, stops=entry.stop), ruling, ruling.notes)

    # --- wins -----------------------------------------------------------------------------------

    def win(self) -> Judged:
        entry = self.entry
        source = self.wind(entry.source) if entry.source is not None else None
        winners = self._in_turn(source)
        if entry.changes is not None:
            changes = self.changes()
            self._check_changes(winners, source, changes)
            winners, bumped = self._nearest(winners, source, changes)
            end = self._end(winners, source, self.winds(entry.riichi), changes)
            return Judged(end, notes=tuple(map(self._bumped, bumped)))
        riichi = self._riichi()
        if len(winners) == 1:
            return self._one(winners[0], source, riichi)
        if source is None:
            raise self.refuse(message("several win on one discard; who discarded is not said"), code="YK862")
        return self._several(winners, source, riichi)

    def _check_changes(self, winners: Sequence[Wind], source: Wind | None, changes: Mapping[str, int]) -> None:
        """Refuse changes that no win brings about."""
        drawn = self.ruleset.rulebook.several_winners.draw_from
        if drawn is not None and len(winners) >= drawn.value:
            raise self._draw_of_winners()
        if sum(changes.get(seat, 0) for seat in winners) <= 0:
            raise self.refuse(message("by these changes no winner gains"), code="YK862")
        if source is None:
            return
        paying = {source, *winners}
        for worth in self.entry.winners.values():
            said = worth.liable
            named = [said] if isinstance(said, str) else [*said.values()] if said is not None else []
            paying |= {*map(self.wind, named)}
        for seat, change in changes.items():
            if change < 0 and seat not in paying:
                text = message(
                    "{who} pays, and {discarder} discarded", who=self.called(seat), discarder=self.called(source)
                )
                hint = message("who is liable is named: {text}", text=f"`liable: {self.called(seat)}`")
                raise self.refuse(text, code="YK862", hint=hint)

    def _nearest(
        self, winners: tuple[Wind, ...], source: Wind | None, changes: Mapping[str, int]
    ) -> tuple[tuple[Wind, ...], tuple[Wind, ...]]:
        """Return who may win of those who called ron, and who is too far from the discarder, whom nobody pays."""
        most = self.ruleset.rulebook.several_winners.most
        number = len(winners) if source is None else most.value
        for seat in winners[number:]:
            if changes.get(seat, 0) > 0:
                text = message("{who} gains, and others are nearer to the discarder", who=self.called(seat))
                hint = message("how many may win: {place}", place=most.span.place)
                raise self.refuse(text, code="YK862", hint=hint)
        return winners[:number], winners[number:]

    def _bumped(self, seat: str) -> str:
        place = self.ruleset.rulebook.several_winners.most.span.place
        return message(
            "{who} called ron and is not paid: others are nearer: {place}", who=SEAT_NAMES[seat], place=place
        )

    def _draw_of_winners(self) -> MatchError:
        draws = self.ruleset.rulebook.draws
        asking = [
            rule.id for rule in (draws.abortive() if draws is not None else ()) if "draw_from" in asked_in(rule.when)
        ]
        return self.refuse(message("so many winners make the hand a draw"), hint=f"{DRAW}: {next(iter(asking), '...')}")

    def _in_turn(self, source: Wind | None) -> tuple[Wind, ...]:
        seats = self.ruleset.rulebook.seats
        found = self.winds([*self.entry.winners])
        for seat in (*found, *([source] if source else [])):
            if seat not in seats:
                raise self.refuse(
                    message("`{rules}` has no seat {seat}", rules=self.ruleset.id, seat=seat), code="YK851"
                )
        if source in found:
            text = message("{who} discarded, and does not win on it", who=self.called(str(source)))
            raise self.refuse(text, code="YK862")
        if not found:
            raise self.refuse(message("who won is not said"), code="YK862")
        turn = seats.index(source) if source else 0
        return tuple(sorted(found, key=lambda wind: (seats.index(wind) - turn) % len(seats)))

    def _end(
        self,
        winners: tuple[str, ...],
        source: str | None,
        riichi: tuple[str, ...],
        changes: Mapping[str, int],
        taken: Mapping[str, int] | None = None,
    ) -> HandEnd:
        """Return the end of a hand; whoever is nearest takes the sticks where nothing else is said."""
        return HandEnd(
            winners=winners, discarder=source, riichi=riichi, changes=changes, taken_by=winners[0], taken=taken or {},
            stops=self.entry.stop,
        )  # fmt: skip

    def _worth(self, seat: str) -> Worth:
        return next(worth for who, worth in self.entry.winners.items() if self.wind(who) == seat)

    def _riichi(self) -> tuple[Wind, ...]:
        """Return who laid a stick: those who are named, and winners whose hand says so."""
        named = [*self.winds(self.entry.riichi)]
        for who, worth in self.entry.winners.items():
            if worth.hand is None:
                continue
            seat, hand = self.wind(who), winning_hand(self, self.wind(who), worth, None, 0)
            if declared(self, hand):
                named.append(seat)
            elif seat in named:
                text = message("{who} is said to be in riichi, and the hand does not say so", who=self.called(seat))
                opened = not hand.is_closed
                said = message("leave {text} out", text="`riichi`") if opened else "with=riichi"
                raise self.refuse(text, hint=said)
        return tuple(seat for seat in self.ruleset.rulebook.seats if seat in named)

    def _one(self, seat: Wind, source: Wind | None, riichi: tuple[Wind, ...]) -> Judged:
        worth, sticks = self._worth(seat), self.state.deposits + len(riichi)
        if worth.points is not None:
            if source is None:
                text = message("who pays {points} points is not said", points=worth.points)
                hint = message(
                    "by ron say who discarded, `from: S`; by self-draw `han` and `fu`, `limit`, or `changes`"
                )
                raise self.refuse(text, code="YK858", hint=hint)
            return self._several((seat,), source, riichi)
        ruling = self._ruling(seat, worth, source, sticks)
        if ruling.deltas is None:
            raise self.refuse(message("who pays is not said"), hint=ruling.notes[0] if ruling.notes else None)
        changes = dict(ruling.deltas)
        changes[seat] -= sticks * self.ruleset.rulebook.payments.stick.value
        return Judged(self._end((seat,), source, riichi, changes), ruling, ruling.notes)

    def _ruling(self, seat: Wind, worth: Worth, source: Wind | None, sticks: int) -> Ruling:
        if worth.hand is not None:
            ruling = self.ruleset.score(winning_hand(self, seat, worth, source, sticks))
            if not ruling.ok:
                raise self._no_win(seat, ruling.errors)
            return ruling
        liable: Any = worth.liable
        if isinstance(liable, str):
            rules = self.ruleset.rulebook.liability
            liable = {kind.id: liable for kind in rules.kinds[:1]} if rules is not None else {"": liable}
        try:
            return self.ruleset.payment(
                han=worth.han, fu=worth.fu, limit=worth.limit, yakuman=worth.yakuman, seat=seat,
                method="ron" if source else "tsumo", discarder=source, honba=self.state.honba, deposits=sticks,
                liable={kind: self.wind(who) for kind, who in liable.items()} if liable else None,
            )  # fmt: skip
        except ValueError as error:
            raise self.refuse(cast("str", error.args[0])) from None

    def _several(self, winners: tuple[Wind, ...], source: Wind, riichi: tuple[Wind, ...]) -> Judged:
        sticks = self.state.deposits + len(riichi)
        worths = {seat: self._worth(seat) for seat in winners}
        if all(worth.hand is not None for worth in worths.values()):
            table = self.ruleset.score_winners(
                winning_hand(self, s, worth, source, sticks) for s, worth in worths.items()
            )
        else:
            alone = {seat: self._ruling(seat, worth, source, 0) for seat, worth in worths.items() if not worth.points}
            points = [(seat, self._points(alone.get(seat), worth)) for seat, worth in worths.items()]
            try:
                table = self.ruleset.settle_winners(
                    points, discarder=source, honba=self.state.honba, deposits=sticks,
                    riichi=[seat for seat in winners if seat in riichi],
                )  # fmt: skip
            except ValueError as error:
                raise self.refuse(cast("str", error.args[0])) from None
            table = _with_worth(table, alone)
        if table.status == "abortive_draw":
            raise self._draw_of_winners()
        if not table.ok or any(one.reason == "no_win" for one in table.unpaid):
            for seat, worth in worths.items():
                if worth.hand is not None:
                    self._ruling(seat, worth, source, sticks)
            raise self._no_win(winners[0], table.errors)
        if table.deltas is None:
            raise self.refuse(message("who pays is not said"), hint=table.notes[0] if table.notes else None)
        changes = dict(table.deltas)
        taken: dict[str, int] = {one.seat: one.number for one in table.deposits}
        for one in table.deposits:
            changes[one.seat] -= one.points
        paid = tuple(winner.seat for winner in table.winners)
        bumped = tuple(self._bumped(one.seat) for one in table.unpaid if one.reason == "bumped")
        of_each = (note for winner in table.winners for note in winner.ruling.notes)
        notes = tuple(dict.fromkeys((*bumped, *table.notes, *of_each)))
        return Judged(self._end(paid, source, riichi, changes, taken), table, notes)

    def _points(self, alone: Ruling | None, worth: Worth) -> int:
        points = worth.points if alone is None else alone.points
        assert points is not None  # noqa: S101  a seat is said
        return points

    def _no_win(self, seat: Wind, errors: Sequence[Diagnostic]) -> MatchError:
        """Return why a winner does not win: each of the reasons, at the place of the entry."""
        who, rules = self.called(seat), self.ruleset.id
        if not errors:
            return self.refuse(message("by `{rules}` {who} does not win", rules=rules, who=who))
        problems = []
        for error in errors:
            text = message("by `{rules}` {who} does not win: {why}", rules=rules, who=who, why=error.message)
            problems.append(replace(error, code="YK856", message=text, span=self.entry.span, name=None, labels=()))
        return MatchError(problems)


def _with_worth(table: TableRuling, alone: Mapping[Wind, Ruling]) -> TableRuling:
    """Return a ruling on winners whose points are known with the han and fu they come of, where these are said."""

    def told(ruling: Ruling, seat: Wind) -> Ruling:
        own = alone.get(seat)
        return ruling if own is None else replace(ruling, han=own.han, fu=own.fu, limit=own.limit, yakuman=own.yakuman)

    winners = tuple(replace(one, ruling=told(one.ruling, one.seat)) for one in table.winners)
    unpaid = tuple(replace(one, ruling=told(one.ruling, one.seat)) for one in table.unpaid)
    return replace(table, winners=winners, unpaid=unpaid)
