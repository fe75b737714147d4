# SPDX-License-Identifier: Apache-2.0
"""Tables of the regression commands for a terminal, and the comparison of versions as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from isochron.explore.regression import trend
from isochron.explore.regression.alignment import Hop
from isochron.explore.regression.deliveries import Delivery
from isochron.explore.regression.explanation import Explanation, Narrowed
from isochron.explore.regression.log import Event
from isochron.explore.regression.outcome import Outcome
from isochron.explore.regression.times import milliseconds
from isochron.explore.regression.trend import Comparison
from isochron.report import markdown
from isochron.results.result import Metric
from isochron.units import anything, figures, quantity, scale

_COLOURS = {"same": "green", "new": "yellow", "changed": "bold red", "error": "bold red", "differs": "bold red"}
# Lines of a path that are shown before the first that differs, and from there on.
BEFORE, AFTER = 6, 12
# Deliveries of an interval that are shown.
LISTED = 20
UNBROKEN = ("metric", "place", "scenario", "verdict")
METRICS = ("at point", "metric", "A", "B", "change", "verdict")
COSTS = ("what the runs cost", "A", "B", "B / A", "")


def checked(listed: Sequence[Outcome]) -> Table:
    """A line a scenario that was checked."""
    table = _table("Against the fingerprint files", ("scenario", "l"), ("deliveries", "r"), ("fingerprint", "l"), ("", "l"))
    for one in listed:
        count = "" if one.deliveries is None else str(one.deliveries)
        table.add_row(one.name, count, Text(one.state, _COLOURS[one.state]), Text("see below" if one.state == "error" else one.detail))
    return table


def updated(listed: Sequence[Outcome]) -> Table:
    """A line a scenario whose file was looked at; the file is written where it was changed or new."""
    table = _table("Fingerprint files", ("scenario", "l"), ("deliveries", "r"), ("file", "l"), ("CPU", "r"))
    for one in listed:
        table.add_row(one.name, str(one.deliveries), Text(one.state, _COLOURS[one.state]), f"{one.cpu_s:.2f} s")
    return table


def difference(found: Explanation) -> str:
    """In a few lines: how much differs, the first delivery, the first event."""
    counts = found.counts
    lines = [
        f"old: {found.old_name}",
        f"new: {found.new_name}",
        f"{counts.same} deliveries are the same, {counts.moved} moved, "
        f"{counts.only_old} in the old run alone, {counts.only_new} in the new alone",
    ]
    if found.delivery is None:
        return "\n".join([*lines, "No delivery differs."])
    first = found.delivery
    lines += ["", f"First delivery that differs: {first.transaction}", f"  old: {_delivered(first.old)}", f"  new: {_delivered(first.new)}"]
    if found.event is not None:
        begin = f", of those from {milliseconds(found.event_from_ps)} on" if found.event_from_ps else ""
        lines += ["", f"First event that differs anywhere in the machine{begin}:"]
        lines += [f"  {name}: {_happened(event)}" for name, event in (("old", found.event.old), ("new", found.event.new))]
    return "\n".join(lines)


def path(found: Explanation, *, everything: bool) -> Table:
    """The path of the first delivery that differs, around the first hop that does; all of it with `everything`."""
    first = found.first_hop if found.first_hop is not None else len(found.hops)
    begin, end = (0, len(found.hops)) if everything else (max(first - BEFORE, 0), first + AFTER)
    left = len(found.hops) - len(found.hops[begin:end])
    rest = f" ({left} lines more with --all)" if left else ""
    columns = (("", "l"), ("place", "l"), ("phase", "l"), ("old, ms", "r"), ("new, ms", "r"), ("new - old", "r"))
    table = _table(f"Its path{rest}; > is where it differs first", *columns)
    for number, hop in enumerate(found.hops[begin:end], begin):
        mark = ">" if number == first else ""
        table.add_row(mark, *_hop(hop), style="bold red" if number == first else None if hop.same else "red")
    return table


def narrowed(found: Narrowed) -> str:
    """A change as far as the fingerprint file alone tells it."""
    known, now = found.known, found.recorded
    lines = [
        f"fingerprint: {known.fingerprint} in the file, {now.fingerprint} now",
        f"deliveries:  {known.deliveries} in the file, {len(now.deliveries)} now",
    ]
    if found.interval is None:
        if known.fingerprint == now.fingerprint:
            return "\n".join([*lines, "No delivery differs."])
        why = "the file was changed by hand, or what is fingerprinted is not in the log"
        return "\n".join([*lines, f"All checkpoints are the same, yet not the fingerprint: {why}."])
    begin, end = found.interval
    before = found.before.deliveries if found.before else 0
    where = f"between {milliseconds(begin)} and {milliseconds(end)}"
    lines += [
        f"The first difference lies {where}: {before} deliveries in the file, {len(found.now)} now.",
        "Which it is takes the other version: --against OLD_COMMAND, or --log of a run of it.",
    ]
    return "\n".join(lines)


def delivered(found: Narrowed, *, everything: bool) -> Table:
    """Current deliveries in the interval of the first difference."""
    shown = found.now if everything else found.now[:LISTED]
    left = f" ({len(found.now) - len(shown)} more with --all)" if len(found.now) > len(shown) else ""
    table = _table(f"Delivered there now{left}", ("time, ms", "r"), ("transaction", "l"), ("place", "l"), ("bytes", "r"))
    for one in shown:
        table.add_row(_ms(one.time_ps), str(one.transaction), one.place, str(one.bytes))
    return table


def comparison(found: Comparison, *, everything: bool) -> Iterator[Table | str]:
    """Two results of one name, part by part; parameters first."""
    if found.missing:
        yield f"{found.name}: {found.missing} has no result of this name"
        return
    yield f"{found.name}: {_heading(found)}"
    for title, changes in _changes(found):
        table = _table("", ("", "l"), ("A", "r"), ("B", "r"))
        for name, *sides in changes:
            table.add_row(name, *sides)
        yield from (f"\n{title}", table)
    header, rows = _metrics(found, everything=everything)
    if rows:
        table = _table("", *header)
        for row in rows:
            table.add_row(*row[:-1], Text(row[-1], _COLOURS.get(row[-1], "")))
        yield from ("\nMetrics" if everything else "\nMetrics that differ", table)
    yield _summary(found)
    table = _table("", *zip(COSTS, "lrrrl", strict=True))
    for row in _cost_rows(found):
        table.add_row(*row)
    yield table


def versions_page(found: Sequence[Comparison], names: tuple[str, str], *, everything: bool) -> str:
    """The same as a Markdown page."""
    return markdown.page(
        "# Two versions side by side",
        f"A is `{names[0]}`, B is `{names[1]}`. Test: {trend.TEST}.",
        *(part for one in found for part in _page_parts(one, everything=everything)),
    )


def _page_parts(found: Comparison, *, everything: bool) -> Iterator[str]:
    yield f"## {found.name}"
    if found.missing:
        yield f"{found.missing} has no result of this name."
        return
    yield _heading(found) + "."
    for title, changes in _changes(found):
        yield f"### {title}"
        yield markdown.table(("", "A", "B"), ((f"`{name}`", *sides) for name, *sides in changes), "lrr")
    header, rows = _metrics(found, everything=everything)
    if rows:
        yield "### Metrics" if everything else "### Metrics that differ"
        yield markdown.table([name for name, _ in header], rows, "".join(side for _, side in header))
    yield _summary(found)
    yield markdown.table(COSTS, _cost_rows(found), "lrrrl")


def _heading(found: Comparison) -> str:
    same = "the same deliveries (fingerprint)" if found.same_fingerprint else "other deliveries (fingerprint)"
    return f"A is {found.versions[0]}, B is {found.versions[1]}; {same}"


def _changes(found: Comparison) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Differences in words or single numbers: a title with rows."""
    for title, changes in (("Parameters that differ", found.parameters), ("Published numbers whose verdict changed", found.verdicts)):
        if changes:
            yield title, [(change.name, anything(change.first, "1"), anything(change.second, "1")) for change in changes]


