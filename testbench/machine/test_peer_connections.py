# SPDX-License-Identifier: Apache-2.0
"""Connections between peers, in Python: what is built and saved, what is read and saved again, and what is refused.

The library has no part with peers yet: those of this test stand in for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
import yaml

from isochron.errors import ReportError
from isochron.machine import Machine, parts
from isochron.machine.part import Component, Parameter, Part, Port


@dataclass(frozen=True, kw_only=True, repr=False)
class Talker(Part):
    _component: ClassVar[Component] = Component("talker", (), (Port("port", "peer"), Port("line", "peer", line=True)))


@dataclass(frozen=True, kw_only=True, repr=False)
class TalkHub(Part):
    _component: ClassVar[Component] = Component("talk_hub", (Parameter("ports", "count"),), (Port("port", "peer", array=True, count=("ports", 2)),))

    ports: int | str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class TalkLink(Part):
    _component: ClassVar[Component] = Component("talk_link", (Parameter("rate", "data_rate"),), (Port("a", "peer"), Port("b", "peer")))

    rate: str | None = None


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in (Talker, TalkHub, TalkLink):
        monkeypatch.setitem(parts.LIBRARY, one._component.name, one)


def star() -> Machine:
    m = Machine("star")
    nodes = m.parameter("nodes", "count", 4, range=(1, 16))
    talker = m.add("talker", Talker(), size=nodes)
    hub = m.add("hub", TalkHub(ports=nodes))
    root = m.add("root", Talker())
    other = m.add("other", Talker())
    m.between(talker["i"].port, hub.port["i"], for_={"i": nodes}, when="i > 0", link=TalkLink(rate="2 Gb/s"), name="up[i]", about="a lane")
    m.between(root.port, other.port)
    return m


CONNECT = [
    {
        "for": {"i": "nodes"}, "when": "i > 0", "between": ["talker[i].port", "hub.port[i]"],
        "link": {"type": "talk_link", "name": "up[i]", "about": "a lane", "rate": "2 Gb/s"},
    },
    {"between": ["root.port", "other.port"]},
]  # fmt: skip


def test_between_is_a_connection_of_the_file(tmp_path: Path) -> None:
    path = star().save(tmp_path / "star.yaml")
    assert yaml.safe_load(Path(path).read_text())["connect"] == CONNECT


def test_a_file_is_read_and_saved_as_it_was(tmp_path: Path) -> None:
    path = Path(star().save(tmp_path / "star.yaml"))
    again = Machine.load(path)
    assert again == star()
    assert Path(again.save(tmp_path / "again/star.yaml")).read_text() == path.read_text()


def test_between_returns_the_path_of_its_link() -> None:
    m = Machine("pair")
    first, second = m.add("first", Talker()), m.add("second", Talker())
    assert str(m.between(first.port, second.port, link=TalkLink(), name="lanes")) == "lanes"
    assert m.between(first.line, second.port) is None


@pytest.mark.parametrize(
    ("ends", "more", "message"),
    [
        (("s.out", "talker.port"), {}, "`s.out` is a sender and no peer; join it by connect"),
        (("talker.port", "other.prt"), {}, "has no port `prt`"),
        (("talker.port", "hub.port[2]"), {}, "hub.port\\[2\\]"),
        (("talker.line", "other.line"), {}, "nothing carries what `talker.line` sends to `other.line`"),
        (("talker.port", "other.port"), {"link": parts.SerialLink(), "name": "l"}, "is no link between peers"),
        (("talker.port", "other.port"), {"link": TalkLink()}, "has no name"),
        (("talker.port", "other.port"), {"name": "l"}, "only a link has a name"),
    ],
)
def test_what_cannot_be_between(ends: tuple[str, str], more: dict, message: str) -> None:
    with pytest.raises(ReportError, match=message):
        machine().between(*ends, **more)


def machine() -> Machine:
    m = Machine("bad")
    m.add("talker", Talker())
    m.add("other", Talker())
    m.add("hub", TalkHub())
    m.add("s", parts.Source())
    m.add("d", parts.Sink())
    return m


def test_peers_have_no_direction() -> None:
    with pytest.raises(ReportError, match=r"`talker.port` is a peer: it carries both directions; join it by between"):
        machine().connect("talker.port", "other.port")
    with pytest.raises(ReportError, match=r"`other.port` is a peer"):
        machine().connect("s.out", "other.port")
    with pytest.raises(ReportError, match="is no link; give"):
        machine().connect("s.out", "d.in", link=TalkLink(), name="l")


@pytest.mark.parametrize(
    ("connection", "message"),
    [
        ("between: talker.port", "`between` is no list"),
        ("between: [talker.port]", "`between` is no list of two ports"),
        ("between: [talker.port, other.port], to: other.port", "has no `to`"),
        ("between: [talker.port, other.port], master: {window: 1}", "has no `master`"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, connection: str, message: str) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(f"machine: m\nparts:\n  talker: {{type: talker}}\n  other: {{type: talker}}\nconnect:\n  - {{{connection}}}\n")
    with pytest.raises(ReportError, match=message):
        Machine.load(path)
