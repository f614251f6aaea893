"""yakulang: a rule engine for Japanese (riichi) mahjong whose rules are files, not code.

>>> from yakulang import Hand, load_ruleset
>>> ruling = load_ruleset("riichi").score(Hand.parse("234m567m345p67s22s +8s seat=S"))
>>> ruling.han, ruling.fu, ruling.points
(2, 30, 2000)
"""

from typing import TYPE_CHECKING, Any

from yakulang.version import __version__

if TYPE_CHECKING:
    from yakulang.engine.load import load_ruleset, ruleset_from_text
    from yakulang.engine.match_fold import Match
    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.engine.timeline import Standing, timeline
    from yakulang.errors import BatchError, Diagnostic, HandError, RuleError, YakulangError
    from yakulang.hand import Hand, Meld
    from yakulang.report.ruling_text import ruling_text
    from yakulang.table.declaring import Declaring
    from yakulang.table.draws import DrawError, DrawRuling
    from yakulang.table.hand_end import HandEnd, MatchState
    from yakulang.table.match_step import MatchError, MatchStep
    from yakulang.table.settlement import SettleError, Settlement

__all__ = [
    "BatchError",
    "Declaring",
    "Diagnostic",
    "DrawError",
    "DrawRuling",
    "Hand",
    "HandEnd",
    "HandError",
    "Match",
    "MatchError",
    "MatchState",
    "MatchStep",
    "Meld",
    "RuleError",
    "Ruleset",
    "Ruling",
    "SettleError",
    "Settlement",
    "Standing",
    "TableRuling",
    "YakulangError",
    "__version__",
    "load_ruleset",
    "ruleset_from_text",
    "ruling_text",
    "timeline",
]

_HOME = {
    **dict.fromkeys(("load_ruleset", "ruleset_from_text"), "engine.load"),
    "Match": "engine.match_fold",
    "Ruleset": "engine.ruleset",
    "Ruling": "engine.ruling",
    "TableRuling": "engine.table_ruling",
    **dict.fromkeys(("Standing", "timeline"), "engine.timeline"),
    **dict.fromkeys(("BatchError", "Diagnostic", "HandError", "RuleError", "YakulangError"), "errors"),
    **dict.fromkeys(("Hand", "Meld"), "hand"),
    "ruling_text": "report.ruling_text",
    **dict.fromkeys(("DrawError", "DrawRuling"), "table.draws"),
    "Declaring": "table.declaring",
    **dict.fromkeys(("HandEnd", "MatchState"), "table.hand_end"),
    **dict.fromkeys(("MatchError", "MatchStep"), "table.match_step"),
    **dict.fromkeys(("SettleError", "Settlement"), "table.settlement"),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: who only starts pytest or asks for the version need not wait for the engine."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
