# SPDX-License-Identifier: Apache-2.0
"""`knee`: where a machine saturates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron import knee, terminal
from isochron.designs import Span, parse_vary
from isochron.errors import ReportError
from isochron.explore import session


def command(
    scenario: session.ScenarioFile,
    vary: session.Vary,
    precision: Annotated[str, typer.Option(help="Relative distance of the two sides at the end")] = "0.5 %",
    part: Annotated[str | None, typer.Option(help="Part whose utilisation decides, such as bus (default: by the machine)")] = None,
    max_runs: Annotated[int, typer.Option(min=2, help="Simulations at most")] = 12,
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Bisects a parameter to the point at which the machine does not keep up any more.

    A machine that is asked for a rate is saturated where it delivers less than 99.75 % of it, whatever chance
    adds; one that is asked for all it can
    give, where the part that holds it back is used 95 %. The answer says whether the confidence intervals leave doubt.

    Examples:

      scripts/explore knee scenarios/seachange/cluster.yaml --vary target_bandwidth=180MB/s..320MB/s

      scripts/explore knee scenarios/gennart/shared_bus_resample.yaml --vary nodes=1..16
    """
    varied = parse_vary(vary)
    spans = {path: Span.parse(values) for path, values in varied.items() if isinstance(values, str)}
    if len(varied) != 1 or not all(spans.values()) or not spans:
        raise ReportError("knee takes one parameter and a range of it: --vary target_bandwidth=180MB/s..320MB/s")
    [(path, span)] = spans.items()
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "knee", asked)
    session.say_pinned(runner.simulator.pinned(asked, (path,))[1])
    found = knee.find(asked, path, span, runner=runner, precision=share(precision, "--precision"), most_runs=max_runs, part=part)
    written = _write(found, folder)
    terminal.console().print(_table(found))
    terminal.console().print(found.sentence, style="bold")
    if found.precision > share(precision, "--precision") / 2 and found.high.whole - found.low.whole > 1:
        terminal.console().print(f"{max_runs} runs did not reach the precision of {precision}; --max-runs takes more", style="yellow")
    session.finish(runner, written)


def share(text: str, option: str) -> float:
    """ "1 %" or "0.01"; ReportError for anything else."""
    try:
        return float(text.removesuffix("%")) / 100 if text.rstrip().endswith("%") else float(text)
    except ValueError:
        raise ReportError(f"{option} {text}: not a share; write 1 % or 0.01") from None


def _table(found: knee.Knee):
    table = session.table(
        f"{found.runs} runs, {found.criterion}, threshold {found.threshold:g}",
        [(found.path, True), ("replications", True), ("figure", True), ("", False)],
    )
    for probe in found.probes:
        interval = "" if probe.half_width is None else f" ± {probe.half_width:.2g}"
        state = ("[red]saturated[/]" if probe.saturated else "[green]keeps up[/]") + ("" if probe.certain else " (in doubt)")
        table.add_row(probe.text, str(probe.replications), f"{probe.figure:.5f}{interval}", state)
    return table


def _write(found: knee.Knee, folder: Path) -> list[Path]:
    import pandas  # noqa: PLC0415  (with the figures)

    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)
    from isochron.units import stored  # noqa: PLC0415

    frame = pandas.DataFrame(
        {
            found.path: probe.whole / stored(1, found.unit),
            "replications": probe.replications,
            "figure": probe.figure,
            "half_width": probe.half_width,
            "saturated": probe.saturated,
            "certain": probe.certain,
        }
        for probe in found.probes
    )
    return [session.write_frame(frame, folder / "knee.csv"), figures.knee(found, folder / "knee.png")]
