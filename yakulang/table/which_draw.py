"""Which draw a hand is that nobody won: what is said, held against what is given; or what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.enumerated import all_of
from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang.unsure import asked_in, verdict
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.rules.everyday import aliases_of, names_of
from yakulang.rules.nodes import MapNode
from yakulang.rules.typed_names import folded
from yakulang.table.drawn import BEFORE_DRAW
from yakulang.table.draws import DrawError
from yakulang.table.seen import seen
from yakulang.table.settlement import called

if TYPE_CHECKING:
    from collections.abc import Collection

    from yakulang.rules.draw_model import DrawRule, DrawRules
    from yakulang.rules.model import Rulebook
    from yakulang.table.drawn import Drawn

DRAW_FROM = "draw_from"
RON_PLAYERS = "ron_players"


def which(rules: Rulebook, section: DrawRules, drawn: Drawn) -> tuple[DrawRule | None, bool]:
    """Return the kind of draw before the last tile, None for the one after it; and whether it was judged.

    Raises:
        DrawError: the rules have no such draw, what is given speaks against it, or somebody wins.
    """
    rule, judged = _which(rules, section, drawn)
    if drawn.ron and (rule is None or RON_PLAYERS not in asked_in(rule.when)):
        raise DrawError([_won(rules, drawn.ron)])
    return rule, judged


def _won(rules: Rulebook, winners: Collection[str]) -> Diagnostic:
    """Return what is said of a ron that makes no draw."""
    names = all_of(SEAT_NAMES[seat] for seat in winners)
    text = message("{seats}: a ron is called on the last discard, so somebody wins", seats=names)
    draw_from = rules.several_winners.draw_from
    hint = message("`yakulang winners` pays them")
    if draw_from is not None and len(winners) < draw_from.value:
        hint = message(
            "`yakulang winners` pays them; from {n} on it is a draw: {place}",
            n=draw_from.value,
            place=draw_from.span.place,
        )
    return Diagnostic("YK833", text, hint=hint)


def _which(rules: Rulebook, section: DrawRules, drawn: Drawn) -> tuple[DrawRule | None, bool]:
    if drawn.draw is None:
        for rule in section.abortive():
            if not rule.declared and _verdict(rules, drawn, rule) is True:
                return rule, True
        return None, True
    name = named(section, drawn.draw)
    if name == EXHAUSTIVE:
        return None, True
    if name is None:
        text = message("`{rules}` has no draw `{draw}`", rules=rules.id, draw=drawn.draw)
        raise DrawError([Diagnostic("YK832", text, hint=_instead(rules, section, drawn.draw))])
    rule = section.kinds[name]
    if not rule.abortive:
        text = message("{draw} is paid to a player after the last tile", draw=called(rule.names, rule.id))
        raise DrawError([Diagnostic("YK832", text, hint=message("say who is paid"))])
    if not _can_be(rules, rule):
        text = message("under `{rules}` no number of winners makes a draw", rules=rules.id)
        place = rules.several_winners.most.span.place
        raise DrawError([Diagnostic("YK832", text, hint=message("how many may win: {place}", place=place))])
    said = _verdict(rules, drawn, rule)
    if said is False:
        text = message(
            "{draw}: by what is given that is not so: {condition}",
            draw=called(rule.names, rule.id),
            condition=" ".join(rule.when.span.text.split()),
        )
        raise DrawError([Diagnostic("YK833", text, rule.when.span)])
    return rule, said is True


def named(section: DrawRules, word: str) -> str | None:
    """Return the id of the draw that has an id, a name or an alias, or None."""
    if word == EXHAUSTIVE or word in section.kinds:
        return word
    wanted = folded(word)
    noten = section.noten
    known = {rule.id: (*rule.names.values(), *rule.aliases) for rule in section.kinds.values()}
    known |= {EXHAUSTIVE: (*noten.names.values(), *noten.aliases) if noten is not None else ()}
    return next((key for key, names in known.items() if wanted in map(folded, (key, *names))), None)


def no_payment(rules: Rulebook, section: DrawRules, name: str | None) -> Diagnostic:
    """Return what is said of a player who is said to be paid by a draw that the rules have not."""
    if name is not None and any(section.paid()):
        text = message("`{rules}` has no draw `{draw}`", rules=rules.id, draw=name)
        return Diagnostic("YK836", text, hint=_instead(rules, section, name))
    text = message("under `{rules}` nobody is paid at a draw", rules=rules.id)
    for file in rules.merged.chain:
        node = file.root.items.get("draws")
        for key, entry in node.items.items() if isinstance(node, MapNode) else ():
            gone = rules.merged.removed.get(f"draws.{key}")
            if gone is not None and isinstance(entry, MapNode) and "pays" in entry.items:
                said = message("`{draw}` was taken out: {place}", draw=key, place=gone.place)
                return Diagnostic("YK836", text, hint=said)
    return Diagnostic("YK836", text)


def _instead(rules: Rulebook, section: DrawRules, word: str) -> str:
    """Return what to say of a draw that the rules have not: where it was taken out, or another."""
    wanted = folded(word)
    for file in rules.merged.chain:
        node = file.root.items.get("draws")
        for key, entry in node.items.items() if isinstance(node, MapNode) else ():
            gone = rules.merged.removed.get(f"draws.{key}")
            if gone is not None and wanted in map(folded, (key, *names_of(entry), *aliases_of(entry))):
                return message("it was taken out: {place}", place=gone.place)
    if near := did_you_mean(word, [*section.kinds, EXHAUSTIVE]):
        return message("did you mean `{word}`?", word=near)
    others = (rule.id for rule in section.abortive() if _can_be(rules, rule))
    return message("the draws are {words}", words=", ".join([EXHAUSTIVE, *others]))


def _can_be(rules: Rulebook, rule: DrawRule) -> bool:
    """Return whether a draw can be: one by the number of winners only where some number makes a draw."""
    return rules.several_winners.draw_from is not None or DRAW_FROM not in asked_in(rule.when)


def _verdict(rules: Rulebook, drawn: Drawn, rule: DrawRule) -> bool | None:
    """Return whether a condition holds of the table, or of one of the players whose hand is given."""
    found = []
    drawing = [seat for seat, hand in drawn.hands.items() if hand.size > BEFORE_DRAW]  # who has drawn, where one has
    asked: list[str | None] = [*(drawing or drawn.hands)]
    for seat in asked or [None]:
        now = seen(rules, drawn, seat)
        found.append(verdict(rule.when, now.view, now.unknown))
    return True if True in found else None if None in found else False


def alone(rule: DrawRule, drawn: Drawn) -> None:
    """Refuse what is said beside a draw before the last tile and has no effect.

    Raises:
        DrawError: somebody is said to be ready, or to be paid.
    """
    name = called(rule.names, rule.id)
    if drawn.tenpai:
        text = message("{draw}: nobody pays for not being ready, so who is ready is not asked", draw=name)
        raise DrawError([Diagnostic("YK837", text)])
    if drawn.nagashi:
        text = message("{draw}: nobody is paid at a draw before the last tile", draw=name)
        raise DrawError([Diagnostic("YK837", text)])