def _summary(found: Comparison) -> str:
    counted = Counter(line.verdict for line in found.metrics)
    listed = ", ".join(f"{number} {verdict}" for verdict, number in counted.items()) or "none"
    notes = [f"{trend.TEST}, {100 * found.confidence:g} % each"]
    if found.by_chance:
        notes.append(f"chance alone would make about {found.by_chance:.1f} of them changed")
        if found.same_seeds:
            notes.append("fewer here, since the seeds are the same")
    return f"Metrics: {listed} ({'; '.join(notes)})."


def _metrics(found: Comparison, *, everything: bool) -> tuple[list[tuple[str, str]], list[tuple[str, ...]]]:
    """Heading and side of each column, and the rows; without points no column for them."""
    header = list(zip(METRICS, "llrrrl", strict=True))
    rows = []
    for line in found.metrics:
        if everything or line.verdict != "same":
            change = "" if line.relative is None else f"{100 * line.relative:+.3g} %"
            rows.append((line.at, line.name, *(_estimate(one, line.unit) for one in (line.first, line.second)), change, line.verdict))
    return (header, rows) if any(row[0] for row in rows) else (header[1:], [row[1:] for row in rows])


def _estimate(metric: Metric | None, unit: str) -> str:
    """ "120.1 ± 0.04 MB/s"."""
    if metric is None:
        return "–"
    factor, shown = scale(metric.mean, unit)
    half_width = "" if metric.half_width is None else f" ± {metric.half_width * factor:.3g}"
    return f"{figures(metric.mean * factor)}{half_width} {shown}".rstrip()


