# SPDX-License-Identifier: Apache-2.0
"""The sections of the page: residuals, the IOMMU, predictions, constants of the card and of hosts, failures."""

from __future__ import annotations

from collections.abc import Sequence

from isochron.papers.pcie_bench import card, failures, measured, measures
from isochron.papers.pcie_bench.measures import Compared, Residuals
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Result
from isochron.units import anything, percent

SHOWN = (64, 128, 256, 512, 1024, 2048)
WORST = 12
KIB, MIB = 2**10, 2**20


def known(results: dict[str, Result], drawn: list[str]) -> str:
    """Curves of the known set-ups and the table of residuals."""
    if "known" not in results:
        return ""
    points = measures.by_size(results["known"])
    rows = [(f"`{setup}`", *by_test([one for one in points if one.at.setup == setup])) for setup in measures.setups(points) if measured.counts(setup)]
    rows.append(("**all of these**", *by_test(measures.counted(points))))
    rows += [(f"`{setup}`, not counted", *by_test([one for one in points if one.at.setup == setup])) for setup in measures.setups(points) if not measured.counts(setup)]
    return section(
        "Known set-ups: bandwidth against the size",
        *(figure(drawn, name, alt) for name, alt in KNOWN_FIGURES),
        "Absolute errors: median, 90th percentile and largest.",
        markdown.table(("set-up", "RD", "WR", "RW", "all tests"), rows, "lrrrr"),
        "The constants of the card were chosen by these points, so that they are no evidence for the model. The E3 has latencies of many microseconds with a long tail, since it sleeps between "
        "single transfers, and its writes are slower than its link allows, which no latency tells; its residuals are shown and not counted. Errors of every point are in [known.csv](data/pcie_bench/known.csv).",
    )


KNOWN_FIGURES = (
    ("pcie_bench_rd.png", "Reads against the size: measured points and the model's line for five set-ups"),
    ("pcie_bench_wr.png", "Writes against the size: measured points and the model's line for five set-ups"),
    ("pcie_bench_rw.png", "Reads and writes at once against the size: measured points and the model's line for five set-ups"),
)


def by_test(points: Sequence[Compared]) -> list[str]:
    """Cells of residuals: of each test, and of all."""
    found = [measures.residuals([one for one in points if one.at.test == test]) for test in measures.TESTS]
    return [cell(one) for one in (*found, measures.residuals(points))]


def cell(one: Residuals | None) -> str:
    """ "0.77 %, 3.9 %, 7.1 %"."""
    return "" if one is None else ", ".join((percent(one.median, 2), percent(one.p90), percent(one.largest)))


def windows(results: dict[str, Result], drawn: list[str]) -> str:
    """Reads of 64 B against the window: the knee, and residuals of all known set-ups."""
    if "windows" not in results:
        return ""
    points = measures.by_window(results["windows"])
    parts = [knee_table([one for one in points if one.at.setup == setup]) for setup in measures.setups(points) if setup.endswith("-iommu-nosp")]
    rows = [(f"`{setup}`", *by_cache([one for one in points if one.at.setup == setup])) for setup in measures.setups(points) if measured.counts(setup)]
    return section(
        "Reads of 64 B against the window, and the IOMMU's knee",
        figure(drawn, "pcie_bench_iommu.png", "Reads of 64 B against the window, with an IOMMU and without it, for four states of the cache"),
        *parts,
        "Absolute errors over all windows: median, 90th percentile and largest.",
        markdown.table(("set-up", *measures.CACHES), rows, "lrrrr"),
        "The IOMMU translates 64 pages of 4 KiB without a walk, which is 256 KiB. A larger window misses at random, and six walkers of 290 ns each limit the reads. Other sizes are not "
        "compared. Errors of every point are in [windows.csv](data/pcie_bench/windows.csv).",
    )


