# SPDX-License-Identifier: Apache-2.0
"""The commands of scripts/explore for regression use: fingerprints, explain-change, compare-versions."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from isochron import terminal
from isochron.errors import ReportError
from isochron.explore.regression import documents, explanation, fingerprint, junit, outcome, short, tables, times, trend
from isochron.explore.regression.explanation import Side
from isochron.explore.regression.recording import Window
from isochron.files import atomic
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, parse_settings

# Limit of a short form: a fingerprint is checked at every change.
CPU_S = 1.0

Scenarios = Annotated[
    list[Path] | None, typer.Argument(metavar="SCENARIO", help="Scenario files (YAML); without one all that have a fingerprint file")
]
Set = Annotated[list[str], typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter, as isochron run does; may be repeated")]
Json = Annotated[bool, typer.Option("--json", help="As JSON, on standard output")]
All = Annotated[bool, typer.Option("--all", help="Every line; else the ones that matter")]

fingerprints = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Fingerprint files: what a short form of each scenario delivers, to the picosecond."
)


def mount(app: typer.Typer) -> None:
    """Adds the commands to an application."""
    app.add_typer(fingerprints, name="fingerprints")
    app.command("explain-change")(explain_change)
    app.command("compare-versions")(compare_versions)


@fingerprints.command("update")
def update(
    scenarios: Scenarios = None,
    settings: Set = [],
    anew: Annotated[bool, typer.Option("--anew", help="Forget the settings of the file that is there: begin with the short form")] = False,
) -> None:
    """Says that what the scenarios deliver now is right: runs a short form of each and writes its fingerprint file.

    The file of scenarios/seachange/cluster.yaml is scenarios/fingerprints/seachange/cluster.json. It keeps the settings of the
    short form: of a scenario without a file one replication of its first point, and where it is measured for a time 20 ms.

    Examples:

      scripts/explore fingerprints update

      scripts/explore fingerprints update scenarios/seachange/contention.yaml --set measure.duration=10ms
    """
    simulator = Simulator.find()
    listed = scenarios or fingerprint.known()
    done = [outcome.update(path, simulator, parse_settings(settings), anew=anew) for path in listed]
    terminal.console().print(tables.updated(done))
    for one in done:
        if one.cpu_s > CPU_S:
            print(f"isochron: {one.name} takes {one.cpu_s:.1f} s of CPU at each check; make it shorter with --set", file=sys.stderr)


@fingerprints.command("check")
def check(
    scenarios: Scenarios = None,
    junit_file: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit XML report to this file")] = None,
) -> None:
    """Runs the short form of each scenario and compares with its fingerprint file. Exit code 1 and a table where one changed.

    Of a changed one the table tells in which interval of time the first difference lies; explain-change tells the rest.

    Examples:

      scripts/explore fingerprints check

      scripts/explore fingerprints check scenarios/seachange/cluster.yaml --junit fingerprints.xml
    """
    simulator = Simulator.find()
    done = [outcome.check(path, simulator) for path in scenarios or fingerprint.known()]
    if junit_file is not None:
        atomic.write_text(junit_file, junit.report(done))
    terminal.console().print(tables.checked(done))
    for one in done:
        if one.state == "error":
            print(f"isochron: {one.detail}", file=sys.stderr)
    _end(max(one.exit_code for one in done))


def explain_change(
    scenario: Annotated[Path, typer.Argument(help="Scenario file (YAML)", metavar="SCENARIO")],
    against: Annotated[Path | None, typer.Option(metavar="COMMAND", help="The isochron command of the version before the change")] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Or a log that it wrote with --record, of all places and with the same settings")
    ] = None,
    settings: Set = [],
    as_is: Annotated[bool, typer.Option("--as-is", help="One replication as long as the scenario says, instead of the short form")] = False,
    trace_from: Annotated[str | None, typer.Option(metavar="TIME", help="Compare from this time of the simulation on")] = None,
    trace_to: Annotated[str | None, typer.Option(metavar="TIME", help="... and up to this one")] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the logs around the difference there, as old.csv and new.csv")
    ] = None,
    everything: All = False,
    as_json: Json = False,
) -> None:
    """Tells which delivery differs first from the version before: when, where, and at which hop of its path. Exit code 1 if one does.

    The settings are those of the scenario's fingerprint file, else those of the short form. Without --against and --log the
    fingerprint file alone tells in which interval of time the first difference lies.

    Examples:

      scripts/explore explain-change scenarios/seachange/cluster.yaml --against ../before/build/release/isochron

      scripts/explore explain-change scenarios/seachange/cluster.yaml --log old.csv --json

      scripts/explore explain-change scenarios/seachange/cluster.yaml
    """
    simulator = Simulator.find()
    file = fingerprint.file_of(scenario)
    if against is not None and log is not None:
        raise ReportError("--against and --log do not go together: one of them is the version before")
    if against is None and log is None:
        if settings or as_is or trace_from or trace_to or keep:
            raise ReportError("the fingerprint file alone has settings of its own; the other options take --against or --log")
        known = fingerprint.load(file)
        _narrow(explanation.narrow(Scenario.load(scenario).with_(known.settings), simulator, known), everything, as_json)
    changes = parse_settings(settings)
    if as_is:
        asked = Scenario.load(scenario)
        asked = asked.with_(short.first_point(asked)).with_({"measure.replications": "1"}).with_(changes)
    else:
        asked = outcome.settled(scenario, simulator, changes, fingerprint.load(file) if file.exists() else None)
    old = Side(str(against), Simulator.find(against)) if against is not None else Side(str(log), None, log)
    limits = ((trace_from, "--trace-from"), (trace_to, "--trace-to"))
    window = Window(*(None if text is None else times.typed(text, option) for text, option in limits))
    found = explanation.explain(asked, old, Side(str(simulator.command), simulator), window=window, keep=keep)
    if as_json:
        _print_json(found.to_json())
    else:
        print(f"{asked.name}: {asked.label}")
        print(tables.difference(found))
        if found.hops:
            terminal.console().print(tables.path(found, everything=everything))
    _end(0 if found.delivery is None else 1)


def compare_versions(
    first: Annotated[Path, typer.Argument(metavar="A", help="Result (JSON), or folder of results or of a sweep, of the version before")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The same of the version after")],
    everything: All = False,
    as_json: Json = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="As a Markdown page, on standard output")] = False,
    confidence: Annotated[
        float | None, typer.Option(min=0.5, max=0.999999, metavar="FRACTION", help="Of each test, as 0.999 (default: the results' own)")
    ] = None,
    fail_on_change: Annotated[
        bool, typer.Option("--fail-on-change", help="Exit code 1 where a metric, a verdict or a result changed")
    ] = False,
) -> None:
    """Compares results of two versions: what was asked, metrics with chance taken into account, verdicts, what the runs cost.

    A metric has changed where Welch's t-test says so; with one replication any difference counts as one. Some of many metrics
    are beyond chance by chance: where the seeds differ, --confidence 0.999 is a better gate.

    isochron diff lists every figure of two results that is not the same, those of single parts too; this tells which of the
    metrics are more than chance, and takes whole folders.

    Examples:

      scripts/explore compare-versions before/cluster.json after/cluster.json

      scripts/explore compare-versions out/before out/after --fail-on-change --markdown
    """
    if as_json and as_markdown:
        raise ReportError("--json and --markdown do not go together")
    found = [trend.compare(*pair, confidence) for pair in documents.pairs(first, second)]
    if as_json:
        head = {"schema": "isochron.versions/1", "a": str(first), "b": str(second), "test": trend.TEST}
        _print_json(head | {"results": [_plain(one) for one in found]})
    elif as_markdown:
        print(tables.versions_page(found, (str(first), str(second)), everything=everything), end="")
    else:
        out = terminal.console()
        for one in found:
            for part in tables.comparison(one, everything=everything):
                out.print(part, soft_wrap=isinstance(part, str), markup=False)
    _end(1 if fail_on_change and any(one.changed for one in found) else 0)


def _narrow(found: explanation.Narrowed, everything: bool, as_json: bool) -> None:
    """Shows what the fingerprint file says, and ends."""
    if as_json:
        _print_json(found.to_json())
    else:
        print(f"{found.scenario.name}: {found.scenario.label}")
        print(tables.narrowed(found))
        if found.now:
            terminal.console().print(tables.delivered(found, everything=everything))
    raise typer.Exit(0 if found.known.fingerprint == found.recorded.fingerprint else 1)


def _plain(found: trend.Comparison) -> dict[str, Any]:
    """For JSON, with what is computed of it."""
    document = dataclasses.asdict(found) | {"changed": found.changed}
    for line, written in zip(found.metrics, document["metrics"], strict=True):
        written["relative"] = line.relative
    for cost, written in zip(found.costs, document["costs"], strict=True):
        written["ratio"] = cost.ratio
    return document


def _print_json(document: Any) -> None:
    print(json.dumps(document, indent=2, ensure_ascii=False))


def _end(code: int) -> None:
    if code:
        raise typer.Exit(code)
