# SPDX-License-Identifier: Apache-2.0
"""Machines built in Python: what they save is what the same machine written by hand is, what they load they save again, and what no
machine can be is refused with a suggestion."""

from __future__ import annotations

import copy
import dataclasses
import importlib.util
import inspect
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import COMMAND, ROOT, isochron
from test_machine_files import BAD as WRITTEN_BAD
from test_machine_files import GOOD as WRITTEN

from isochron.errors import FileError, ReportError, SimulationError
from isochron.machine import Machine, Place, parts
from isochron.machine.part import attribute, component
from isochron.machine.part import settings as settings_of
from isochron.machine.text import scalar
from isochron.machine.values import UNITS, value
from isochron.reference import parts as machine_parts
from isochron.results.cache import Cache
from isochron.results.runner import Runner
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

SHIPPED = sorted((ROOT / "scenarios/machines").glob("*.yaml"))
SIMULATOR = Simulator(COMMAND)
SCHEMA = json.loads(isochron("schema", "machine").stdout)


def netlist(machine: Path, folder: Path) -> str:
    scenario = folder / "netlist_of.yaml"
    scenario.write_text(f"system: {machine}\n")
    done = isochron("explain", scenario, "--netlist")
    assert done.returncode == 0, done.stderr
    return done.stdout


def central_switch() -> Machine:
    """scenarios/machines/central_switch.yaml, part by part in the same order."""
    m = Machine("central_switch", summary="built in Python")
    nodes = m.parameter("nodes", "count", 7, range=(2, 255))
    raids = m.parameter("raids", "count", 2, range=(1, 8))
    cards = m.parameter("cards", "count", 6, range=(1, 32))
    rate = m.parameter("link_rate", "bit_rate", "10 Gb/s", range=("1 Mb/s", "1 Tb/s"))
    buffers = m.parameter("buffers", "count", 16, range=(1, 4096))
    returns = m.parameter("returns", "count", 2, range=(1, 8))
    load = m.parameter("load", "data_rate", "240 MB/s", range=("1 kB/s", "100 GB/s"))

    node = m.type("raid_node")
    for name, standard in (("raids", 2), ("cards", 6), ("returns", 2), ("buffers", 16)):
        node.parameter(name, "count", standard)
    bridge = node.add("bridge", parts.BusBridge(links_out=1, links_in=0, buffers="buffers"))
    back = node.add("back", parts.BusBridge(links_out=0, links_in=1, buffers="buffers"), size="returns")
    raid = node.add("raid", parts.RaidController(), size="raids")
    pci = node.add("pci", parts.PciBus())
    card = node.add("card", parts.GigeCard(), size="cards")
    node.connect(raid["r"].dma[0], pci.device["r"], for_={"r": "raids"})
    node.connect(back["b"].to_bus, pci.device["raids + b"], for_={"b": "returns"})
    node.connect(pci.window[0], bridge.window[0])
    node.connect(pci.window["c + 1"], card["c"].socket, for_={"c": "cards"})
    node.port("to_fabric", bridge.link_out[0])
    node.port("from_fabric", "back[i].link_in[0]", size="returns")

    each = m.add("node", node(raids=raids, cards=cards, returns=returns, buffers=buffers), size=nodes)
    crossbar = m.add("crossbar", parts.Switch(inputs=nodes, outputs="nodes * returns", buffers=buffers))
    link = parts.SerialLink(rate=rate)
    m.connect(each["n"].to_fabric, crossbar.in_["n"], link=link, name="up[n]", for_={"n": nodes})
    m.connect(crossbar.out["n * returns + b"], each["n"].from_fabric["b"], link=link, name="down[n][b]", for_={"n": nodes, "b": returns})
    every = {"io": "128 KiB", "message": "1024 B", "destination": "uniform", "ways": returns, "way_of": "source"}
    m.traffic("play", each["*"].raid["*"], each["*"].card["*"], rate=load, per="node[*]", **every)
    m.metric("throughput", sum=each["*"].card["*"].bandwidth)
    return m


def small() -> Machine:
    """Two sources around a switch."""
    m = Machine("m", summary="small")
    n = m.parameter("n", "count", 2, range=(1, 8))
    m.parameter("load", "data_rate", "10 MB/s")
    m.parameter("mode", "choice", "near", choices=("near", "far"))
    pair = m.type("pair")
    pair.parameter("size", "count", 1)
    pair.add("s", parts.Source(), size="size")
    pair.port("out", "s[i].out", size="size")
    m.add("p", pair(size=n))
    m.add("x", parts.Switch(inputs=n, outputs=2, buffers=2))
    m.add("d", parts.Sink(rate="1 Gb/s"), size=2)
    m.add("c", parts.SerialLink(), when=False)
    m.connect("p.out[i]", "x.in[i]", link=parts.SerialLink(rate="1 Gb/s"), name="l[i]", for_={"i": n})
    m.connect("x.out[i]", "d[i].in", link=parts.SerialLink(rate="2 Gb/s"), name="m[i]", for_={"i": 2})
    m.traffic("t", "p.s[*]", "d[*]", rate="load", io="4 KiB", message="1 KiB")
    m.metric("all", sum="d[*].bandwidth")
    return m


