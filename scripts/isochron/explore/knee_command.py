# SPDX-License-Identifier: Apache-2.0
"""`knee`: where a machine saturates, or any condition changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from isochron import terminal
from isochron.errors import ReportError
from isochron.explore import knee, session
from isochron.explore.conditions import Condition
from isochron.explore.designs import Span, fitting, parse_vary
from isochron.explore.evidence import MOST_EVENTS
from isochron.results.metrics import Known
from isochron.units import parsed, quantity, stored


def command(
    scenario: session.ScenarioFile,
    vary: session.Vary,
    until: Annotated[str | None, typer.Option(metavar="'METRIC OP VALUE'", help="Condition whose truth changes (default: by the machine)")] = None,
    precision: Annotated[str, typer.Option(help="Relative distance of the two sides at the end")] = "0.5 %",
    part: Annotated[str | None, typer.Option(help="Part whose utilisation decides, such as bus (default: by the machine)")] = None,
    max_runs: Annotated[int, typer.Option(min=2, max=1000, help="Values tried at most")] = 12,
    max_replications: Annotated[int, typer.Option(min=2, max=10_000, help="Replications of a value at most")] = knee.MOST_REPLICATIONS,
    max_events: Annotated[
        int | None, typer.Option(min=1, help=f"Events simulated at most (default: {MOST_EVENTS // 1_000_000} million, or --max-runs values as the scenario measures them)")
    ] = None,
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Searches a parameter for the point at which the machine no longer keeps up, or at which a condition changes.

    Without --until, a machine that is asked for a rate is saturated where the backlog of a traffic grows by more than 0.25 % of what its
    sources ask for in the measured window. A machine that is asked for all it can give is saturated where the part that holds it back
    is used 95 %. --until takes a metric's mean and <, <=, > or >=, and the knee is where that begins or ends to hold. With `<= 0` one
    replication above 0 is enough to refute it.

    A backlog is decided when its growth is more than chance or a filling machine explains. Until then the measured window is doubled.
    A figure is decided when its confidence interval lies on one side of the threshold. Until then its replications are doubled, up to
    --max-replications; it has at least 4. Both sides of the answer are decided a second time, and the answer's interval holds with the
    scenario's measure.confidence. The search ends at --max-events, and says what is in doubt then, and why.

    Examples:

      scripts/explore knee scenarios/seachange/cluster.yaml --vary target_bandwidth=180MB/s..320MB/s

      scripts/explore knee scenarios/gennart/shared_bus_resample.yaml --vary nodes=1..16

      scripts/explore knee scenarios/seachange/streams.yaml --vary streams.count=2400..3600 --set streams.client_buffer=20ms --until 'streams.underrun <= 0'
    """
    varied = parse_vary(vary)
    spans = {path: span for path, values in varied.items() if isinstance(values, str) and (span := Span.parse(values))}
    if len(varied) != 1 or not spans:
        raise ReportError("knee takes one parameter and a range of it: --vary target_bandwidth=180MB/s..320MB/s")
    [(path, span)] = spans.items()
    close = share(precision, "--precision")
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "knee", asked)
    fits = fitting(runner.simulator, asked, varied)
    condition = until if until is None else Condition.parse(until, Known.of(runner.simulator.explain(fits)), "--until")
    session.say_pinned(runner.simulator.pinned(fits, (path,))[1])
    found = knee.find(
        asked, path, span, runner=runner, precision=close, most_runs=max_runs, part=part, until=condition, most_replications=max_replications,
        most_events=max_events,
    )
    written = _write(found, folder)
    terminal.console().print(_table(found))
    terminal.console().print(found.sentence, style="bold", markup=False)
    terminal.console().print(f"{found.criterion.compared}.", markup=False)
    for remark in found.remarks:
        terminal.console().print(f"{remark}.", style="yellow", markup=False)
    if found.runs >= max_runs and found.precision > close / 2 and found.high.whole - found.low.whole > 1:
        terminal.console().print(f"{max_runs} values did not reach the precision of {precision}; --max-runs takes more", style="yellow", markup=False)
    session.say_warnings((f"{path}={probe.text}", probe.warnings[:1]) for probe in found.probes)
    session.finish(runner, written)


def share(text: str, option: str) -> float:
    """ "1 %" or "0.01"; ReportError for anything else."""
    try:
        return parsed(text, "1")
    except ValueError:
        raise ReportError(f"{option} {text}: not a share; write 1 % or 0.01") from None


def _table(found: knee.Knee) -> Table:
    effort = "window" if found.criterion.of_backlog else "replications"
    table = session.table(
        f"{found.runs} values, {found.replications} replications: {found.criterion.name}",
        [(found.path, True), (effort, True), (escape(found.criterion.figure), True), ("", False)],
    )
    for probe in found.probes:
        colour = "green" if probe.holds else "red"
        state = f"[{colour}]{found.criterion.word(probe.holds)}[/]" + ("" if probe.certain else " (in doubt)")
        spent = quantity(probe.evidence.seconds, "s") if found.criterion.of_backlog else str(probe.replications)
        table.add_row(escape(probe.text), spent, found.criterion.shown(probe.figure, probe.half_width), state)
    return table


def _write(found: knee.Knee, folder: Path) -> list[Path]:
    import pandas  # noqa: PLC0415  (with the figures)

    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    frame = pandas.DataFrame(
        {
            found.path: probe.whole / stored(1, found.unit),
            "replications": probe.replications,
            "simulated_s": probe.evidence.seconds,
            "figure": probe.figure,
            "half_width": probe.half_width,
            "holds": probe.holds,
            "certain": probe.certain,
            "reason": probe.evidence.reason,
            "warnings": "; ".join(probe.warnings),
        }
        for probe in found.probes
    )
    return [session.write_frame(frame, folder / "knee.csv"), figures.knee(found, folder / "knee.png")]
