# SPDX-License-Identifier: Apache-2.0
"""The knee of machines whose saturation point is known in closed form: found within 1 %, however long the window and whatever the arrivals."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from explore import runner
from support import ROOT
from test_bounds import BOUNDS

from isochron.explore.designs import Span
from isochron.explore.knee import find
from isochron.scenario import Scenario

# Times in microseconds: of 1 KiB at 1 Gb/s.
WIRE = 8.192


@dataclass(frozen=True)
class Case:
    """A machine file, or the name of a library's machine, and where it saturates, in the SI unit of what is varied."""

    machine: str
    vary: str
    low: str
    high: str
    truth: float
    measure: str = "{warm_up: 1 ms, duration: 20 ms, replications: 1}"
    parameters: str = ""
    settings: dict[str, str] = field(default_factory=dict)


def machine(parameters: str, parts: str, traffic: str) -> str:
    """A machine file; of `parts` the first lines, then `connect`."""
    return f"machine: m\nsummary: known in closed form\nparameters:\n{parameters}parts:\n{parts}traffic:\n{traffic}"


LOAD = "  load: {type: data_rate, default: 1 MB/s, range: [1 B/s, 1 TB/s], about: of a source}\n"
LINK = """  s: {type: source}
  d: {type: sink}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: l, rate: 2 GB/s}}
"""
CHAIN = """  s: {type: source}
  "x[2]": {type: switch, inputs: 1, outputs: 1, buffers: 64}
  d: {type: sink}
connect:
  - {from: s.out, to: "x[0].in[0]", link: {type: serial_link, name: a, rate: 3 GB/s}}
  - {from: "x[0].out[0]", to: "x[1].in[0]", link: {type: serial_link, name: b, rate: 1.2 GB/s}}
  - {from: "x[1].out[0]", to: d.in, link: {type: serial_link, name: c, rate: 2 GB/s}}
"""
SHARED = """  "s[n]": {type: source}
  x: {type: switch, inputs: n, outputs: 1, buffers: 64}
  d: {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "in[i]", rate: 400 MB/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: trunk, rate: 500 MB/s}}
"""
DELAYED = """  s: {type: source}
  far: {type: delay, delay: away}
  x: {type: switch, inputs: 1, outputs: 1, buffers: n}
  d: {type: sink}
  l: {type: serial_link, rate: 1 Gb/s}
connect:
  - {from: s.out, to: l.in}
  - {from: l.out, to: far.in}
  - {from: far.out, to: "x.in[0]"}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: m, rate: 1 Gb/s}}
"""
DELAYED_PARAMETERS = """  n: {type: count, default: 4, range: [1, 100], about: buffers}
  away: {type: duration, default: 100 us, range: [0 ps, 1 s], about: of the delay}
  piece: {type: size, default: 1 KiB, range: [1 B, 1 MiB], about: of a message}
"""
LOOP = """  s: {type: source}
  far: {type: delay, delay: 100 us}
  d: {type: sink}
  l: {type: serial_link, rate: 1 Gb/s}
connect:
  - {from: s.out, to: l.in}
  - {from: l.out, to: far.in}
  - {from: far.out, to: d.in}
"""
TWO = """  "s[2]": {type: source}
  x: {type: switch, inputs: 2, outputs: 2, buffers: 64}
  "d[2]": {type: sink}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "in[i]", rate: 4 GB/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "out[i]", rate: 1 GB/s}}
"""


def traffic(rate: str = "load", more: str = "io: 4 KiB, message: 4 KiB", source: str = "s", sink: str = "d", name: str = "t") -> str:
    """A line of it."""
    return f'  - {{name: {name}, from: "{source}", to: "{sink}", rate: {rate}, {more}}}\n'