def _cost_rows(found: Comparison) -> Iterator[tuple[str, ...]]:
    for cost in found.costs:
        ratio = "" if cost.ratio is None else f"{cost.ratio:.4g}"
        yield cost.name, f"{cost.first:.6g}", f"{cost.second:.6g}", ratio, "noise-prone" if cost.noisy else "a count"


def _hop(hop: Hop) -> tuple[str, ...]:
    known = hop.old or hop.new
    assert known is not None
    times = tuple("-" if event is None else _ms(event.time_ps) for event in (hop.old, hop.new))
    return known.place, known.phase, *times, _later(hop)


def _later(hop: Hop) -> str:
    if hop.old is None or hop.new is None:
        return "only new" if hop.old is None else "only old"
    later = hop.new.time_ps - hop.old.time_ps
    if later:
        return f"{'+' if later > 0 else ''}{quantity(later * 1e-12, 's')}" if abs(later) >= 1000 else f"{later:+} ps"
    return "" if hop.same else f"{hop.old.bytes} B, {hop.new.bytes} B"


def _delivered(delivery: Delivery | None) -> str:
    return "never, as far as was simulated" if delivery is None else f"{_ms(delivery.time_ps)} ms at {delivery.place}, {delivery.bytes} B"


def _happened(event: Event | None) -> str:
    if event is None:
        return "not up to that delivery"
    return f"{_ms(event.time_ps)} ms  {event.phase} of {event.transaction} at {event.place}, {event.bytes} B"


def _ms(time_ps: int) -> str:
    """Milliseconds to the picosecond."""
    whole, part = divmod(time_ps, 10**9)
    return f"{whole}.{part:09}"


def _table(title: str, *columns: tuple[str, str]) -> Table:
    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for name, side in columns:
        table.add_column(name, justify="right" if side == "r" else "left", no_wrap=side == "r" or name in UNBROKEN, overflow="fold")
    return table