def knee_table(points: Sequence[Compared]) -> str:
    """Measured and simulated reads of a set-up with an IOMMU, and where they fall."""
    rows = []
    sentences = []
    for cache in measures.CACHES:
        own = [one for one in points if one.at.cache == cache]
        told = [one for one in own if one.measured is not None]
        windows_of = [one.at.window for one in told]
        found = measures.knee(windows_of, [one.model for one in told]), measures.knee(windows_of, [one.measured or 0.0 for one in told])
        beyond = [abs(one.error) for one in told if found[1] is not None and one.at.window >= found[1]]
        sentences.append((cache, *("none" if one is None else size(one) for one in reversed(found)), percent(max(beyond)) if beyond else ""))
        if cache == "HWarm":
            rows = [(size(one.at.window), f"{one.measured or 0:.2f}", f"{one.model:.2f}", f"{percent(one.error)}") for one in told]
    return markdown.page(
        f"The knee is the first window at which bandwidth has fallen by {percent(measures.FALL, 0)}. `{points[0].at.setup}`:",
        markdown.table(("cache", "knee, measured", "knee, model", "largest error from the knee on"), sentences, "lrrr"),
        "HWarm, by window, in Gb/s:",
        markdown.table(("window", "measured", "model", "error"), rows, "rrrr"),
    )


def by_cache(points: Sequence[Compared]) -> list[str]:
    """Cells of residuals of each state of the cache."""
    return [cell(measures.residuals([one for one in points if one.at.cache == cache])) for cache in measures.CACHES]


def size(number: int) -> str:
    """ "512 KiB"."""
    return f"{number // MIB} MiB" if number % MIB == 0 else f"{number // KIB} KiB"


def predictions(results: dict[str, Result], drawn: list[str]) -> str:
    """Reads of the sixteen by size, and the knees of those with an IOMMU."""
    if "predicted" not in results:
        return ""
    points = [one for one in measures.by_size(results["predicted"]) if one.at.test == "RD"]
    found = {(one.at.setup, one.at.bytes): one.model for one in points}
    rows = [(f"`{setup}`", *(f"{found[setup, size]:.2f}" for size in SHOWN if (setup, size) in found)) for setup in measures.setups(points)]
    return section(
        "Predictions for sixteen set-ups",
        "Only latencies of these are known here. Their bandwidths are measured, but were not looked at. Reads in Gb/s:",
        figure(drawn, "pcie_bench_predicted.png", "Reads against the size, predicted for sixteen set-ups"),
        markdown.table(("set-up", *(f"{one} B" for one in SHOWN)), rows, "l" + "r" * len(SHOWN)),
        "All sizes, with writes and both at once, are in [predicted.csv](data/pcie_bench/predicted.csv).",
        predicted_windows(results),
    )


def predicted_windows(results: dict[str, Result]) -> str:
    """Knees that are predicted."""
    if "predicted_windows" not in results:
        return ""
    points = [one for one in measures.by_window(results["predicted_windows"]) if one.at.cache == "HWarm"]
    rows = []
    for setup in measures.setups(points):
        own = [one for one in points if one.at.setup == setup]
        found = measures.knee([one.at.window for one in own], [one.model for one in own])
        rows.append((f"`{setup}`", f"{own[0].model:.2f}", "none" if found is None else size(found), f"{own[-1].model:.2f}"))
    return markdown.page(
        "Reads of 64 B against the window (HWarm), in Gb/s:",
        markdown.table(("set-up", size(points[0].at.window), "knee", size(points[-1].at.window)), rows, "lrrr"),
        "Set-ups named `iommu` without `nosp` have large pages and so no knee below 64 MiB; the snb host appears to have none of these, and is predicted with pages of 4 KiB. "
        "All windows and states of the cache are in [predicted_windows.csv](data/pcie_bench/predicted_windows.csv).",
    )


