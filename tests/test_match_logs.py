"""Whole recorded games: from each hand to the next, and the end, as the platform went on."""

from __future__ import annotations

from functools import cache

from comparing import Tally
from tenhou_match import Game, fields_of, game_of
from tenhou_xml import logs

from yakulang import Ruleset, load_ruleset, ruleset_from_text
from yakulang.table.match import after, first, seat_at_start

SPECIAL: dict[str, str] = {}


@cache
def rules_for(players: int, *, both_winds: bool) -> Ruleset:
    name = "tenhou" if players == 4 else "tenhou-sanma"
    if both_winds:
        return load_ruleset(name)
    return ruleset_from_text(f"yakulang: 1\nid: east\nextends: {name}\ninclude: [local/east-only]\n")


def compare(game: Game, tally: Tally) -> None:
    """Fold a game from its endings; the state before each hand is held against the log's."""
    book = rules_for(game.players, both_winds=game.both_winds).rulebook
    state = first(book)
    for number, played in enumerate(game.hands):
        row = f"{game.name}#{number + 1}"
        wanted = dict(fields_of(played.before))
        fields = {name: (wanted[name], got) for name, got in fields_of(state)}
        fields["dealer"] = (played.dealer, seat_at_start(book, state, "E"))
        step = after(book, state, played.end)
        last = number == len(game.hands) - 1
        fields["over"] = (last and game.final is not None, step.over)
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
    tally = Tally("whole games of Tenhou")
    games = 0
    for name, text in logs():
        if name in SPECIAL:
            tally.leave_out(name, SPECIAL[name])
            continue
        compare(game_of(name, text), tally)
        games += 1
    assert games == 311
    tally.finish(rows=0, fields=0, left_out=1)