def test_a_server_and_classes_of_traffic(tmp_path: Path) -> None:
    """A server is a part between two links and no link itself; `class` is a word of Python's."""
    m = Machine("served")
    m.add("s", parts.Source())
    m.add("station", parts.Server(service="exponential", service_mean="5 us", classes=2, serve="weighted", weights="[3, 1]"))
    m.add("d", parts.Sink())
    m.connect("s.out", "station.in", link=parts.SerialLink(), name="there")
    m.connect("station.out", "d.in", link=parts.SerialLink(), name="on")
    m.traffic("t", "s", "d", rate="1 MB/s", io="1 KiB", message="1 KiB", class_=1)
    m.scenario(tmp_path)
    flat = yaml.safe_load(netlist(tmp_path / "served.yaml", tmp_path))
    assert flat["traffic"][0]["class"] == 1
    assert flat["parts"]["station"]["weights"] == [3, 1]
    assert not component(parts.Server).is_link and component(parts.SerialLink).is_link
    other = Machine("other")
    other.add("s", parts.Source())
    other.add("d", parts.Sink())
    with pytest.raises(ReportError):
        other.connect("s.out", "d.in", link=parts.Server(), name="l")


def test_the_classes_are_up_to_date() -> None:
    text = machine_parts.FILE.read_text(encoding="utf-8")
    assert machine_parts.module(COMMAND) == text, "out of date: run .venv/bin/python -m isochron.reference"
    assert list(parts.LIBRARY) == [name for name in SCHEMA["$defs"]]
    assert list(parts.LIBRARY) == SCHEMA["properties"]["parts"]["additionalProperties"]["properties"]["type"]["anyOf"][0]["anyOf"][0]["enum"]


@pytest.mark.parametrize("name", parts.LIBRARY)
def test_a_class_takes_the_defaults_and_no_other_name(name: str) -> None:
    made = parts.LIBRARY[name]
    defaults = {attribute(path): one["default"] for path, one in SCHEMA["$defs"][name]["properties"].items()}
    part = made(**defaults)
    assert settings_of(part) == {path: value(one["default"], path) for path, one in SCHEMA["$defs"][name]["properties"].items()}
    assert eval(repr(part), {"parts": parts}) == part == copy.deepcopy(part) == pickle.loads(pickle.dumps(part))
    assert settings_of(made()) == {}
    for known in defaults:
        with pytest.raises(ReportError, match="did you mean"):
            made(**{f"{known}x": 1})
    for parameter in component(made).parameters:
        assert f"`{parameter.attribute}`" in (made.__doc__ or "")


def test_all_units_are_the_commands(tmp_path: Path) -> None:
    m = small()
    for i, (unit, quantity) in enumerate(UNITS.items()):
        m.parameter(f"p{i}", quantity, f"1 {unit}")
    explained = {one["path"]: one for one in m.check(SIMULATOR)["parameters"]}
    named = {"size": "a size", "duration": "a duration", "data_rate": "a data rate", "frequency": "a frequency", "bits": "a number of bits"}
    for i, quantity in enumerate(UNITS.values()):
        assert explained[f"p{i}"]["quantity"] == named.get(quantity, explained[f"p{i}"]["quantity"])


