"""What stands on the table after the events of a hand, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES, translated
from yakulang.notation.tile_text import WIND_NAMES
from yakulang.report.words import fact_name, separator, word
from yakulang.source import display_width

if TYPE_CHECKING:
    from yakulang.engine.timeline import Standing


def standing_text(standing: Standing, lang: str) -> str:
    """Return what stands, a line each; words of the situation and of events as they are written."""

    def name(wind: str) -> str:
        return translated(WIND_NAMES[wind], lang)

    winners = " ".join(map(name, standing.winners))
    pending = " ".join(kan if lang == LANGUAGES[0] else word(kan, lang) for kan in standing.pending)
    rows = [
        (word("won_by", lang), winners or word("nothing", lang)),
        (word("turned", lang), str(standing.turned)),
        (word("pending", lang), pending or word("nothing", lang)),
    ]
    if standing.seat:
        flags = separator(lang).join(fact_name(flag, lang) for flag in sorted(standing.flags))
        rows.append((word("facts_of", lang, wind=name(standing.seat)), flags or word("nothing_to_say", lang)))
        rows += [("", f"{fact_name(fact, lang)} {value}") for fact, value in standing.facts.items()]
    width = max(8, *(display_width(label) for label, _ in rows))
    return "\n".join(f"{label}{' ' * (width - display_width(label))}  {value}" for label, value in rows)
