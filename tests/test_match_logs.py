"""Whole recorded games: from each hand to the next, and the end, as the platform went on."""

from __future__ import annotations

from functools import cache

from comparing import Tally
from corpus import corpus_path
from tenhou6 import games_of
from tenhou_match import Game, fields_of, game_of
from tenhou_xml import logs

from yakulang import Ruleset, load_ruleset, ruleset_from_text
from yakulang.table.match import after, first, seat_at_start


@cache
def rules_for(name: str, *, both_winds: bool) -> Ruleset:
    if both_winds:
        return ruleset_from_text(name) if "\n" in name else load_ruleset(name)
    return ruleset_from_text(f"yakulang: 1\nid: east\nextends: {name}\ninclude: [local/east-only]\n")


def compare(game: Game, name: str, tally: Tally) -> None:
    """Fold a game from its endings; the state before each hand, dealer, end and points are held against the log's.

    A record that begins in the middle, or stops there, is compared as far as it goes.
    """
    book = rules_for(name, both_winds=game.both_winds).rulebook
    whole = game.hands[0].before.name == "E1"
    state = first(book) if whole else game.hands[0].before
    for number, played in enumerate(game.hands):
        row = f"{game.name}#{number + 1}"
        wanted = dict(fields_of(played.before))
        fields = {field: (wanted[field], got) for field, got in fields_of(state)}
        fields["dealer"] = (played.dealer, seat_at_start(book, state, "E"))
        step = after(book, state, played.end)
        last = number == len(game.hands) - 1
        if not last or game.final is not None:
            fields["over"] = (last, step.over)
        if last and game.final is not None:
            # what nobody took of the sticks goes to the first
            points = dict(step.points)
            points[max(points, key=lambda seat: points[seat])] += step.deposits * book.payments.stick.value
            fields["final"] = (game.final, points)
        tally.compare(row, fields, played.end)
        if step.state is None:
            break
        state = step.state


def test_recorded_games() -> None:
    """Four players and three, East only or both winds, extensions, sudden death, every early end."""
    tally = Tally("whole games of Tenhou")
    games = [game_of(name, text) for name, text in logs()]
    for game in games:
        compare(game, "tenhou" if game.players == 4 else "tenhou-sanma", tally)
    assert len(games) == 312
    tally.finish(rows=2782, fields=17004)


# a room of three players: its matches end with East 3, and a dealer who is first there plays on
ROOM = "yakulang: 1\nid: room\nextends: mahjongsoul-sanma\ninclude: [local/east-only, local/no-agari-yame]\n"
OTHERS = {
    "tenhou-json/doubleron_and_honba.json": "tenhou",
    "tenhou-json/pao_ron.json": "tenhou",
    "tenhou-json/ron-3.json": "tenhou",
    "tenhou-json/tenhou6-nuki.json": "tenhou-sanma",
    "mahjongsoul/tensoul_usual.json": "mahjongsoul",
    "mahjongsoul/1.json": "mahjongsoul",
    "mahjongsoul/kazoe_yakuman.json": "mahjongsoul",
    "mahjongsoul-sanma/nukidora_doubleron.json": ROOM,
    "mahjongsoul-sanma/kokushi13_withnuki.json": ROOM,
    "mahjongsoul-sanma/kan3_nuki_rinshan.json": ROOM,
    "other/jpml-a-47.txt": "jpml-to-2022",
}


def test_games_of_other_platforms() -> None:
    tally = Tally("games of other platforms")
    for path, name in OTHERS.items():
        for game in games_of(corpus_path(f"logs/{path}")):
            compare(game, name, tally)
    tally.finish(rows=82, fields=495)
