"""yakulang: a rule engine for Japanese (riichi) mahjong whose rules are files, not code.

>>> from yakulang import Hand, load_ruleset
>>> ruling = load_ruleset("riichi").score(Hand.parse("234m567m345p67s22s +8s seat=S"))
>>> ruling.han, ruling.fu, ruling.points
(2, 30, 2000)
"""

from yakulang.engine.load import load_ruleset, ruleset_from_text
from yakulang.engine.ruleset import Ruleset
from yakulang.engine.ruling import Ruling
from yakulang.errors import Diagnostic, HandError, RuleError, YakulangError
from yakulang.hand import Hand, Meld

__version__ = "0.1.0"

__all__ = [
    "Diagnostic",
    "Hand",
    "HandError",
    "Meld",
    "RuleError",
    "Ruleset",
    "Ruling",
    "YakulangError",
    "load_ruleset",
    "ruleset_from_text",
]