def of_bounds(what: str) -> Case:
    """A machine whose bound test_bounds works out, MB/s of a source, with its load as a parameter."""
    parts, changes, _, most = BOUNDS[what]
    for old, new in changes.items():
        parts = parts.replace(old, new)
    source, sink = ("s[*]" if '"s[' in parts else "s", "d[*]" if '"d[' in parts else "d")
    return Case(machine(LOAD, parts, traffic(more="io: 1 KiB, message: 1 KiB", source=source, sink=sink)), "load", f"{most / 5:.0f} MB/s", f"{2 * most:.0f} MB/s", most * 1e6)


#: A lane of generation 3, bytes/s, with what Acks, updates and SKP leave.
LANE = 8e9 * 128 / 130 / 8 * 0.953


def nvme(vary: str, low: str, high: str, truth: float, **settings: str) -> Case:
    """The library's node."""
    return Case("nvme_node", vary, low, high, truth, "{warm_up: 5 ms, duration: 20 ms, replications: 1}", settings=settings)


CASES: dict[str, Case] = {
    **{what: of_bounds(what) for what in BOUNDS},
    # A link carries its rate, whatever the pieces.
    "a link": Case(machine(LOAD, LINK, traffic()), "load", "500MB/s", "4GB/s", 2e9),
    "a link without warm-up": Case(machine(LOAD, LINK, traffic()), "load", "500MB/s", "4GB/s", 2e9, "{warm_up: 0 s, duration: 1 ms, replications: 1}"),
    "a link with poisson arrivals": Case(machine(LOAD, LINK, traffic(more="arrivals: poisson, io: 4 KiB, message: 4 KiB")), "load", "500MB/s", "4GB/s", 2e9),
    "a link with large I/Os": Case(machine(LOAD, LINK, traffic(more="io: 1 MiB, message: 4 KiB")), "load", "500MB/s", "4GB/s", 2e9),
    "a link with I/Os of two sizes": Case(machine(LOAD, LINK, traffic(more="io: {of: [4 KiB, 64 KiB], weights: [3, 1]}, message: 4 KiB")), "load", "500MB/s", "4GB/s", 2e9),
    "a chain": Case(machine(LOAD, CHAIN, traffic()), "load", "500MB/s", "4GB/s", 1.2e9),
    "a chain with poisson arrivals": Case(machine(LOAD, CHAIN, traffic(more="arrivals: poisson, io: 4 KiB, message: 4 KiB")), "load", "500MB/s", "4GB/s", 1.2e9),
    # 25 sources of 19.3 MB/s fit 500 MB/s, and 26 do not.
    "sources that share": Case(machine("  n: {type: count, default: 1, range: [1, 100], about: sources}\n", SHARED, traffic("19.3 MB/s", source="s[*]")), "n", "2", "60", 25.5),
    # The other way round: the link is what varies.
    "the rate of a link": Case(machine("  rate: {type: data_rate, default: 1 GB/s, range: [1 B/s, 1 TB/s], about: of the link}\n", LINK.replace("2 GB/s", "rate"), traffic("800 MB/s")), "rate", "100 MB/s", "3 GB/s", 8e8),
    # n pieces of 1 KiB are under way for the delay and their time on the wire: n x 9.465 MB/s.
    "buffers over a delay": Case(machine(DELAYED_PARAMETERS, DELAYED, traffic("97 MB/s", "io: piece, message: piece")), "n", "1", "40", 10.5),
    "the delay": Case(machine(DELAYED_PARAMETERS, DELAYED, traffic("30 MB/s", "io: piece, message: piece")), "away", "10 us", "1 ms", 4 * 1024 / 30e6 - WIRE * 1e-6),
    "the pieces over a delay": Case(machine(DELAYED_PARAMETERS, DELAYED, traffic("60 MB/s", "io: piece, message: piece")), "piece", "256 B", "16 KiB", 60 * 100 / (4 - 60 / 125)),
    # A closed loop uses the link for n x 8.192 us of each 108.192 us: 95 % with 12.55.
    "a closed loop": Case(machine("  n: {type: count, default: 1, range: [1, 100], about: outstanding}\n", LOOP, '  - {name: t, from: s, to: d, arrivals: closed, outstanding: n, io: 1 KiB, message: 1 KiB}\n'), "n", "1", "40", 12.5),
    # 1 GB/s with 300 MB/s of another traffic on it.
    "beside another traffic": Case(machine(LOAD, TWO, traffic(source="s[0]", sink="d[0]") + traffic("300 MB/s", "io: 8 KiB, message: 4 KiB", "s[1]", "d[0]", "u")), "load", "100 MB/s", "2 GB/s", 7e8),
    "another traffic elsewhere": Case(machine(LOAD, TWO, traffic(source="s[0]", sink="d[0]") + traffic("900 MB/s", "io: 8 KiB, message: 4 KiB", "s[1]", "d[1]", "u")), "load", "100 MB/s", "2 GB/s", 1e9),
    # 16 lanes of generation 3 with packets of 256 B, eight drives; or DRAM of 40 or 64 GB/s, where each byte is written and read.
    "streams of the node": nvme("streams", "100", "20000", 16 * LANE * 128 * 1024 / (512 * 280 + 40) / 3.125e6),
    "streams of faster lanes": nvme("streams", "100", "20000", 20e9 / 3.125e6, lane_rate="14.4Gb/s", ports="1", port_rate="400Gb/s"),
    "streams of an array": nvme("streams", "100", "20000", 32e9 / 3.125e6, memory_rate="64GB/s", lane_rate="28.8Gb/s", disk_rate="10GB/s", ports="1", port_rate="400Gb/s"),
    "streams of an array with poisson arrivals": nvme("streams", "100", "20000", 32e9 / 3.125e6, memory_rate="64GB/s", lane_rate="28.8Gb/s", disk_rate="10GB/s", ports="1", port_rate="400Gb/s", arrivals="poisson"),
    "the rate of DRAM": nvme("memory_rate", "10 GB/s", "100 GB/s", 2 * 12.5e9),
}  # fmt: skip
# Answers that may be wider than 1 %, with the reason that is said. I/Os of 128 KiB at random would take a window of some seconds.
DOUBTS = {"streams of an array with poisson arrivals": "has simulated all the events that it may"}
SHORT = ("a link", "a link with poisson arrivals", "sources that share", "a card", "the pieces over a delay", "a closed loop")


