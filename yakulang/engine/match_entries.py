"""The entries of a score sheet: what people write of each hand of a match, read into typed data.

An entry is a win, a draw, a chombo or a correction. Players are named as they are called, or by their seat wind in
that hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yakulang.engine.match_places import key_place, value_place
from yakulang.errors import Diagnostic, did_you_mean
from yakulang.message import Message, Spoken, message
from yakulang.notation.parts import kind_of_value
from yakulang.notation.tile_text import wind_hint
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.source import Source, Span, shortened
from yakulang.table.ending import stick_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yakulang.engine.match_players import Players
    from yakulang.table.hand_end import MatchState

WIN, DRAW, CHOMBO, CORRECTION = "win", "draw", "chombo", "correction"
_WORTH = ("hand", "han", "fu", "limit", "yakuman", "points")
_WAYS = "{han:, fu:}, {limit:}, {yakuman:}, {points:}"
_FIELDS = {
    WIN: (WIN, "from", *_WORTH, "liable", "riichi", "changes", "stop", "note"),
    DRAW: (DRAW, "tenpai", "hands", "nagashi", "riichi", "riichi_discard", "changes", "stop", "note"),
    CHOMBO: (CHOMBO, "changes", "replayed", "note"),
    CORRECTION: (CORRECTION, "note"),
}
_EVERYBODY, _NOBODY = {"all", "everybody", "全員", "全员", "全家"}, {"none", "nobody", "なし", "無し", "无"}  # ready
MOST = 10**9  # points in one change
MOST_COUNT = 10**6


@dataclass(frozen=True, slots=True)
class Worth:
    """What a winner's hand is or is worth: tiles, han and fu, a limit, yakuman or points; nothing if none is said."""

    hand: str | Mapping[str, Any] | None = None
    han: int = 0
    fu: int = 0
    limit: str | None = None
    yakuman: int = 0
    points: int | None = None
    liable: str | Mapping[str, str] | None = None

    @property
    def said(self) -> bool:
        """Whether anything is said of it."""
        counted = self.han or self.fu or self.limit or self.yakuman
        return self.hand is not None or bool(counted) or self.points is not None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a score sheet. Players are named as they were written; `Players.wind` says who they are.

    Attributes:
        kind: `win`, `draw`, `chombo` or `correction`.
        number: of the line, from 1.
        span: where it stands.
        winners: with what each hand is worth.
        source: who discarded the winning tile.
        draw: its id.
        tenpai: who was ready.
        hands: what players hold at a draw, as text.
        nagashi: who is paid at the draw.
        riichi: who laid a stick.
        riichi_discard: whose riichi was declared with the last discard of a draw.
        changes: of points, sticks not counted; None where the rules say them.
        chombo: who made one.
        replayed: whether the hand is played again; None where the rules say it.
        stop: whether the dealer ends the match.
    """

    kind: str
    number: int
    span: Span
    winners: Mapping[str, Worth] = field(default_factory=dict)
    source: str | None = None
    draw: str | None = None
    tenpai: tuple[str, ...] = ()
    hands: Mapping[str, str] = field(default_factory=dict)
    nagashi: tuple[str, ...] = ()
    riichi: tuple[str, ...] = ()
    riichi_discard: str | None = None
    changes: Mapping[str, int] | None = None
    chombo: tuple[str, ...] = ()
    replayed: bool | None = None
    stop: bool = False


def read_entry(data: object, number: int, span: Span | None, players: Players) -> tuple[Entry | None, list[Diagnostic]]:
    """Return an entry, or what is wrong with it.

    Args:
        data: plain data, e.g. of a line of JSON.
        number: of the line, from 1.
        span: where it stands, or None where it came from code.
        players: who may be named.
    """
    text = shortened(str(data))
    at = span or Span(source := Source(f"<hand {number}>", text), 0, len(source.text))
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        said = message("an entry says what happened in a hand: `win`, `draw`, `chombo` or `correction`")
        return None, [
            Diagnostic("YK854", said, at, hint=message("write {text}", text="{win: E, from: S, han: 3, fu: 40}"))
        ]
    reader = _Reader(data, at, players)
    entry = reader.entry(number)
    return (None if reader.problems else entry), reader.problems


@dataclass(slots=True)
class _Reader:
    data: Mapping[str, Any]
    at: Span
    players: Players
    problems: list[Diagnostic] = field(default_factory=list)

    def wrong(self, text: str, hint: str | None = None, code: str = "YK854", *, at: Span | None = None) -> None:
        """Note a problem; a hint that is no sentence is what to write. Its place is that of the field it is about."""
        said = hint if hint is None or isinstance(hint, Spoken) else message("write {text}", text=hint)
        about = str(text.values.get("field", "")) if isinstance(text, Message) else ""
        place = at or (value_place(self.at, about) if about else self.at)
        self.problems.append(Diagnostic(code, text, place, hint=said))

    def entry(self, number: int) -> Entry | None:
        kinds = [kind for kind in _FIELDS if kind in self.data]
        if len(kinds) != 1:
            said = message("an entry says what happened in a hand: `win`, `draw`, `chombo` or `correction`")
            if kinds:
                said = message("one hand does not end by {kinds}", kinds=" and ".join(kinds))
                self.wrong(said, at=key_place(self.at, kinds[1]))
            else:
                self.wrong(said, "{win: E, from: S, han: 3, fu: 40}")
            return None
        kind = kinds[0]
        for key in self.data:
            if key not in _FIELDS[kind]:
                near = did_you_mean(key, _FIELDS[kind])
                hint = (
                    message("did you mean `{word}`?", word=near)
                    if near
                    else message("it has {names}", names=" ".join(_FIELDS[kind]))
                )
                text = message("no field `{key}` in an entry of a {kind}", key=shortened(key), kind=kind)
                self.wrong(text, hint, at=key_place(self.at, key))
        if self.problems:
            return None
        make: dict[str, Callable[[int], Entry]] = {
            WIN: self._win, DRAW: self._draw, CHOMBO: self._chombo, CORRECTION: self._correction
        }  # fmt: skip
        return make[kind](number)

    # --- kinds of entries -----------------------------------------------------------------------

    def _win(self, number: int) -> Entry:
        said = self.data[WIN]
        own = {name: self.data[name] for name in (*_WORTH, "liable") if name in self.data}
        winners: dict[str, Worth]
        if isinstance(said, Mapping):
            winners = {who: self._worth(worth) for who, worth in said.items() if self._who(who, WIN)}
            if own:
                self.wrong(
                    message("what each winner's hand is stands beside that winner"), "win: {W: {han: 3, fu: 40}}"
                )
        else:
            winners = dict.fromkeys(self._people(WIN), Worth())
            if own and len(winners) == 1:
                winners = dict.fromkeys(winners, self._worth(own))
            elif own and not self.problems:
                self.wrong(
                    message("what each winner's hand is stands beside that winner"), "win: {W: {han: 3, fu: 40}}"
                )
        source = self.data.get("from")
        if source is not None and not self._who(source, "from"):
            source = None
        changes = self._changes("changes")
        if changes is None and not all(worth.said for worth in winners.values()) and not self.problems:
            hint = message("say one of {names}", names="hand, han + fu, limit, yakuman, points, changes")
            self.wrong(message("what the win is worth is not said"), hint, "YK858")
        if changes is not None and any(worth.said for worth in winners.values()) and not self.problems:
            text = message("what the win is worth is said twice: by `changes`, and as if there were none")
            self.wrong(text, message("leave {text} out", text="`changes`"), at=key_place(self.at, "changes"))
        return Entry(
            WIN, number, self.at, winners=winners, source=source, riichi=self._people("riichi"), changes=changes,
            stop=self._yes("stop") or False,
        )  # fmt: skip

    def _draw(self, number: int) -> Entry:
        draw = self.data[DRAW]
        if not isinstance(draw, str):
            self.wrong(
                message("`draw` is the id of a draw, e.g. {text}", text=EXHAUSTIVE), at=value_place(self.at, DRAW)
            )
        last = self.data.get("riichi_discard")
        if last is not None and not self._who(last, "riichi_discard"):
            last = None
        return Entry(
            DRAW, number, self.at, draw=str(draw), tenpai=self._people("tenpai"), hands=self._hands(),
            nagashi=self._people("nagashi"),
            riichi=self._people("riichi"), riichi_discard=last, changes=self._changes("changes"),
            stop=self._yes("stop") or False,
        )  # fmt: skip

    def _chombo(self, number: int) -> Entry:
        return Entry(
            CHOMBO, number, self.at, chombo=self._people(CHOMBO), changes=self._changes("changes"),
            replayed=self._yes("replayed"),
        )  # fmt: skip

    def _correction(self, number: int) -> Entry:
        return Entry(CORRECTION, number, self.at, changes=self._changes(CORRECTION))

    # --- values ---------------------------------------------------------------------------------

    def _worth(self, said: object) -> Worth:
        if isinstance(said, str) or (isinstance(said, Mapping) and "closed" in said):
            return Worth(hand=said)
        if not isinstance(said, Mapping) or set(said) - {*_WORTH, "liable"}:
            self.wrong(message("a winner's hand is its tiles, or {words}", words=_WAYS))
            return Worth()
        before = len(self.problems)
        numbers = {name: self._count(said, name) for name in ("han", "fu", "yakuman")}
        points = said.get("points")
        if points is not None and (type(points) is not int or not 0 < points <= MOST):
            shares = isinstance(points, str) and re.search("[0-9]", points) and "from" not in self.data
            hint = message("by ron say who discarded, `from: S`; by self-draw `han` and `fu`, `limit`, or `changes`")
            self.wrong(message("`{field}` is a whole number", field="points"), hint if shares else _limit_meant(points))
            points = None
        if points is not None:
            self._payable(points)
        hand = said.get("hand")
        if hand is not None and not isinstance(hand, str | Mapping):
            text = message("`hand` is text such as {text}, or a record", text="123m456p78s11m555z +9s")
            self.wrong(text, at=value_place(self.at, "hand"))
            hand = None
        limit = said.get("limit")
        if limit is not None and not (isinstance(limit, str) and limit):
            self.wrong(message("`limit` is the id or the name of a limit"), at=value_place(self.at, "limit"))
            limit = None
        ways = [
            hand is not None, bool(numbers["han"] or numbers["fu"]), limit is not None, bool(numbers["yakuman"]),
            points is not None,
        ]  # fmt: skip
        whole = sum(ways) <= 1 and bool(numbers["han"]) == bool(numbers["fu"])
        if not whole and len(self.problems) == before:
            self.wrong(message("a winner's hand is its tiles, or {words}", words=_WAYS))
        return Worth(hand, **numbers, limit=limit, points=points, liable=self._liable(said))

    def _hands(self) -> Mapping[str, str]:
        said = self.data.get("hands", {})
        if not isinstance(said, Mapping) or not all(isinstance(hand, str) for hand in said.values()):
            text = message("`hands` are what players hold, as text")
            self.wrong(text, "hands: {E: 123m456p78s11m555z}", at=value_place(self.at, "hands"))
            return {}
        return {who: hand for who, hand in said.items() if self._who(who, "hands")}

    def _liable(self, said: Mapping[str, Any]) -> str | Mapping[str, str] | None:
        liable = said.get("liable")
        if liable is None:
            return None
        seats = liable.values() if isinstance(liable, Mapping) else [liable]
        return liable if all(self._who(seat, "liable") for seat in seats) else None

    def _count(self, said: Mapping[str, Any], name: str) -> int:
        number = said.get(name, 0)
        if type(number) is not int or not 0 <= number <= MOST_COUNT:
            digits = re.fullmatch(r"\s*([0-9]{1,6})\D{0,8}", str(number))
            hint = f"{name}: {int(digits[1])}" if digits and isinstance(number, str) else _limit_meant(number)
            self.wrong(message("`{field}` is a whole number", field=name), hint)
            return 0
        return number

    def _people(self, name: str) -> tuple[str, ...]:
        said = self.data.get(name, ())
        if name == "tenpai" and isinstance(said, str) and not self.players.known(said):
            seats = tuple(self.players.rules.seats)
            said = seats if said.casefold() in _EVERYBODY else () if said.casefold() in _NOBODY else said
        people = [said] if isinstance(said, str) else said
        if not isinstance(people, Sequence):
            self.wrong(message("`{field}` names players", field=name), f"{name}: [E, S]")
            return ()
        known = [who for who in people if self._who(who, name)]
        folded = [who.strip().casefold() for who in known]
        for who in dict.fromkeys(who for place, who in enumerate(known) if folded[place] in folded[:place]):
            self.wrong(message("{seat} is named twice", seat=who), code="YK862")
        return tuple(known)

    def _who(self, text: object, name: str) -> bool:
        if isinstance(text, str) and self.players.known(text):
            return True
        said = message("`{field}`: {text!r} is no wind and no player", field=name, text=shortened(str(text)))
        if not isinstance(text, str | int) or isinstance(text, bool):
            said = message("`{field}`: {value} is no wind and no player", field=name, value=kind_of_value(text))
        hint = message("the players are {names}", names=" ".join(self.players.all()))
        if isinstance(text, str) and (near := self.players.near(text)) is not None:
            hint = message("did you mean `{word}`?", word=near)
        self.wrong(said, wind_hint(str(text), hint), "YK851")
        return False

    def _changes(self, name: str) -> Mapping[str, int] | None:
        said = self.data.get(name)
        if said is None:
            return None
        if not isinstance(said, Mapping):
            self.wrong(
                message("`{field}` says by how many points players change", field=name), f"{name}: {{E: 100, S: -100}}"
            )
            return None
        known = [(who, change) for who, change in said.items() if self._who(who, name)]
        if any(type(change) is not int or abs(change) > MOST for _, change in known):
            self.wrong(
                message("`{field}` says by how many points players change", field=name), f"{name}: {{E: 100, S: -100}}"
            )
            return None
        for _, change in known:
            self._payable(change)
        return dict(known)

    def _payable(self, points: int) -> None:
        """Note points that no sticks make."""
        setup = self.players.rules.setup
        if setup is not None and (problem := stick_problem(setup, points, self.at)):
            self.problems.append(problem)

    def _yes(self, name: str) -> bool | None:
        said = self.data.get(name)
        if said is None or isinstance(said, bool):
            return said
        if said in ("yes", "no"):
            return bool(said == "yes")
        self.wrong(message("`{field}` is `yes` or `no`", field=name))
        return None


def _limit_meant(said: object) -> str | None:
    """Return what to write where a word such as 満貫 stands in place of a number."""
    return f"limit: {said}" if isinstance(said, str) and re.fullmatch(r"[^\W\d_]{2,20}", said) else None


def named_twice(entry: Entry, players: Players, state: MatchState) -> list[Diagnostic]:
    """Return who is named twice for one thing, by name and by wind."""
    problems: list[Diagnostic] = []
    people = (entry.winners, entry.tenpai, entry.hands, entry.nagashi, entry.riichi, entry.changes or (), entry.chombo)
    for named in people:
        there: dict[str, str] = {}
        for who in named:
            other = there.setdefault(players.wind(who, state), who)
            if other != who:
                text = message("`{one}` and `{other}` are one player", one=other, other=who)
                problems.append(Diagnostic("YK862", text, entry.span, hint=message("name each player once")))
    return problems


def read_entries(entries: Sequence[tuple[object, Span | None]], players: Players) -> Iterator[Entry]:
    """Yield the entries of a score sheet.

    Raises:
        MatchError: some can't be read; every problem is listed.
    """
    from yakulang.table.match_step import MatchError  # noqa: PLC0415

    read = [read_entry(data, number, span, players) for number, (data, span) in enumerate(entries, 1)]
    if problems := [problem for _, wrong in read for problem in wrong]:
        raise MatchError(problems)
    yield from (entry for entry, _ in read if entry is not None)
