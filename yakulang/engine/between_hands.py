"""What a ruleset says of what happens between hands and after the last; `yakulang.table` knows how.

Each method is one call of a function of `yakulang.table`, imported when it is called: rulings on hands need none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from yakulang.engine.match_fold import Match
    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand, Wind
    from yakulang.notation.held import HeldHand
    from yakulang.rules.model import Rulebook
    from yakulang.table.declaring import Declaring
    from yakulang.table.draws import DrawRuling
    from yakulang.table.hand_end import HandEnd, MatchState
    from yakulang.table.match_step import MatchStep
    from yakulang.table.settlement import Settlement


class BetweenHands:
    """The part of a `Ruleset` that needs its rulebook, and of what hands are worth only what `score` says."""

    rulebook: Rulebook

    def score(self, hand: Hand) -> Ruling:
        """Return the ruling on a hand; see `Ruleset.score`."""
        raise NotImplementedError

    def settle(
        self,
        points: Sequence[int] | Mapping[Wind, int],
        *,
        deposits: int | Mapping[Wind, int] = 0,
        last_dealer: Wind | None = None,
        busted_by: Mapping[Wind, Wind] | None = None,
        unlit: Collection[Wind] | Mapping[Wind, Wind | None] | None = None,
        chips: Mapping[Wind, int] | None = None,
        chombo: Mapping[Wind, int] | None = None,
    ) -> Settlement:
        """Return what a game is worth to each player. Seats are named by the winds at its start: E dealt first.

        Args:
            points: at the end, in the order of the seats, or by seat in any order.
            deposits: riichi sticks left over; by seat where they go back to who put them down.
            last_dealer: the dealer of the last hand, where the rules give him the riichi sticks left over.
            busted_by: who busted each player below 0, where the rules have a prize for it.
            unlit: who won no hand, where the rules have a penalty for it; with a seat in place of None, who won the
                last hand only and on whose discard.
            chips: won, or below 0 lost, where the rules give them a value.
            chombo: how many each made, where the rules take off points of the result for them.

        Raises:
            SettleError: the points can't be those of a game under these rules, something is said that they have no
                rule for, or they do not say how a game is settled; every problem is listed.
            TypeError: something is of another kind than it must be, e.g. no whole number.
            ValueError: riichi sticks or chombo below 0.
        """
        from yakulang.table.ending import ending_of  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.settling import settle  # noqa: PLC0415

        said: dict[str, Any] = {
            "last_dealer": last_dealer,
            "busted_by": busted_by,
            "unlit": unlit,
            "chips": chips,
            "chombo": chombo,
        }
        return settle(self.rulebook, ending_of(self.rulebook, points, deposits, **said))

    def draw(
        self,
        draw: str | None = None,
        *,
        tenpai: Collection[Wind] = (),
        hands: Mapping[Wind, str | HeldHand] | None = None,
        nagashi: Collection[Wind] | Mapping[Wind, str | None] = (),
        discards: Mapping[Wind, str] | None = None,
        called: Collection[Wind] | None = None,
        riichi: Collection[Wind] | None = None,
        riichi_discard: Wind | None = None,
        kans: Mapping[Wind, int] | None = None,
        ron: Collection[Wind] | None = None,
        honba: int = 0,
        deposits: int | None = None,
        points: Sequence[int] | Mapping[Wind, int] | None = None,
        round: Wind | None = None,
    ) -> DrawRuling:
        """Return what a hand comes to that nobody wins. Seats are the winds of that hand: E deals.

        What is given is held against the rules; what is not given is taken as said.

        Args:
            draw: which draw it is, by its id in `draws:`, a name or an alias; without it the draw after the last tile,
                or one whose condition holds of what is given.
            tenpai: who is ready.
            hands: what players hold, e.g. `123m456p78s11m p(555z)`: who is ready is judged from it.
            nagashi: who is paid at the draw for their discards; by seat with the id of the entry of `draws:`.
            discards: of players, in order.
            called: whose discards were called; None where that is not said.
            riichi: who is in riichi; None where that is not said.
            riichi_discard: who declared riichi with the last discard; the stick is not among the deposits.
            kans: how many kans each player declared.
            ron: who calls ron on the last discard.
            honba: counters on the table.
            deposits: riichi sticks on the table, those of `riichi` included; without it those alone.
            points: before the payments, sticks on the table taken off, and not that of `riichi_discard`; in the order
                of the seats, or by seat.
            round: the prevalent wind.

        Raises:
            DrawError: the rules have no such draw, or what is given speaks against what is said.
            TypeError: something is of another kind than it must be.
            ValueError: a number is below 0.
        """
        from yakulang.engine.draw_scoring import HandScoring  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.drawing import rule_on  # noqa: PLC0415
        from yakulang.table.drawn import drawn_of  # noqa: PLC0415

        said: dict[str, Any] = {"tenpai": tenpai, "hands": hands, "nagashi": nagashi, "discards": discards}
        said |= {"called": called, "riichi": riichi, "riichi_discard": riichi_discard, "kans": kans, "ron": ron}
        said |= {"honba": honba, "deposits": deposits, "points": points, "round": round}
        drawn = drawn_of(self.rulebook, draw, **said)
        return rule_on(self.rulebook, drawn, HandScoring(self.rulebook, self.score))

    def play(self, state: MatchState | None, end: HandEnd) -> MatchStep:
        """Return where a match goes on after a hand.

        Args:
            state: where it stood before the hand; None for the first hand of a match.
            end: how the hand ended.

        Raises:
            MatchError: the rules don't say how a match is played, or state or end can't be; every problem is listed.
            TypeError: state or end, or something in them, is of another kind than it must be.
        """
        from yakulang.table.given import check_end, check_state, wrong_kind  # noqa: PLC0415
        from yakulang.table.hand_end import HandEnd, MatchState  # noqa: PLC0415
        from yakulang.table.match import after, first  # noqa: PLC0415  rulings on hands don't need it

        if not isinstance(end, HandEnd):
            raise wrong_kind("end", "a HandEnd", end)
        if state is not None and not isinstance(state, MatchState):
            raise wrong_kind("state", "a MatchState, or None for the first hand", state)
        check_end(end)
        if state is not None:
            check_state(state)
        return after(self.rulebook, first(self.rulebook) if state is None else state, end)

    def match(
        self,
        entries: Iterable[Mapping[str, Any]],
        *,
        players: Mapping[Wind, str] | None = None,
        start: MatchState | None = None,
    ) -> Match:
        """Return the match that a score sheet tells of, hand by hand; docs/match.md describes its entries.

        Args:
            entries: a win, draw, chombo or correction each, as plain data.
            players: names by the seat at the start; entries may use them in place of the winds of a hand.
            start: where the match stood before the first entry; without it, at its beginning.

        Raises:
            MatchError: an entry can't be read, can't be, or stands after the end of the match.
            TypeError: something is of another kind than it must be.
        """
        from yakulang.engine.match_fold import fold  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.given import check_sheet  # noqa: PLC0415

        check_sheet(entries, players, start)
        return fold(
            cast("Ruleset", self),
            [(entry, None) for entry in entries],
            {str(seat): name for seat, name in (players or {}).items()},
            start,
        )

    def may_declare(
        self, what: Literal["riichi", "kan"], *, points: int | None = None, tiles_left: int | None = None
    ) -> Declaring:
        """Return whether riichi or a kan may be declared, as far as points and the wall decide it.

        Args:
            what: `riichi` or `kan`.
            points: of the player, before the stick is laid; None where they are not said.
            tiles_left: live tiles left in the wall; None where that is not said.

        Raises:
            MatchError: the rules don't say how a match is played.
            TypeError: a number is no whole number.
            ValueError: something else is declared than riichi or a kan.
        """
        from yakulang.table.declaring import may_declare  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.given import check_number  # noqa: PLC0415

        if what not in ("riichi", "kan"):
            raise ValueError(f"what is declared is riichi or kan, and not {what!r}")
        check_number("points", points)
        check_number("tiles_left", tiles_left)
        return may_declare(self.rulebook, what, points=points, tiles_left=tiles_left)