def test_there_are_thirty() -> None:
    assert len(CASES) >= 30 and len(DOUBTS) <= 2


@pytest.mark.parametrize("what", [what if what in SHORT else pytest.param(what, marks=pytest.mark.long) for what in CASES])
def test_the_knee_is_where_arithmetic_has_it(what: str, tmp_path: Path) -> None:
    case = CASES[what]
    library = "\n" not in case.machine
    (tmp_path / "m.yaml").write_text("" if library else case.machine)
    (tmp_path / "run.yaml").write_text(f"system: {case.machine if library else './m.yaml'}\nmeasure: {case.measure}\n")
    if library:
        (tmp_path / f"{case.machine}.yaml").write_text((ROOT / f"scenarios/machines/{case.machine}.yaml").read_text())
    work = runner(tmp_path)
    found = find(Scenario.load(tmp_path / "run.yaml").with_(case.settings), case.vary, Span(case.low, case.high), runner=work)
    said = f"{found.sentence}; {found.remarks}; " + str([(p.text, p.figure, p.half_width, p.holds, p.certain, p.evidence.seconds, p.evidence.reason) for p in found.probes])
    if what in DOUBTS:
        assert found.low.holds and not found.high.holds and found.precision < 0.1, said
        assert found.low.whole <= case.truth <= found.high.whole and any(DOUBTS[what] in remark for remark in found.remarks), said
        return
    assert found.certain, said
    neighbours = found.high.whole - found.low.whole == 1
    assert found.value == case.truth if neighbours else abs(found.value / case.truth - 1) < 0.01, said
    assert found.runs <= 12 and (neighbours or found.precision < 0.01), said