@pytest.mark.parametrize("file", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_goes_round(file: Path, tmp_path: Path) -> None:
    machine = Machine.load(file)
    saved = machine.save(tmp_path / file.name)
    first = saved.read_bytes()
    again = Machine.load(saved)
    assert again == machine
    again.save(saved)
    assert saved.read_bytes() == first
    assert netlist(saved, tmp_path) == netlist(file, tmp_path)
    jsonschema.Draft202012Validator(SCHEMA).validate(yaml.safe_load(first))


def fingerprint(scenario: Path) -> str:
    short = ("--set", "measure.warm_up=10ms", "--set", "measure.duration=20ms")
    done = isochron("run", scenario, "--json", "-", "--quiet", *short)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["provenance"]["fingerprint"]


def test_a_machine_built_is_the_machine_written(tmp_path: Path) -> None:
    ours = central_switch().scenario(tmp_path, name="ours").path
    theirs = tmp_path / "theirs.yaml"
    theirs.write_text(f"system: {ROOT / 'scenarios/machines/central_switch.yaml'}\n")
    built, written = (yaml.safe_load(netlist(file, tmp_path)) for file in (tmp_path / "central_switch.yaml", ROOT / "scenarios/machines/central_switch.yaml"))
    for one in (built, written):
        del one["summary"]
        one.pop("source", None)
        for metric in one["metrics"].values():
            metric.pop("about", None)
    assert built == written
    assert fingerprint(ours) == fingerprint(theirs)
    more = central_switch()
    more.parts.pop("crossbar")
    more.add("crossbar", parts.Switch(inputs="nodes", outputs="nodes * returns", buffers=1))
    assert fingerprint(more.scenario(tmp_path, name="ours").path) != fingerprint(theirs)


def test_a_choice_is_compared_with_its_names() -> None:
    """On either side, in parentheses, and beside a part's own names."""
    m = small()
    for i, when in enumerate(("mode == near", "far!=mode", "(mode) == near", "n > 1 and not mode == far", "(mode if n > 1 else mode) == far")):
        m.add(f"w{i}", parts.Delay(), when=when)
    m.add("y", parts.Switch(buffer_freed="on_send if mode == near else on_arrival"))
    m.parameter("most", "data_rate", "unlimited", or_="unlimited")
    m.add("z", parts.Sink(rate="most if most != unlimited else 1 Gb/s"))


# Each is done to the small machine; what the message must have.
BAD: dict[str, tuple[Callable[[Machine], object], str]] = {
    "name of a machine": (lambda m: Machine("2m"), "`2m` is no name for a machine"),
    "runs": (lambda m: Machine("m", runs="until_don"), "did you mean `until_done`"),
    "unknown parameter": (lambda m: parts.Switch(bufers=2), "a `switch` has no parameter `bufers`; did you mean `buffers`"),
    "unnamed parameter": (lambda m: parts.Switch(2), "given by name: Switch\\(inputs=...\\)"),
    "value of no kind": (lambda m: parts.Switch(inputs=[2]), "is no value; give"),
    "not a number": (lambda m: parts.Switch(inputs=float("nan")), "is no value"),
    "count with a unit": (lambda m: parts.Switch(inputs="2 KiB"), "`inputs of a switch` is `2 KiB`, a size, instead of a plain number"),
    "rate without a unit": (lambda m: parts.SerialLink(rate=5), "the plain number 5 instead of a data rate such as"),
    "rate of another unit": (lambda m: parts.SerialLink(rate="5 MB"), "a size, instead of a data rate"),
    "flag for a rate": (lambda m: parts.SerialLink(rate=True), "is true instead of a data rate"),
    "control character": (lambda m: parts.SerialLink(rate="5\0MB/s"), "no text that a file can carry"),
    "unknown unit": (lambda m: m.add("y", parts.SerialLink(rate="5 GB/S")), "unknown unit|unknown name `S`"),
    "unknown prefix": (lambda m: m.add("y", parts.SerialLink(rate="5 Gbt/s")), "unknown unit `Gbt/s` in `5 Gbt/s`; did you mean `Gbit/s`"),
    "unknown name": (lambda m: m.add("y", parts.SerialLink(rate="2 * laod")), "unknown name `laod` in `2 \\* laod`; did you mean `load`"),
    "unknown choice": (lambda m: m.add("y", parts.Switch(buffer_freed="on_sned")), "unknown name `on_sned`.*did you mean `on_send`"),
    "part twice": (lambda m: m.add("x", parts.Switch()), "the part `x` of `m` is there twice"),
    "part of no name": (lambda m: m.add("x 1", parts.Switch()), "no name for a part"),
    "no part": (lambda m: m.add("y", "switch"), "switch is no part"),
    "class for a part": (lambda m: m.add("y", parts.Switch), "is no part"),
    "type for a part": (lambda m: m.add("y", m.types["pair"]), "is no part"),
    "size of an array": (lambda m: m.add("y", parts.Switch(), size="4 KiB"), "size of y.*a size, instead of a plain number"),
    "size with a bracket": (lambda m: m.add("y", parts.Switch(), size="n] ["), "has a bracket"),
    "when": (lambda m: m.add("y", parts.Switch(), when="mode == faar"), "unknown name `faar`"),
    "a name that nothing is compared with": (lambda m: m.add("y", parts.Switch(), when="mode == near and far"), "unknown name `far`"),
    "a choice for a number": (lambda m: m.add("y", parts.Switch(), when="n == near"), "unknown name `near`"),
    "another choice's name": (lambda m: m.add("y", parts.Switch(buffer_freed="on_send if mode == on_send else on_arrival")), "unknown name `on_send`.*there are near, far"),
    "a choice of the machine's": (lambda m: m.add("y", parts.Switch(buffer_freed="near")), "unknown name `near`"),
    "type of the library": (lambda m: m.type("switch"), "is a type of the library"),
    "type twice": (lambda m: m.type("pair"), "is there twice"),
    "parameter of a type": (lambda m: m.types["pair"](siez=2), "the type `pair` has no parameter `siez`; did you mean `size`"),
    "value of a type": (lambda m: m.types["pair"](size="1 s"), "a duration, instead of a plain number"),
    "port of a type": (lambda m: m.types["pair"].port("in", "s[0].inn"), "a `source` has no port `inn`"),
    "port twice": (lambda m: m.types["pair"].port("out", "s[0].out"), "is there twice"),
    "parameter twice": (lambda m: m.parameter("n", "count", 1), "is there twice"),
    "parameter of no type": (lambda m: m.parameter("q", "cuont", 1), "cannot be a `cuont`; did you mean `count`"),
    "choice of nothing": (lambda m: m.parameter("q", "choice", "a"), "a choice of nothing"),
    "choices of a count": (lambda m: m.parameter("q", "count", 1, choices=("a",)), "only a choice has"),
    "no such default": (lambda m: m.parameter("q", "choice", "nera", choices=("near", "far")), "none of its choices; did you mean `near`"),
    "default of another kind": (lambda m: m.parameter("q", "duration", "10 MB"), "instead of a duration"),
    "range of one": (lambda m: m.parameter("q", "count", 1, range=(1,)), "no pair"),
    "port of no part": (lambda m: m.connect("y.out[0]", "x.in[0]"), "there is no part `y`"),
    "unknown port": (lambda m: m.connect("x.outt[0]", "d[0].in"), "a `switch` has no port `outt`; did you mean `out`"),
    "unknown port of a type": (lambda m: m.connect("p.outt[0]", "x.in[0]"), "a `pair` has no port `outt`; did you mean `out`"),
    "no index": (lambda m: m.connect("x.out", "d[0].in"), "needs an index: out\\[0\\]"),
    "an index": (lambda m: m.connect("x.out[0]", "d[0].in[0]"), "has no index"),
    "part for a port": (lambda m: m.connect("x", "d[0].in"), "names a part and no port"),
    "two indices": (lambda m: m.connect("x.out[0, n]", "d[0].in"), "`x.out\\[0, n\\]` has several indices in one pair of brackets; write x.out\\[0\\]\\[n\\]"),
    "two indices of a place": (lambda m: m.traffic("u", "p.s[*,*]", "d[*]"), "write p.s\\[\\*\\]\\[\\*\\]"),
    "no path": (lambda m: m.connect("x.out[0", "d[0].in"), "is no path"),
    "unknown variable": (lambda m: m.connect("x.out[j]", "d[0].in"), "unknown name `j`"),
    "variable that is a parameter": (lambda m: m.connect("x.out[0]", "d[0].in", for_={"n": 2}), "is a parameter too"),
    "link of no link": (lambda m: m.connect("x.out[0]", "d[0].in", link=parts.Switch(), name="y"), "is no link"),
    "link without a name": (lambda m: m.connect("x.out[0]", "d[0].in", link=parts.SerialLink()), "has no name"),
    "name without a link": (lambda m: m.connect("x.out[0]", "d[0].in", name="y"), "only a link has a name"),
    "traffic twice": (lambda m: m.traffic("t", "p.s[*]", "d[*]"), "is there twice"),
    "traffic from nobody": (lambda m: m.traffic("u", "q.s[*]", "d[*]"), "there is no part `q`"),
    "option of traffic": (lambda m: m.traffic("u", "p.s[*]", "d[*]", messge="1 KiB"), "no option `messge`; did you mean `message`"),
    "rate of traffic": (lambda m: m.traffic("u", "p.s[*]", "d[*]", rate="1 KiB"), "a size, instead of a data rate"),
    "destination of traffic": (lambda m: m.traffic("u", "p.s[*]", "d[*]", destination="zipff"), "unknown name `zipff`.*`zipf`"),
    "via no part": (lambda m: m.traffic("u", "p.s[*]", "d[*]", via="e[*]"), "`via`: `e\\[\\*\\]`: there is no part `e`"),
    "via an unknown name": (lambda m: m.traffic("u", "p.s[*]", "d[*]", via="d[sinc.index]"), "unknown name `sinc.index`.*did you mean `sink.index`"),
    "via when": (lambda m: m.traffic("u", "p.s[*]", "d[*]", via=[{"at": "x", "when": "wy == 0"}]), "unknown name `wy`.*did you mean `way`"),
    "via without a path": (lambda m: m.traffic("u", "p.s[*]", "d[*]", via={"when": "way == 0"}), "`via` has no `at`"),
    "key of via": (lambda m: m.traffic("u", "p.s[*]", "d[*]", via={"att": "x"}), "`via` has no `att`; did you mean `at`"),
    "a name for a flag": (lambda m: m.parameter("q", "flag", True, or_="none"), "cannot have a name in place of its value"),
    "another name": (lambda m: m.parameter("q", "data_rate", "unlimitd", or_="unlimited"), "did you mean `unlimited`"),
    "metric of two": (lambda m: m.metric("q", sum="d[*].bandwidth", mean="d[*].bandwidth"), "is not one of"),
    "quantile of nothing": (lambda m: m.metric("q", quantile="d[*].bandwidth"), "needs at="),
    "sum at": (lambda m: m.metric("q", sum="d[*].bandwidth", at="95 %"), "has no at"),
    "metric of no part": (lambda m: m.metric("q", sum="e[*].bandwidth"), "there is no part `e`"),
    "index beyond the ports": (lambda m: m.connect("x.out[2]", "d[0].in", link=parts.SerialLink(), name="y"), "of the ports `out` there are 0 to 1; use another index, or give outputs=..."),
    "index beyond the parts": (lambda m: m.connect("x.out[1]", "d[2].in", link=parts.SerialLink(), name="y"), "of the parts `d` there are 0 to 1"),
    "index below 0": (lambda m: m.connect("x.out[-1]", "d[0].in", link=parts.SerialLink(), name="y"), "there are 0 to 1"),
    "from an input": (lambda m: m.connect("d[0].in", "x.in[0]"), "`d\\[0\\].in` is a receiver, and nothing begins there; swap from_ and to"),
    "to an output": (lambda m: m.connect("x.out[0]", "p.out[0]"), "`p.out\\[0\\]` is a sender; what begins at `x.out\\[0\\]`, a sender, ends at a receiver"),
    "no link": (lambda m: m.connect("p.out[0]", "d[0].in"), "nothing carries what `p.out\\[0\\]` sends to `d\\[0\\].in`; put a link between"),
    "delay without a link": (lambda m: m.connect("p.out[0]", "d[0].in", link=parts.Delay(), name="y"), "nothing carries"),
    "two links": (lambda m: m.connect("c.out", "d[0].in", link=parts.SerialLink(), name="z"), "no link can follow `c.out`"),
    "default beyond its range": (lambda m: m.parameter("q", "data_rate", "8 Gb/s", range=("1 MB/s", "999 MB/s")), "q: the default` is 8 Gb/s, outside its range, 1 MB/s to 999 MB/s"),
    "statistic": (lambda m: m.metric("q", sum="d[*].bandwith"), "a `sink` has no statistic `bandwith`; did you mean `bandwidth`"),
    "statistic of a link": (lambda m: m.metric("q", max="l[*].utilisation"), "a `serial_link` has no statistic `utilisation`; there are errors, resent, lost, gave_up, down"),
    "statistic within a type": (lambda m: m.metric("q", ratio="d[*].bandwidth", to="p.s[*].mesages"), "a `source` has no statistic `mesages`; did you mean `messages`"),
    "statistic of a port": (lambda m: m.metric("q", max="x.out[*].utilization"), "a `switch` has no statistic"),
    "no statistic": (lambda m: m.metric("q", sum="d[*]"), "names a part and no statistic of it"),
    "traffic from a port": (lambda m: m.traffic("u", "p.s[*].out", "d[*]"), "goes on to `out` within a `source`; name the part alone: p.s\\[\\*\\]"),
    "traffic from nothing": (lambda m: m.traffic("u", [], "d[*]"), "is an empty list"),
    "traffic from a list with nobody": (lambda m: m.traffic("u", ["p.s[*]", "q"], "d[*]"), "there is no part `q`"),
    "measure": (lambda m: m.scenario("none", measure={"warmup": "1 ms"}), "`measure` has no `warmup`; did you mean `warm_up`"),
    "measure without a unit": (lambda m: m.scenario("none", measure={"warm_up": 5}), "the plain number 5 instead of a duration"),
    "value of a scenario": (lambda m: m.scenario("none", parameters={"load": "5 MB"}), "`load` is `5 MB`, a size"),
    "value beyond its range": (lambda m: m.scenario("none", parameters={"n": 9}), "`n` is 9, outside its range, 1 to 8"),
    "another file name": (lambda m: m.save("other.yaml"), "save it as m.yaml"),
    "parameter of a scenario": (lambda m: m.scenario("none", parameters={"laod": 1}), "no parameter `laod`; did you mean `load`"),
    "scenario of the same name": (lambda m: m.scenario("none", name="m"), "the name of its machine"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_no_machine_can_be_is_refused(what: str) -> None:
    m = small()
    before = m.text()
    wrong, message = BAD[what]
    with pytest.raises(ReportError, match=message):
        wrong(m)
    assert m == small() and m.text() == before, "a refused change has changed it"


def test_what_only_the_command_sees_it_says(tmp_path: Path) -> None:
    m = small()
    assert [one["path"] for one in m.check(SIMULATOR)["parameters"]][:3] == ["n", "load", "mode"]
    m.add("y", parts.Switch(inputs=1, outputs=1))
    with pytest.raises(SimulationError, match=rf"test_machine_builder\.py:{here() - 1}: the part `y`: `y\.in\[0\]` is joined to nothing"):
        m.check(SIMULATOR)


def here() -> int:
    """The line of the test that asks."""
    frame = inspect.currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno


def test_what_the_command_says_has_the_line_of_the_program(tmp_path: Path) -> None:
    """Each kind of entry has one. An entry of a file has the line that loads the file, and its own name."""

    def refused(m: Machine) -> str:
        with pytest.raises(SimulationError) as error:
            m.check(SIMULATOR)
        assert "yaml" not in str(error.value) and "/tmp" not in str(error.value).partition(": ")[2], error.value
        return str(error.value)

    m = small()
    at = here() + 1
    m.connect("x.out[0]", "d[0].in", link=parts.SerialLink(), name="twice")
    assert re.search(rf"builder\.py:{at}: the connection from `x.out\[0\]` to `d\[0\].in`: `x.out\[0\]` is joined twice", told := refused(m)), told
    assert re.search(r"first at \S*builder\.py:\d+: the connection from `x.out\[i\]`", told), told
    m = small()
    at = here() + 1
    m.traffic("more", "p.s[*]", "d[*]", rate="1 B/s", io="16 MiB")
    assert f"builder.py:{at}: the traffic `more`: " in refused(m)
    m = small()
    at = here() + 1
    m.types["pair"].add("spare", parts.Sink())
    assert f"builder.py:{at}: the part `spare` of `pair`: " in refused(m)
    m = small()
    at = here() + 1
    m.types["pair"].port("twice", "s[5].out")
    m.add("after", parts.Sink())
    m.connect("p.twice", "after.in", link=parts.SerialLink(), name="long")
    assert re.search(r"builder\.py:\d+: the (port `twice` of `pair`|connection from `p.twice` to `after.in`): ", refused(m))
    m = small()
    at = here() + 1
    m.metric("nobody", sum="q_*.bandwidth")
    assert f"builder.py:{at}: the metric `nobody`: " in refused(m)
    saved = small()
    saved.parts.pop("d")
    saved.add("d", parts.Sink(rate="1 Gb/s"), size=3)
    at = here() + 1
    loaded = Machine.load(saved.save(tmp_path / "m.yaml"))
    assert f"builder.py:{at}: the part `d`: `d[2].in` is joined to nothing" in refused(loaded)


def test_an_unknown_class_of_a_part_is_told() -> None:
    with pytest.raises(AttributeError, match="there is no part `Swich`; did you mean `Switch`"):
        parts.Swich  # noqa: B018
    assert not hasattr(parts, "__path__")


def test_traffic_between_lists_of_parts(tmp_path: Path) -> None:
    m = small()
    extra = m.add("extra", parts.Source())
    m.add("wide", parts.Switch(inputs=1, outputs=1))
    end = m.add("end", parts.Sink())
    m.connect(extra.out, "wide.in[0]", link=parts.SerialLink(), name="e")
    m.connect("wide.out[0]", end.in_, link=parts.SerialLink(), name="f")
    del m.flows["t"]
    m.traffic("t", ["p.s[1]", extra, "p.s[*]"], ["d[*]"], rate="1 MB/s", io="4 KiB", message="1 KiB")
    assert "from: [\"p.s[1]\", extra, \"p.s[*]\"], to: \"d[*]\"" in m.text()
    with pytest.raises(SimulationError, match=r"the traffic `t`.*no way"):
        m.check(SIMULATOR)
    del m.flows["t"]
    m.traffic("t", ["p.s[1]", "p.s[*]"], ["d[1]", "d[0]"], rate="1 MB/s", io="4 KiB", message="1 KiB", destination="fixed")
    m.traffic("u", extra, [end], rate="1 MB/s", io="4 KiB", message="1 KiB")
    saved = m.save(tmp_path / "m.yaml")
    assert Machine.load(saved) == m
    jsonschema.Draft202012Validator(SCHEMA).validate(yaml.safe_load(saved.read_text()))
    flows = re.findall(r"# (p\..*) to 1 sink at 1.000 MB/s", netlist(saved, tmp_path))
    assert flows == ["p.s[1]", "p.s[0]"]


# What the file is, and what the message must have.
FILES = {
    "not YAML": ("machine: {", "not YAML"),
    "no map": ("[]", "is no map"),
    "no name": ("parts: {}", "has no `machine`"),
    "unknown key": ("machine: m\npart: {}", "does not know the key `part`; did you mean `parts`"),
    "unknown type": ("machine: m\nparts: {x: {type: swich}}", "unknown type `swich`; did you mean `switch`"),
    "unknown parameter": ("machine: m\nparts: {x: {type: switch, bufers: 1}}", "no parameter `bufers`"),
    "key twice": ("machine: m\nmachine: m", "there twice"),
    "parts in a list": ("machine: m\nparts: [x]", "is no map"),
    "include of nothing": ("machine: m\ninclude: [gone.yaml]", "gone.yaml: No such file"),
    "includes itself": ("machine: m\ninclude: [again.yaml]", "includes itself"),
    "type without parts": ("machine: m\ntypes: {t: {prots: {}}}", "did you mean `p(o|a)rts`"),
    "link of no link": ("machine: m\nparts: {s: {type: source}, d: {type: sink}}\nconnect: [{from: s.out, to: d.in, link: {type: swich, name: l}}]", "unknown type"),
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_files_of_no_machine_are_refused(what: str, tmp_path: Path) -> None:
    text, message = FILES[what]
    (tmp_path / "m.yaml").write_text(text)
    (tmp_path / "again.yaml").write_text("include: [again.yaml]\n")
    with pytest.raises(ReportError, match=message):
        Machine.load(tmp_path / "m.yaml")


@pytest.mark.parametrize("what", WRITTEN_BAD)
def test_what_the_command_refuses_is_not_healed(what: str, tmp_path: Path) -> None:
    """Read and saved again it is still refused, unless reading it was refused already."""
    old, new, _ = WRITTEN_BAD[what]
    (tmp_path / "m.yaml").write_text(WRITTEN.replace(old, new))
    with pytest.raises(ReportError):
        Machine.load(tmp_path / "m.yaml").check(SIMULATOR)


# Everything that a file can say, in forms in which we would not write it.
ODD = """\
# A comment.
machine: odd
summary: >
  two
  lines
runs: "until_done"
parameters:
  "a.n": {default: "3", type: 'count', range: [1, 20]}
  f: {type: fraction, default: 12.50 %}
  half: {type: fraction, default: 0.50}
  late: {type: flag, default: false}
  p: {type: duration, default: 0 ns}
  most: {or: unlimited, type: bit_rate, default: "unlimited", range: [1 kb/s, 1 Tb/s]}
types:
  outer:
    about: uses a type that comes later
    parameters: {n: {type: count, default: 1}}
    ports:
      "out[n]": "in_it[i].out"
    parts:
      "in_it[n]": {type: inner, x: index}
  inner:
    parameters: {x: {type: count, default: 0}}
    ports: {out: s.out}
    parts:
      s: {type: source}
parts:
  o: {type: outer, n: a.n * 2}
  "grid[2][a.n]":
    type: sink
    when: not late
    buffers: index + 1
    rate: 1.50 Gb/s
  spare: {type: switch, when: late}
  disk: {type: raid_controller, disk_delay: {min: 1 ms, mode: 2.0 ms}, disk_rate: unlimited}
  pci: {type: pci_bus}
  far: {type: bus_sink, rate: most}
connect:
- from: disk.dma[0]
  to: pci.device[0]
- {from: "pci.window[0]", to: far.in}
- for: {a: 2, b: a.n}
  when: (a + b) mod 1 == 0
  from: o.out[a * a.n + b]
  to: "grid[a][b].in"
  link: {type: serial_link, name: "w[a][b]", rate: (1 Gb/s if a == 0 else 0.5 Gb/s) * (b + 1)}
traffic:
- {name: t, from: "o.in_it[*].s", to: "grid[*][*]", arrivals: closed, destination: fixed, outstanding: 2, ios: 5, io: 4 KiB, message: 1 KiB, when: not late, via: "w[*][ sink.index ]"}
- {name: u, from: disk, to: far, rate: 1e2 MB/s, ios: 3, via: [pci, {when: way == 0, at: "pci"}]}
metrics:
  m.q: {quantile: "grid[*][*].utilisation", at: half}
  r: {to: "grid[*][*].messages", ratio: "grid[*][*].bandwidth"}
"""


def test_files_of_other_hands(tmp_path: Path) -> None:
    for name, text in (("m", WRITTEN), ("odd", ODD)):
        file = tmp_path / f"{name}.yaml"
        file.write_text(text)
        as_written = netlist(file, tmp_path)
        (tmp_path / "again").mkdir(exist_ok=True)
        machine = Machine.load(file)
        saved = machine.save(tmp_path / "again" / file.name)
        assert Machine.load(saved) == machine
        assert netlist(saved, tmp_path) == as_written
        described = [isochron("describe", path, "--json").stdout for path in (file, saved)]
        assert described[0] == described[1] and name in described[0]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.yaml"):
        Machine.load(tmp_path / "none.yaml")
    (tmp_path / "m.yaml").mkdir()
    with pytest.raises(FileError):
        small().save(tmp_path / "m.yaml")


def test_types_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    shared = tmp_path / "below/pairs.yaml"
    types = small().document()["types"]
    shared.write_text(yaml.safe_dump({"include": ["more.yaml"], "types": types}))
    (tmp_path / "below/more.yaml").write_text(yaml.safe_dump({"types": {"other": types["pair"]}}))
    m = Machine("uses")
    found = m.include(shared)
    assert list(found) == ["other", "pair"] and m.types == {}
    m.add("p", found["pair"](size=2))
    m.add("q", found["other"]())
    m.add("d", parts.Sink(), size=3)
    link = parts.SerialLink(rate="1 Gb/s")
    m.connect("p.out[i]", "d[i].in", link=link, name="l[i]", for_={"i": 2})
    m.connect("q.out[0]", "d[2].in", link=link, name="k")
    m.traffic("t", "p.s[*]", "d[*]", rate="1 MB/s", destination="fixed")
    m.traffic("u", "q.s[*]", "d[2]", rate="1 MB/s")
    saved = m.save(tmp_path / "uses.yaml")
    assert "include: [below/pairs.yaml]" in saved.read_text()
    assert Machine.load(saved) == m
    m.check(SIMULATOR)
    with pytest.raises(ReportError, match="the type `pair` is there twice"):
        m.type("pair")
    with pytest.raises(ReportError, match="unknown type `piar`; did you mean `pair`"):
        m.find_type("piar")


def test_a_place_is_a_path() -> None:
    node = Place("node")
    assert str(node["*"].raid[0].dma["e + 1"]) == "node[*].raid[0].dma[e + 1]"
    assert str(node.in_[2]) == "node.in[2]" and str(node.to_bus) == "node.to_bus"
    assert node[1] == Place("node[1]") and node[1] != Place("node[2]") and len({node[1], Place("node[1]")}) == 1


def test_what_is_kept_depends_on_the_machine(tmp_path: Path) -> None:
    m = small()
    scenario = m.scenario(tmp_path, measure={"warm_up": "1 ms", "duration": "2 ms"}, parameters={"load": "20 MB/s"})
    runner = Runner(SIMULATOR, cache=Cache(tmp_path / "cache"), quiet=True)
    first = runner.run(scenario).metric("all").mean
    assert runner.run(Scenario.load(scenario.path)).metric("all").mean == first and runner.simulations == 1
    m.declarations["n"] = dataclasses.replace(m.declarations["n"], default=1)
    again = m.scenario(tmp_path, measure={"warm_up": "1 ms", "duration": "2 ms"}, parameters={"load": "20 MB/s"})
    assert again.sha256 == scenario.sha256
    assert runner.run(again).metric("all").mean < first and runner.simulations == 2
    (tmp_path / "types.yaml").write_text("types: {}\n")
    m.include(tmp_path / "types.yaml")
    assert runner.run(m.scenario(tmp_path)) and runner.simulations == 3
    (tmp_path / "types.yaml").write_text("types: {}\n# more\n")
    assert runner.run(m.scenario(tmp_path)) and runner.simulations == 4


# What YAML takes for something else.
AMBIGUOUS = ["on", "No", "7", "-1", "1.5", "1e3", "1_000", "0x1f", "12:30", "true", "null", "~", "=", "<<", "2001-01-01", ".5", "-", "", " a", "a ", "a: b", "#", "a #b", "&a", "*", "!", "%", "@", "'", '"', "\\", "a\nb", "\t", "{", "[]", "?", "|", ">"]


@given(st.one_of(st.text(max_size=30), st.sampled_from(AMBIGUOUS)))
@settings(max_examples=300, deadline=None)
def test_texts_come_back_from_yaml(text: str) -> None:
    try:
        m = Machine("m", summary=text)
    except ReportError:
        return
    assert yaml.safe_load(scalar(text)) == text
    assert yaml.safe_load(f"{{{scalar(text)}: [{scalar(text)}]}}") == {text: [text]}
    assert yaml.safe_load(m.text()).get("summary", "") == text


@given(st.one_of(st.integers(-(2**62), 2**62), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.from_regex(r"[0-9.eE+-]{1,8}", fullmatch=True)))
@settings(max_examples=500, deadline=None)
def test_values_keep_one_form(given_value: float | str) -> None:
    if given_value == "" or (isinstance(given_value, float) and abs(given_value) > 2**62):
        return
    kept = value(given_value, "it")
    text = scalar(kept)
    read = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  (it makes texts and nothing else)
    again = value(read, "it")
    assert again == kept and type(again) is type(kept)
    if isinstance(given_value, str):
        assert read == given_value, "a text that somebody wrote is written otherwise"


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Cn")), max_size=20)
RATES = st.sampled_from(["1 Gb/s", "2.5 Gb/s", "8 b/s", "100 MB/s", "2 * load", "load if n > 1 else load / 2"])


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    """Sources at switches in a tree, sinks at some of them: valid, each with other names, links, settings and texts."""
    m = Machine("drawn", summary=draw(TEXTS), source=draw(TEXTS), runs="measured")
    m.parameter("n", "count", draw(st.integers(1, 4)), range=(1, 4), about=draw(TEXTS))
    m.parameter("load", "data_rate", "10 MB/s", source=draw(TEXTS))
    m.parameter("freed", "choice", "on_send", choices=("on_send", "on_arrival"))
    switches = draw(st.lists(NAMES.map(lambda name: f"sw_{name}"), min_size=1, max_size=5, unique=True))
    parent = [draw(st.integers(0, max(0, i - 1))) for i in range(len(switches))]
    ports = [1 + (i > 0) + sum(p == i for p in parent[1:]) for i in range(len(switches))]
    leaf = m.type("leaf", about=draw(TEXTS))
    leaf.parameter("rate", "data_rate", "1 GB/s")
    leaf.add("s", parts.Source())
    leaf.add("d", parts.Sink(rate="rate", buffers=draw(st.integers(1, 9))))
    leaf.port("out", "s.out")
    leaf.port("in", "d.in")
    taken = [1] * len(switches)
    for i, name in enumerate(switches):
        freed = draw(st.sampled_from([None, "freed", "on_send"]))
        m.add(name, parts.Switch(inputs=ports[i], outputs=ports[i], buffers=draw(st.sampled_from([1, 2, "n", "n + 1"])), buffer_freed=freed))
        m.add(f"leaf_{i}", leaf() if draw(st.booleans()) else leaf(rate=draw(RATES)))
        m.connect(f"leaf_{i}.out", f"{name}.in[0]", link=parts.SerialLink(rate=draw(RATES)), name=f"a[{i}]")
        m.connect(f"{name}.out[0]", f"leaf_{i}.in", link=parts.SerialLink(rate=draw(RATES)), name=f"b[{i}]")
        if i > 0:
            above, up, down = switches[parent[i]], taken[i], taken[parent[i]]
            m.connect(f"{name}.out[{up}]", f"{above}.in[{down}]", link=parts.SerialLink(), name=f"up[{i}]")
            m.connect(f"{above}.out[{down}]", f"{name}.in[{up}]", link=parts.SerialLink(), name=f"down[{i}]", when=draw(st.sampled_from([None, "n > 0"])))
            taken[i], taken[parent[i]] = up + 1, down + 1
    m.traffic("t", "leaf_*.s", "leaf_*.d", rate="load / n", io="4 KiB", drawn=draw(st.sampled_from([None, "io", "message"])))
    m.metric("q", quantile="leaf_*.d.bandwidth", at=draw(st.sampled_from(["95 %", 0.5])), about=draw(TEXTS))
    m.metric("r", ratio="leaf_*.d.bandwidth", to="leaf_*.d.bandwidth")
    return m


@given(machines())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_drawn_machines_go_round(tmp_path_factory: pytest.TempPathFactory, machine: Machine) -> None:
    folder = tmp_path_factory.mktemp("drawn")
    saved = machine.save(folder / "drawn.yaml")
    first = saved.read_bytes()
    loaded = Machine.load(saved)
    assert loaded == machine
    loaded.save(saved)
    assert saved.read_bytes() == first
    jsonschema.Draft202012Validator(SCHEMA).validate(yaml.safe_load(first))
    machine.check(SIMULATOR)


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("topologies", ROOT / "docs/examples/topologies.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_compares_topologies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ISOCHRON_COMMAND", str(COMMAND))
    monkeypatch.setenv("ISOCHRON_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.argv", ["topologies.py", "--nodes", "3,8", "--measure", "4 ms", "--out", str(tmp_path)])
    example().main()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines[1:]] == ["ring", "tree", "crossbar"] * 2
    busiest = {(line[0], line[1]): float(line[4]) for line in lines[1:]}
    assert busiest["tree", "8"] > busiest["ring", "8"] > busiest["crossbar", "8"]
    assert (tmp_path / "topologies.png").stat().st_size > 10_000
