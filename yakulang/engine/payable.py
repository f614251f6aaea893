"""What a payment without a hand may be asked for: fu that the rules can give, and whom payments are multiplied for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from yakulang.engine.payment import multiplied, round_up
from yakulang.message import message

if TYPE_CHECKING:
    from yakulang.rules.model import Multiplier, Rulebook


def refuse_fu(rulebook: Rulebook, fu: int) -> None:
    """Refuse fu that no hand has.

    Raises:
        ValueError: they are no fixed fu, and are not rounded or less than what every hand has.
    """
    rules = rulebook.fu
    fixed = [rule.fu.value for rule in rules.fixed]
    least = round_up(sum(rule.fu.value for rule in rules.items if rule.when is None and rule.each is None), 1)
    if fu in fixed or (fu % rules.round_up_to == 0 and fu >= least):
        return
    rounded = message(
        "no hand has {fu} fu under `{rules}`: they are rounded up to {step}, and {least} at least",
        fu=fu,
        rules=rulebook.id,
        step=rules.round_up_to,
        least=round_up(least, rules.round_up_to),
    )
    if fixed:
        raise ValueError(message("{sentence}; fixed are {fixed}", sentence=rounded, fixed=" ".join(map(str, fixed))))
    raise ValueError(rounded)


def multipliers_asked(rulebook: Rulebook, facts: Mapping[str, str] | None) -> tuple[tuple[Multiplier, str], ...]:
    """Return the multipliers of payments that some facts make apply, each with its seat wind.

    Args:
        rulebook: has the multipliers.
        facts: by the name of a choice, which of its values it is, e.g. `east`.

    Raises:
        ValueError: no payment asks for a fact, or it never has that value.
    """
    if facts is None:
        return ()
    if not isinstance(facts, Mapping):
        raise ValueError(message("facts are names with values, such as {text}", text="{NAME: 'east'}"))  # noqa: TRY004  as documented
    known = [rule.fact for rule in rulebook.payments.multipliers]
    for name, value in facts.items():
        if name not in known:
            there = ", ".join(known) or message("none")
            raise ValueError(
                message("payments ask for no `{word}` under `{rules}`; they ask for {words}",
                        word=name, rules=rulebook.id, words=there)
            )  # fmt: skip
        values = rulebook.facts[name].values
        if value not in values:
            never = message("`{word}` is never `{value}`", word=name, value=value)
            hint = message("it is {values}", values=" ".join(values))
            raise ValueError(message("{sentence}; {hint}", sentence=never, hint=hint))
    return multiplied(rulebook, facts)
