"""`yakulang rules`: which rulesets there are, what one says, and where each value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from yakulang.cli.streams import (
    FINE,
    WRONG_USE,
    json_option,
    lang_option,
    print_json,
    print_report,
    print_result,
    say_all,
)
from yakulang.message import message

if TYPE_CHECKING:
    from yakulang.errors import Diagnostic
    from yakulang.rules.listing import Listed
    from yakulang.rules.merge import Merged
    from yakulang.rules.overview import Difference, Effective
    from yakulang.source import Span

_EPILOG = """\b
yakulang rules
yakulang rules show riichi
yakulang rules show riichi --all
yakulang rules show ./friday.yaml --format markdown
yakulang rules show ./friday.yaml limits
yakulang rules show riichi 平和
yakulang rules show riichi 本場
"""


@click.group(invoke_without_command=True, epilog=_EPILOG)
@click.pass_context
def rules(context: click.Context) -> int | None:
    """List rulesets, and show what they say and where.

    Without a command, lists the bundled rulesets.
    """
    return context.invoke(list_, as_json=False, lang="en") if context.invoked_subcommand is None else None


@rules.command("list")
@json_option
@lang_option
def list_(*, as_json: bool, lang: str) -> int:
    """List the bundled rulesets: id, name, players, status, and other names they may be called by."""
    from yakulang.report.rules_text import list_report  # noqa: PLC0415
    from yakulang.rules.listing import listed  # noqa: PLC0415

    found = listed()
    if as_json:
        print_json([_listed(one) for one in found])
    else:
        print_report(list_report(found, lang))
    return FINE


@rules.command("path")
def path() -> int:
    """Print the folder of the bundled rule files."""
    from yakulang.rules.bundle import rulesets_folder  # noqa: PLC0415

    print_result(str(rulesets_folder()))
    return FINE


@rules.command("show")
@click.argument("name")
@click.argument("path", required=False)
@click.option(
    "--all", "everything", is_flag=True, help="Every section in full, with what differs from what it extends."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="How the statement is set.",
)
@json_option
@lang_option
def show(*, name: str, path: str | None, everything: bool, form: str, as_json: bool, lang: str) -> int:
    """Show a ruleset (an id, an alias or a file) as a statement of one page, or what it says at a PATH.

    The statement tells what is not as at every table; that of a house rule, what it changes and adds. PATH is names of
    the rule file with dots between, e.g. limits or fu.round_up_to; or the id of a yaku, a limit, a fu item or a
    mix-in; or what players call it in any language. Each value is shown with the file and line that decides, and those
    that had a say before.
    """
    from yakulang.errors import RuleError  # noqa: PLC0415
    from yakulang.rules.build import build  # noqa: PLC0415
    from yakulang.rules.catalogue import load  # noqa: PLC0415

    try:
        merged = load(name)
        build(merged)  # what is wrong with a rule is no statement of rules
    except RuleError as error:
        say_all(error.diagnostics)
        return WRONG_USE
    if path is not None:
        return _part(merged, path, as_json=as_json, lang=lang)
    if as_json or everything:
        return _whole(merged, as_json=as_json, lang=lang)
    return _statement(merged, markdown=form == "markdown", lang=lang)


def _statement(merged: Merged, *, markdown: bool, lang: str) -> int:
    from yakulang.report.statement import as_markdown, as_text, statement  # noqa: PLC0415
    from yakulang.rules.catalogue import root_of  # noqa: PLC0415
    from yakulang.rules.listing import listed  # noqa: PLC0415

    part = merged.chain[-1].key in {f"bundled:{one.id}" for one in listed() if one.mixin}
    page = statement(merged, _extended(merged) if part else root_of(merged), lang, part=part)
    if markdown:
        print_result(as_markdown(page, lang).rstrip("\n"))
    else:
        for section in as_text(page):
            print_report(section)
    return FINE


def _extended(merged: Merged) -> Merged | None:
    """Return the rules that a file extends, or None where it extends none."""
    from yakulang.rules.catalogue import load_named  # noqa: PLC0415
    from yakulang.rules.nodes import Scalar  # noqa: PLC0415

    file = merged.chain[-1]
    extended = file.root.items.get("extends")
    return load_named(extended, file.folder) if isinstance(extended, Scalar) else None


def _whole(merged: Merged, *, as_json: bool, lang: str) -> int:
    from yakulang.report.rules_text import ruleset_report  # noqa: PLC0415
    from yakulang.rules.overview import differences  # noqa: PLC0415

    base = _extended(merged)
    differing = differences(merged, base) if base is not None else []
    if as_json:
        print_json(_ruleset(merged, base, differing))
    else:
        for section in ruleset_report(merged, differing, base.chain[-1].id if base else None, lang):
            print_report(section)
    return FINE


def _part(merged: Merged, asked: str, *, as_json: bool, lang: str) -> int:
    from yakulang.report.rules_text import values_report  # noqa: PLC0415
    from yakulang.rules.everyday import mixins_with  # noqa: PLC0415
    from yakulang.rules.overview import effective, paths_of, places_called  # noqa: PLC0415

    paths = paths_of(merged, asked)
    meant = paths or places_called(asked)
    mixins = [] if "." in asked or paths == [asked] else mixins_with(asked, merged, paths=meant)
    if not paths:
        say_all([_nothing(merged, asked, mixins)], lang)
        return WRONG_USE
    values = [value for one in paths for value in effective(merged, one)]
    if as_json:
        more = {"mixins": mixins} if mixins else {}
        print_json({"rules": merged.chain[-1].id, "values": [_value(value) for value in values], **more})
    else:
        print_report(values_report(values, lang, mixins))
    return FINE


def _nothing(merged: Merged, asked: str, mixins: list[str]) -> Diagnostic:
    """Return the diagnostic for what a ruleset does not have."""
    from yakulang.errors import Diagnostic  # noqa: PLC0415
    from yakulang.rules.overview import near_path, places_called  # noqa: PLC0415
    from yakulang.rules.typed_names import folded  # noqa: PLC0415
    from yakulang.rules.wording import play_names  # noqa: PLC0415

    rules_id = merged.chain[-1].id
    text = message("there is no `{word}` in `{rules}`", word=asked, rules=rules_id)
    if places := places_called(asked):
        shown = ", ".join(f"`{path}`" for path in places)
        text = message("`{rules}` says nothing of {word}: there is no {path}", rules=rules_id, word=asked, path=shown)
    of_play = not mixins and not places and folded(asked) in map(folded, play_names())
    if of_play:
        text = message("{word} is about how a hand is played, and no rule file says that", word=asked)
        hint = message("rule files say what a hand, a draw, a match and its result are worth")
    elif mixins:
        hint = message("it comes by including {mixins}", mixins=", ".join(f"`{name}`" for name in mixins))
    elif places:
        hint = message("{command} shows what it says", command=f"`yakulang rules show {rules_id}`")
    elif near := near_path(merged, asked):
        hint = message("did you mean `{word}`?", word=near)
    else:
        hint = message("{command} shows what there is", command=f"`yakulang rules show {rules_id}`")
    return Diagnostic("YK370", text, hint=hint)


# --- as JSON ------------------------------------------------------------------------------------------


def _listed(one: Listed) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": dict(one.names),
        "status": one.status,
        "players": one.players,
        "extends": one.extends,
        "aliases": list(one.aliases),
        "file": one.file,
        "mixin": one.mixin,
    }


def _at(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}


def _value(value: Effective) -> dict[str, Any]:
    from yakulang.rules.overview import comment_of, value_json  # noqa: PLC0415

    data: dict[str, Any] = {"path": value.path, "value": value_json(value.node), **_at(value.span)}
    if value.node is None:
        data["taken_out"] = True
    data["before"] = [{"value": span.text, **_at(span)} for span in value.before]
    if value.comment:
        data["comment"] = value.comment
    if value.included is not None:
        comment = comment_of(value.included)
        data["included"] = _at(value.included) | ({"comment": comment} if comment else {})
    if value.sources:
        data["sources"] = [
            {"id": s.id, "title": s.title} | {k: v for k, v in (("url", s.url), ("read", s.read)) if v}
            for s in value.sources
        ]
    return data


def _ruleset(merged: Merged, base: Merged | None, differing: list[Difference]) -> dict[str, Any]:
    from yakulang.rules.overview import value_json  # noqa: PLC0415

    return {
        "id": merged.chain[-1].id,
        "extends": base.chain[-1].id if base is not None else None,
        "files": [source.name for source in merged.files],
        "differences": [
            {"path": one.path, "was": value_json(one.was), "now": value_json(one.now), **_at(one.span)}
            for one in differing
        ],
        "rules": value_json(merged.tree),
    }
