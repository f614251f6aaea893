"""Every lint: its code, and in one sentence what it tells."""

from __future__ import annotations

LINTS: dict[str, str] = {
    # conditions
    "YK400": "a phrase of a condition is never true, whatever the hand",
    "YK401": "a phrase of a condition is always true, whatever the hand",
    "YK402": "`all ... are` is true on a whole shape only because the shape has no such groups, and that decides",
    "YK403": "what `each` counts is never there",
    "YK404": "a rank letter stands once in its phrase, so it ties nothing together",
    # yaku
    "YK410": "a yaku has no value for the hands that meet its condition",
    "YK411": "a yaku is worth nothing",
    "YK412": "a yaku is never counted, because whenever it is held one that replaces it is held too",
    "YK413": "a yaku replaces one that is worth more",
    "YK414": "a yaku replaces or excludes itself",
    "YK415": "two yaku replace each other, so that a hand with both has neither",
    "YK416": "a yaku replaces one that is never held with it",
    "YK417": "two yaku have one name",
    # limits and fu
    "YK420": "a limit without `when` that no yaku names is never reached",
    "YK421": "a limit is never paid, because whenever it applies one as large or larger does",
    "YK422": "a limit is worth less than the base at which it begins",
    "YK425": "two fixed fu can apply to one hand, and only their order decides",
    "YK426": "a fixed fu is never used, because whenever it applies an earlier one does",
    "YK427": "a liability covers a yaku that is no yakuman, so that nobody is liable for it",
    # draws
    "YK428": "what is paid at a draw can't be shared, or is not said, for some number of players who are ready",
    "YK429": "several winners make a draw that the table has not",
    # the file
    "YK430": "a trait, term, fact or word that the file defines is not used",
    "YK431": "a source is not cited, though others are",
    "YK432": "a source that is cited is not among the sources",
    "YK433": "a stable file has values without a source",
    "YK434": "a draft does not say what is unknown",
    "YK435": "a mix-in that the file includes changes nothing here",
    "YK436": "a mapping or a list is empty",
    "YK437": "the result asks how many are afloat, and `settlement.afloat` does not say who is",
    "YK438": "what each pays at a draw is said for as many ready as play, where nobody pays",
    "YK439": "values of the table, the match or the result don't fit together, so that using them is refused",
    "YK440": "an example does not hold",
    "YK445": "`allow` names a warning that is not given here",
    "YK446": "there are more warnings of the same kinds than are told one by one",
}