def constants(results: dict[str, Result]) -> str:
    """The twelve constants of the card with their values in the run, and what else was fixed by measurements."""
    result = next(iter(results.values()))
    rows = [row(result, one) for one in card.CONSTANTS]
    return section(
        "The constants of the card",
        f"{len(card.CONSTANTS)} numbers belong to the card. They were calibrated once, for all hosts, and none is per size.",
        markdown.table(("constant", "what", "value", "points that fix it", "confidence"), rows, "llrll"),
        "The parts have structure beside them, chosen with the same points in view: laws that depend on whether a length is a multiple of 4 B, on chunks of 128 B and blocks of 512 B of a write, "
        "on whether completions or requests are whole, and on whether the data are `remote`, which a set-up's name says.",
        f"{len(card.NOT_THE_CARDS)} more numbers were fixed by measurements, and belong to the link or to hosts:",
        markdown.table(("number", "what", "value", "points that fix it", "confidence"), [row(result, one) for one in card.NOT_THE_CARDS], "llrll"),
        "`completion_merge` of the host is a choice without a number: two lines and a third for the rest (RD of 128 to 320 B of bdw). All else of a host comes from its latencies: a read of 16, 32 and "
        "64 B, and at 64 B the other three latency tests. For the E3, which is not counted, the read is the median of its LAT_CMD_RD and 125 ns, by which LAT_DMA_RD is longer in other hosts.",
    )


def row(result: Result, one: card.Constant) -> tuple[str, ...]:
    """Cells of a constant."""
    return f"`{one.path}`", one.about, value(result, one), one.fixed_by, one.confidence


def value(result: Result, one: card.Constant) -> str:
    """A constant as it is written."""
    number = float(result.parameter(one.path))
    if one.unit == "B/s":
        return f"{number / 1e9:g} GB/s"
    return anything(number, one.unit or "1").rstrip()


def failures_told(results: dict[str, Result]) -> str:
    """Where the model fails: groups of points with a reason, and the worst points."""
    if "known" not in results:
        return ""
    points = measures.counted(measures.by_size(results["known"]))
    rows = []
    for one in failures.FAILURES:
        errors = [point.error for point in one.points(points)]
        if errors:
            rows.append((one.label, one.test, one.shown, span(errors), one.why))
    worst = sorted((one for one in points if one.measured is not None), key=lambda one: -abs(one.error))[:WORST]
    listed = [(measured.short(one.at.setup), one.at.test, str(one.at.bytes), f"{one.measured:.2f}", f"{one.model:.2f}", signed(one.error)) for one in worst]
    return section(
        "Where the model fails, and why",
        markdown.table(("set-up", "test", "bytes", "errors", "why"), rows, "lllrl"),
        f"The {len(listed)} points with the largest errors, in Gb/s:",
        markdown.table(("set-up", "test", "bytes", "measured", "model", "error"), listed, "llrrrr"),
        cold(results),
        "The loss of reads that are split (`split_share`) has no known cause. A transfer of several requests takes its link time and one turn of a tag, as if the link stood idle for that time. "
        "bdw, whose MRRS is 4096 B, never pays it. It is a law of these data, and another card may have none.",
    )


def cold(results: dict[str, Result]) -> str:
    """The window that was measured in another state."""
    if "windows" not in results:
        return ""
    found = [one for one in measures.counted(measures.by_window(results["windows"])) if one.measured is not None and one.at.cache == "Cold" and one.at.setup.startswith("ib-")]
    if not found:
        return ""
    one = max(found, key=lambda point: abs(point.error))
    return (
        f"Of windows, {measured.short(one.at.setup)} with cold data in {size(one.at.window)} errs by {signed(one.error)}: its first test found the data in the memory of the near socket, and later "
        "ones did not. That is a state of the measurement, and the model has none."
    )


def span(errors: Sequence[float]) -> str:
    """ "-6.5 % to +6.6 %"; one alone."""
    low, high = signed(min(errors)), signed(max(errors))
    return low if low == high else f"{low} to {high}"


def signed(error: float) -> str:
    """ "+3.6 %"."""
    return f"{100 * error:+.1f} %"
