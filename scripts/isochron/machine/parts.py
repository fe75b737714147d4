# SPDX-License-Identifier: Apache-2.0
"""The parts of machine files as classes. Made from `isochron schema machine` and `isochron describe --json`; `.venv/bin/python -m
isochron.reference` writes this file again.

Every parameter may also be an expression: `Switch(inputs=nodes, outputs=2 * nodes)` of a declared parameter, or as text, `outputs="2 * nodes"`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, Never, TypedDict

from isochron.machine.part import Component, Parameter, Part, Port
from isochron.machine.values import meant


def __getattr__(name: str) -> Never:
    raise AttributeError(f"there is no part `{name}`; {meant(name, [one.__name__ for one in LIBRARY.values()])}")


@dataclass(frozen=True, kw_only=True, repr=False)
class AtmLink(Part):
    """An ATM link (OC-3): lane 0 to the network, lane 1 from it; a message is a frame of AAL5 in cells of 53 B.

    Type in machine files: atm_link. Source: ITU-T I.361, I.363.5 and I.432.2; Disz et al., section 3.1.
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `messages`, `dropped`, `queue_depth`, `wait` (s), `out[i].utilisation`, `out[i].throughput` (B/s).

    Parameters:

    - `rate`: of the cells in each direction; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 18.72 MB/s; source: ITU-T I.432.2: what an STM-1 of 155.52 Mb/s has for cells
    - `queue`: messages that wait for a direction at most; one that comes then is lost; a count, valid: unlimited, or 1 to 1000000; default: 128; source: our own
    - `cells`: messages go in cells of 53 B, of which 48 are theirs; false: the rate is all payload, as in Table 3; a flag, valid: true or false; default: true; source: ITU-T I.361; Disz et al., Table 3
    - `protocol`: a message has the headers of IP, UDP and LLC and the trailer of AAL5, or the trailer alone (with cells: true); a choice, valid: udp, aal5; default: udp; source: RFC 791, RFC 768, RFC 1483, ITU-T I.363.5
    """

    _component: ClassVar[Component] = Component(
        "atm_link",
        (
            Parameter("rate", "data_rate"),
            Parameter("queue", "count", ("unlimited",)),
            Parameter("cells", "flag"),
            Parameter("protocol", "choice", ("udp", "aal5")),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "messages",
            "dropped",
            "queue_depth",
            "wait",
            "out[i].utilisation",
            "out[i].throughput",
        ),
    )

    rate: str | None = None
    """of the cells in each direction; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 18.72 MB/s; source: ITU-T I.432.2: what an STM-1 of 155.52 Mb/s has for cells"""

    queue: Literal["unlimited"] | int | str | None = None
    """messages that wait for a direction at most; one that comes then is lost; a count, valid: unlimited, or 1 to 1000000; default: 128; source: our own"""

    cells: bool | str | None = None
    """messages go in cells of 53 B, of which 48 are theirs; false: the rate is all payload, as in Table 3; a flag, valid: true or false; default: true; source: ITU-T I.361; Disz et al., Table 3"""

    protocol: Literal["udp", "aal5"] | str | None = None
    """a message has the headers of IP, UDP and LLC and the trailer of AAL5, or the trailer alone (with cells: true); a choice, valid: udp, aal5; default: udp; source: RFC 791, RFC 768, RFC 1483, ITU-T I.363.5"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BlockMover(Part):
    """Block mover: moves of up to three dimensions between two ports, one pass over each bus; a model, or its Verilog.

    Type in machine files: block_mover. Source: Gennart et al., section 5.3; docs/hardware/block_mover.md.
    Ports: `local` (initiator, base protocol), `system` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`, `bytes` (B), `moved` (B), `cycles`.

    Parameters:

    - `impl`: a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own
    - `timing`: of the model: by the rates of its buses, or by clock edges, with registers, descriptors and real data (with impl: tlm); a choice, valid: rate, clocked; default: rate; source: our own
    - `clock`: its clock (with timing: clocked, or impl: rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own
    - `memory_latency`: of the memory with the descriptors, as the block mover sees it (with timing: clocked, or impl: rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own
    - `burst`: what it reads and writes at a time (with timing: rate, and impl: tlm); a size, valid: 1 B to 1 MiB; default: 2 KiB; source: our own
    - `setup`: before each move (with timing: rate, and impl: tlm); a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own
    - `outstanding`: bursts between read request and write response (with timing: rate, and impl: tlm); a count, valid: 1 to 64; default: 2; source: our own
    """

    _component: ClassVar[Component] = Component(
        "block_mover",
        (
            Parameter("impl", "choice", ("tlm", "rtl")),
            Parameter("timing", "choice", ("rate", "clocked")),
            Parameter("clock", "frequency"),
            Parameter("memory_latency", "duration"),
            Parameter("burst", "size"),
            Parameter("setup", "duration"),
            Parameter("outstanding", "count"),
        ),
        (
            Port("local", "initiator"),
            Port("system", "initiator"),
        ),
        (
            "utilisation",
            "queue_depth",
            "bytes",
            "moved",
            "cycles",
        ),
    )

    impl: Literal["tlm", "rtl"] | str | None = None
    """a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own"""

    timing: Literal["rate", "clocked"] | str | None = None
    """of the model: by the rates of its buses, or by clock edges, with registers, descriptors and real data (with impl: tlm); a choice, valid: rate, clocked; default: rate; source: our own"""

    clock: str | None = None
    """its clock (with timing: clocked, or impl: rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own"""

    memory_latency: str | None = None
    """of the memory with the descriptors, as the block mover sees it (with timing: clocked, or impl: rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own"""

    burst: str | None = None
    """what it reads and writes at a time (with timing: rate, and impl: tlm); a size, valid: 1 B to 1 MiB; default: 2 KiB; source: our own"""

    setup: str | None = None
    """before each move (with timing: rate, and impl: tlm); a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own"""

    outstanding: int | str | None = None
    """bursts between read request and write response (with timing: rate, and impl: tlm); a count, valid: 1 to 64; default: 2; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BlockReader(Part):
    """A program that measures disks: asks for a batch of blocks, then for the next.

    Type in machine files: block_reader. Source: PS2, section 6, Fig. 9.
    Ports: `request` (initiator, hand-over), `read` (target, hand-over), `failed` (target, hand-over), `blocks` (target, extents of disks).
    Statistics: `blocks`.

    Parameters:

    - `least`: smallest block that is read; a size, valid: 512 B to 16 MiB; default: 8 KiB; source: PS2, Fig. 9
    - `most`: largest one; the sizes between are doubled; a size, valid: 512 B to 16 MiB; default: 256 KiB; source: PS2, Fig. 9
    - `blocks`: that are read of each size, from each disk; a count, valid: 1 to 100000; default: 100; source: our own
    - `disks`: that are read; a count, valid: 1 to 60; default: 9; source: PS2, Fig. 9
    - `begin`: where the bytes that are read begin on each disk; a size, valid: 0 B to 1000 TB; default: 0 B; source: our own
    - `capacity`: of a disk: where they end; a size, valid: 1 B to 1000 TB; default: 1.08 GB; source: IBM DPES-31080
    """

    _component: ClassVar[Component] = Component(
        "block_reader",
        (
            Parameter("least", "size"),
            Parameter("most", "size"),
            Parameter("blocks", "count"),
            Parameter("disks", "count"),
            Parameter("begin", "size"),
            Parameter("capacity", "size"),
        ),
        (
            Port("request", "initiator"),
            Port("read", "target"),
            Port("failed", "target"),
            Port("blocks", "target"),
        ),
        (
            "blocks",
        ),
    )

    least: str | None = None
    """smallest block that is read; a size, valid: 512 B to 16 MiB; default: 8 KiB; source: PS2, Fig. 9"""

    most: str | None = None
    """largest one; the sizes between are doubled; a size, valid: 512 B to 16 MiB; default: 256 KiB; source: PS2, Fig. 9"""

    blocks: int | str | None = None
    """that are read of each size, from each disk; a count, valid: 1 to 100000; default: 100; source: our own"""

    disks: int | str | None = None
    """that are read; a count, valid: 1 to 60; default: 9; source: PS2, Fig. 9"""

    begin: str | None = None
    """where the bytes that are read begin on each disk; a size, valid: 0 B to 1000 TB; default: 0 B; source: our own"""

    capacity: str | None = None
    """of a disk: where they end; a size, valid: 1 B to 1000 TB; default: 1.08 GB; source: IBM DPES-31080"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusBridge(Part):
    """Bridge between a bus and any number of links, buffers at every output port.

    Type in machine files: bus_bridge. Source: our own.
    Ports: `window[i]` (target, base protocol), `link_in[i]` (receiver, any), `to_bus` (initiator, base protocol), `link_out[i]` (sender, any).
    Statistics: `link_out[i].utilisation`, `link_out[i].wait_link`, `link_out[i].wait_buffer`, `link_out[i].queue_depth`, `link_out[i].class[c].bandwidth` (B/s), `link_out[i].class[c].queue_depth`, `link_out[i].class[c].wait_buffer`, `to_bus.utilisation`, `to_bus.wait_link`, `to_bus.wait_buffer`, `to_bus.queue_depth`.

    Parameters:

    - `links_out`: links that it sends to, a window each; a count, valid: 0 to 4096; default: 1
    - `links_in`: links that it receives from; a count, valid: 0 to 4096; default: 1
    - `buffers`: message buffers of an output port; a count, valid: 1 to 65536; default: 1
    - `buffer_freed`: when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "bus_bridge",
        (
            Parameter("links_out", "count"),
            Parameter("links_in", "count"),
            Parameter("buffers", "count"),
            Parameter("buffer_freed", "choice", ("on_send", "on_arrival")),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("window", "target", array=True, count=("links_out", 1)),
            Port("link_in", "receiver", array=True, count=("links_in", 1)),
            Port("to_bus", "initiator"),
            Port("link_out", "sender", array=True, line=True, count=("links_out", 1)),
        ),
        (
            "link_out[i].utilisation",
            "link_out[i].wait_link",
            "link_out[i].wait_buffer",
            "link_out[i].queue_depth",
            "link_out[i].class[c].bandwidth",
            "link_out[i].class[c].queue_depth",
            "link_out[i].class[c].wait_buffer",
            "to_bus.utilisation",
            "to_bus.wait_link",
            "to_bus.wait_buffer",
            "to_bus.queue_depth",
        ),
    )

    links_out: int | str | None = None
    """links that it sends to, a window each; a count, valid: 0 to 4096; default: 1"""

    links_in: int | str | None = None
    """links that it receives from; a count, valid: 0 to 4096; default: 1"""

    buffers: int | str | None = None
    """message buffers of an output port; a count, valid: 1 to 65536; default: 1"""

    buffer_freed: Literal["on_send", "on_arrival"] | str | None = None
    """when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusRequester(Part):
    """Asks for data, or writes them, over a bus: so many requests under way, each answered.

    Type in machine files: bus_requester. Source: our own.
    Ports: `out` (initiator, base protocol), `in` (target, base protocol).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`, `out.queue_depth`.

    Parameters:

    - `tags`: requests under way at once; a count, valid: 1 to 65536; default: 32
    """

    _component: ClassVar[Component] = Component(
        "bus_requester",
        (
            Parameter("tags", "count"),
        ),
        (
            Port("out", "initiator"),
            Port("in", "target"),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
            "out.queue_depth",
        ),
    )

    tags: int | str | None = None
    """requests under way at once; a count, valid: 1 to 65536; default: 32"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusServer(Part):
    """Servers with a queue on a bus: requests are written to it, wait, are served for a time, and answered.

    Type in machine files: bus_server. Source: our own.
    Ports: `in` (target, base protocol), `out` (initiator, base protocol).
    Statistics: `bandwidth` (B/s), `messages`, `utilisation`, `held`, `queue_depth`, `wait` (s), `class[c].bandwidth` (B/s), `class[c].messages`, `class[c].queue_depth`, `class[c].wait` (s), `answers`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`, `out.queue_depth`.

    Parameters:

    - `queue`: messages of a class that wait for a server; a count, valid: unlimited, or 1 to 1000000; default: unlimited
    - `servers`: messages that are served at a time; a count, valid: 1 to 1024; default: 1
    - `service`: law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2
    - `service_mean`: time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms
    - `service_min`: shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps
    - `service_max`: longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "bus_server",
        (
            Parameter("queue", "count", ("unlimited",)),
            Parameter("servers", "count"),
            Parameter("service", "choice", ("constant", "uniform", "exponential", "seek")),
            Parameter("service_mean", "duration"),
            Parameter("service_min", "duration"),
            Parameter("service_max", "duration"),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("in", "target"),
            Port("out", "initiator"),
        ),
        (
            "bandwidth",
            "messages",
            "utilisation",
            "held",
            "queue_depth",
            "wait",
            "class[c].bandwidth",
            "class[c].messages",
            "class[c].queue_depth",
            "class[c].wait",
            "answers",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
            "out.queue_depth",
        ),
    )

    queue: Literal["unlimited"] | int | str | None = None
    """messages of a class that wait for a server; a count, valid: unlimited, or 1 to 1000000; default: unlimited"""

    servers: int | str | None = None
    """messages that are served at a time; a count, valid: 1 to 1024; default: 1"""

    service: Literal["constant", "uniform", "exponential", "seek"] | str | None = None
    """law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2"""

    service_mean: str | None = None
    """time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms"""

    service_min: str | None = None
    """shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps"""

    service_max: str | None = None
    """longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusSink(Part):
    """Where messages on a bus end: takes what comes, or one after another at a rate.

    Type in machine files: bus_sink. Source: our own.
    Ports: `in` (target, base protocol).
    Statistics: `bandwidth` (B/s), `messages`, `utilisation`, `withheld`.

    Parameters:

    - `rate`: at which it takes one message after another; unlimited: it takes what comes; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited
    - `buffers`: for messages that it has not taken in whole (with rate: a rate); a count, valid: 1 to 1000000; default: 1
    """

    _component: ClassVar[Component] = Component(
        "bus_sink",
        (
            Parameter("rate", "data_rate", ("unlimited",)),
            Parameter("buffers", "count"),
        ),
        (
            Port("in", "target"),
        ),
        (
            "bandwidth",
            "messages",
            "utilisation",
            "withheld",
        ),
    )

    rate: Literal["unlimited"] | str | None = None
    """at which it takes one message after another; unlimited: it takes what comes; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited"""

    buffers: int | str | None = None
    """for messages that it has not taken in whole (with rate: a rate); a count, valid: 1 to 1000000; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusSource(Part):
    """Source of messages on a bus: I/Os at given times or in a closed loop, one transaction outstanding.

    Type in machine files: bus_source. Source: our own.
    Ports: `out` (initiator, base protocol).
    Statistics: `bandwidth` (B/s), `messages`, `queue_depth`, `wait_link`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`.
    """

    _component: ClassVar[Component] = Component(
        "bus_source",
        (),
        (
            Port("out", "initiator"),
        ),
        (
            "bandwidth",
            "messages",
            "queue_depth",
            "wait_link",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class C104Crossbar(Part):
    """C104 crossbar with its T9000 links: a packet takes both of its links together.

    Type in machine files: c104_crossbar. Source: Gennart et al., section 3.3.
    Ports: `in[i]` (receiver, transputer), `out[i]` (sender, transputer).
    Statistics: `in[i].utilisation`, `out[j].utilisation`.

    Parameters:

    - `inputs`: links that end at it; a count, valid: 1 to 31; default: 8
    - `outputs`: links that begin at it; a count, valid: 1 to 31; default: 4
    - `rate`: of a link; a data rate, valid: 1 B/s to 1 Tb/s; default: 8 MB/s; source: Gennart et al., Table 2
    """

    _component: ClassVar[Component] = Component(
        "c104_crossbar",
        (
            Parameter("inputs", "count"),
            Parameter("outputs", "count"),
            Parameter("rate", "data_rate"),
        ),
        (
            Port("in", "receiver", array=True, count=("inputs", 8)),
            Port("out", "sender", array=True, count=("outputs", 4)),
        ),
        (
            "in[i].utilisation",
            "out[j].utilisation",
        ),
    )

    inputs: int | str | None = None
    """links that end at it; a count, valid: 1 to 31; default: 8"""

    outputs: int | str | None = None
    """links that begin at it; a count, valid: 1 to 31; default: 4"""

    rate: str | None = None
    """of a link; a data rate, valid: 1 B/s to 1 Tb/s; default: 8 MB/s; source: Gennart et al., Table 2"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Cache(Part):
    """A write-allocate, write-back cache between a processor and a bus.

    Type in machine files: cache. Source: Gennart et al., section 3.5.
    Ports: `processor` (target, cache port), `socket` (initiator, base protocol).
    Statistics: `fills`, `write_backs`.

    Parameters:

    - `size`: all lines; a size, valid: 64 B to 1 GiB; default: 1 MiB; source: our own
    - `ways`: lines a set; 1: direct mapped; a count, valid: 1 to 64; default: 1; source: our own
    - `line`: a line; a size, valid: 2 B to 4 KiB; default: 32 B; source: Gennart et al., section 3.5
    """

    _component: ClassVar[Component] = Component(
        "cache",
        (
            Parameter("size", "size"),
            Parameter("ways", "count"),
            Parameter("line", "size"),
        ),
        (
            Port("processor", "target"),
            Port("socket", "initiator"),
        ),
        (
            "fills",
            "write_backs",
        ),
    )

    size: str | None = None
    """all lines; a size, valid: 64 B to 1 GiB; default: 1 MiB; source: our own"""

    ways: int | str | None = None
    """lines a set; 1: direct mapped; a count, valid: 1 to 64; default: 1; source: our own"""

    line: str | None = None
    """a line; a size, valid: 2 B to 4 KiB; default: 32 B; source: Gennart et al., section 3.5"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CentralProcess(Part):
    """The process of a storage unit that begins and ends its streams, and does what viewers ask for.

    Type in machine files: central_process. Source: Calliope, sections 2.3 and 2.3.1.
    Ports: `disks` (initiator, seats of streams), `network` (initiator, streams of packets), `viewers` (initiator, viewers), `cameras` (initiator, recordings), `streams` (target, streams of a unit).
    Statistics: `streams`, `commands`, `start_delay` (s), `vcr_delay` (s).

    Parameters:

    - `count`: streams that begin at once; a count, valid: 0 to 100000; default: 0; source: Calliope, section 3.2.1
    - `streams__kind`: constant: packets of one size at one rate; trace: as recorded, with bursts; a choice, valid: constant, trace; default: constant; source: Calliope, section 3.2
    - `streams__rate`: of a stream of constant rate (with streams.kind: constant); a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1
    - `streams__packet`: of a stream of constant rate; a size, valid: 64 B to 65.507 kB; default: 4 KiB; source: Calliope, section 3.2.1
    - `streams__phase`: random: packets of each are due at a time of their own within their interval; aligned: all at the same; a choice, valid: random, aligned; default: random; source: open in Calliope; aligned: section 3.2.2
    - `trace__files`: that are played, by turns (with streams.kind: trace, trace.csv: none); a indices, valid: list of 0 to 63; default: [0, 1, 2]; source: Calliope, section 3.2.2: three
    - `trace__mean`: rate of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [650000, 635000, 877000]; source: Calliope, section 3.2.2
    - `trace__peak`: most in any 50 ms of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [3400000, 2000000, 5400000]; source: Calliope, section 3.2.2: 2.0 to 5.4 Mb/s; which has which is our own
    - `trace__frame_rate`: of a file (with streams.kind: trace, trace.csv: none); a frequency, valid: 1 Hz to 100 Hz; default: 10 Hz; source: our own
    - `trace__packet`: but the last of a frame (with streams.kind: trace, trace.csv: none); a size, valid: 64 B to 65.507 kB; default: 1 KiB; source: Calliope, section 3.2.2: about 1 KB
    - `trace__line_rate`: at which the packets of a frame follow each other (with streams.kind: trace, trace.csv: none); a data rate, valid: 100 kb/s to 1 Gb/s; default: 10 Mb/s; source: our own
    - `trace__scene`: mean length of what looks alike (with streams.kind: trace, trace.csv: none); a duration, valid: 100 ms to 1000 s; default: 5 s; source: our own
    - `trace__length`: of a file, which is played again and again (with streams.kind: trace, trace.csv: none); a duration, valid: 1 s to 1 h; default: 1 min; source: our own
    - `trace__seed`: of the files; other seeds, other files (with streams.kind: trace, trace.csv: none); a count, valid: 0 to 1000000000; default: 1; source: our own
    - `trace__csv`: a recording that all streams play, a line `time_s,bytes` and one a packet: a file beside the scenario (with streams.kind: trace); a text, valid: none, or a line of up to 1000 bytes; default: none; source: our own
    - `start`: together: all play as soon as each has its first block; slot: each as soon as it has its own; a choice, valid: together, slot; default: slot; source: Calliope, section 3.2.2
    - `record`: of the streams that record; a count, valid: 0 to 100000; default: 0; source: our own
    - `numbers`: streams that it has at a time, at most; `count` at least; a count, valid: 1 to 100000; default: 1
    - `client_buffer`: of a client; a size, valid: 1 B to 1 GiB; default: 200 KiB; source: Calliope, section 2.2.1
    - `vcr_interval`: mean time between a viewer's commands to wind, or to play on; a duration, valid: off, or 1 ms to 100000 s; default: off; source: our own
    """

    _component: ClassVar[Component] = Component(
        "central_process",
        (
            Parameter("count", "count"),
            Parameter("streams.kind", "choice", ("constant", "trace")),
            Parameter("streams.rate", "data_rate"),
            Parameter("streams.packet", "size"),
            Parameter("streams.phase", "choice", ("random", "aligned")),
            Parameter("trace.files", "indices"),
            Parameter("trace.mean", "indices"),
            Parameter("trace.peak", "indices"),
            Parameter("trace.frame_rate", "frequency"),
            Parameter("trace.packet", "size"),
            Parameter("trace.line_rate", "data_rate"),
            Parameter("trace.scene", "duration"),
            Parameter("trace.length", "duration"),
            Parameter("trace.seed", "count"),
            Parameter("trace.csv", "text", ("none",)),
            Parameter("start", "choice", ("together", "slot")),
            Parameter("record", "count"),
            Parameter("numbers", "count"),
            Parameter("client_buffer", "size"),
            Parameter("vcr_interval", "duration", ("off",)),
        ),
        (
            Port("disks", "initiator"),
            Port("network", "initiator"),
            Port("viewers", "initiator"),
            Port("cameras", "initiator"),
            Port("streams", "target"),
        ),
        (
            "streams",
            "commands",
            "start_delay",
            "vcr_delay",
        ),
        derived=(
            "streams.mean_rate",
            "streams.fastest",
        ),
    )

    count: int | str | None = None
    """streams that begin at once; a count, valid: 0 to 100000; default: 0; source: Calliope, section 3.2.1"""

    streams__kind: Literal["constant", "trace"] | str | None = None
    """constant: packets of one size at one rate; trace: as recorded, with bursts; a choice, valid: constant, trace; default: constant; source: Calliope, section 3.2"""

    streams__rate: str | None = None
    """of a stream of constant rate (with streams.kind: constant); a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1"""

    streams__packet: str | None = None
    """of a stream of constant rate; a size, valid: 64 B to 65.507 kB; default: 4 KiB; source: Calliope, section 3.2.1"""

    streams__phase: Literal["random", "aligned"] | str | None = None
    """random: packets of each are due at a time of their own within their interval; aligned: all at the same; a choice, valid: random, aligned; default: random; source: open in Calliope; aligned: section 3.2.2"""

    trace__files: str | None = None
    """that are played, by turns (with streams.kind: trace, trace.csv: none); a indices, valid: list of 0 to 63; default: [0, 1, 2]; source: Calliope, section 3.2.2: three"""

    trace__mean: str | None = None
    """rate of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [650000, 635000, 877000]; source: Calliope, section 3.2.2"""

    trace__peak: str | None = None
    """most in any 50 ms of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [3400000, 2000000, 5400000]; source: Calliope, section 3.2.2: 2.0 to 5.4 Mb/s; which has which is our own"""

    trace__frame_rate: str | None = None
    """of a file (with streams.kind: trace, trace.csv: none); a frequency, valid: 1 Hz to 100 Hz; default: 10 Hz; source: our own"""

    trace__packet: str | None = None
    """but the last of a frame (with streams.kind: trace, trace.csv: none); a size, valid: 64 B to 65.507 kB; default: 1 KiB; source: Calliope, section 3.2.2: about 1 KB"""

    trace__line_rate: str | None = None
    """at which the packets of a frame follow each other (with streams.kind: trace, trace.csv: none); a data rate, valid: 100 kb/s to 1 Gb/s; default: 10 Mb/s; source: our own"""

    trace__scene: str | None = None
    """mean length of what looks alike (with streams.kind: trace, trace.csv: none); a duration, valid: 100 ms to 1000 s; default: 5 s; source: our own"""

    trace__length: str | None = None
    """of a file, which is played again and again (with streams.kind: trace, trace.csv: none); a duration, valid: 1 s to 1 h; default: 1 min; source: our own"""

    trace__seed: int | str | None = None
    """of the files; other seeds, other files (with streams.kind: trace, trace.csv: none); a count, valid: 0 to 1000000000; default: 1; source: our own"""

    trace__csv: Literal["none"] | str | None = None
    """a recording that all streams play, a line `time_s,bytes` and one a packet: a file beside the scenario (with streams.kind: trace); a text, valid: none, or a line of up to 1000 bytes; default: none; source: our own"""

    start: Literal["together", "slot"] | str | None = None
    """together: all play as soon as each has its first block; slot: each as soon as it has its own; a choice, valid: together, slot; default: slot; source: Calliope, section 3.2.2"""

    record: int | str | None = None
    """of the streams that record; a count, valid: 0 to 100000; default: 0; source: our own"""

    numbers: int | str | None = None
    """streams that it has at a time, at most; `count` at least; a count, valid: 1 to 100000; default: 1"""

    client_buffer: str | None = None
    """of a client; a size, valid: 1 B to 1 GiB; default: 200 KiB; source: Calliope, section 2.2.1"""

    vcr_interval: Literal["off"] | str | None = None
    """mean time between a viewer's commands to wind, or to play on; a duration, valid: off, or 1 ms to 100000 s; default: off; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChainMover(Part):
    """Block mover with a memory of its own that carries out one list of descriptors; a model, or its Verilog.

    Type in machine files: chain_mover. Source: docs/hardware/block_mover.md.
    Ports: `moves` (initiator, moves).
    Statistics: `utilisation`, `bytes` (B), `descriptors`, `time` (s), `clocks`, `cycles`.

    Parameters:

    - `impl`: a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own
    - `clock`: of the block mover; a frequency, valid: 1 MHz to 1 GHz; default: 100 MHz; source: our own
    - `memory_latency`: of the block mover's memory, and of the one with its descriptors; a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own
    """

    _component: ClassVar[Component] = Component(
        "chain_mover",
        (
            Parameter("impl", "choice", ("tlm", "rtl")),
            Parameter("clock", "frequency"),
            Parameter("memory_latency", "duration"),
        ),
        (
            Port("moves", "initiator"),
        ),
        (
            "utilisation",
            "bytes",
            "descriptors",
            "time",
            "clocks",
            "cycles",
        ),
    )

    impl: Literal["tlm", "rtl"] | str | None = None
    """a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own"""

    clock: str | None = None
    """of the block mover; a frequency, valid: 1 MHz to 1 GHz; default: 100 MHz; source: our own"""

    memory_latency: str | None = None
    """of the block mover's memory, and of the one with its descriptors; a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Coordinator(Part):
    """Coordinator of a multimedia server: decides which storage unit plays a session, and when.

    Type in machine files: coordinator. Source: Calliope, sections 2.2 and 3.3.
    Ports: `messages` (target, hand-over), `orders` (initiator, hand-over), `sessions` (initiator, sessions of a server), `connections` (target, connections to units).
    Statistics: `utilisation`, `queue_depth`, `queue_longest`, `streams`, `requested`, `admitted`, `resumed`, `ended`, `lost`, `streams_lost`, `deciding`, `queued`, `playing`, `scheduling` (s), `waiting` (s).

    Parameters:

    - `processor`: of the coordinator's processor, for a session; a duration, valid: 1 ns to 1 s; default: 2.33 ms; source: Calliope, section 3.3: 14 % at 60 requests a second
    - `ending`: of that time, for the notice of the session's end; the rest is for its request; a fraction, valid: 0 to 0.999999; default: 0; source: our own
    - `streams_a_unit`: that a unit has bandwidth for; a count, valid: 1 to 10000; default: 20; source: Calliope, section 3.3
    - `copies`: of each item of content, at as many units; a count, valid: 1 to 10000; default: 1; source: our own
    - `stride`: from a unit to that with the next copy of the same item (with copies: 2 or more); a count, valid: 1 to 10000; default: 1; source: our own
    - `space`: of a unit for recordings; none is ever removed; a size, valid: 0 B to 1000 TB; default: 4 GB; source: Calliope, section 3: two disks of 2 GB
    - `policy`: what becomes of the sessions of a unit that fails: they end, or go on at another unit with a copy (with copies: 2 or more); a choice, valid: end, resume; default: end; source: our own
    - `units`: storage units; a count, valid: 1 to 10000; default: 2; source: Calliope, section 3.3
    - `disks`: of a unit, which share its streams evenly; a count, valid: 1 to 64; default: 1
    - `rate`: of a stream that is recorded; a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1
    - `message`: of an order, without any header; a size, valid: 0 B to 9 kB; default: 338 B
    """

    _component: ClassVar[Component] = Component(
        "coordinator",
        (
            Parameter("processor", "duration"),
            Parameter("ending", "fraction"),
            Parameter("streams_a_unit", "count"),
            Parameter("copies", "count"),
            Parameter("stride", "count"),
            Parameter("space", "size"),
            Parameter("policy", "choice", ("end", "resume")),
            Parameter("units", "count"),
            Parameter("disks", "count"),
            Parameter("rate", "data_rate"),
            Parameter("message", "size"),
        ),
        (
            Port("messages", "target"),
            Port("orders", "initiator"),
            Port("sessions", "initiator"),
            Port("connections", "target"),
        ),
        (
            "utilisation",
            "queue_depth",
            "queue_longest",
            "streams",
            "requested",
            "admitted",
            "resumed",
            "ended",
            "lost",
            "streams_lost",
            "deciding",
            "queued",
            "playing",
            "scheduling",
            "waiting",
        ),
    )

    processor: str | None = None
    """of the coordinator's processor, for a session; a duration, valid: 1 ns to 1 s; default: 2.33 ms; source: Calliope, section 3.3: 14 % at 60 requests a second"""

    ending: float | str | None = None
    """of that time, for the notice of the session's end; the rest is for its request; a fraction, valid: 0 to 0.999999; default: 0; source: our own"""

    streams_a_unit: int | str | None = None
    """that a unit has bandwidth for; a count, valid: 1 to 10000; default: 20; source: Calliope, section 3.3"""

    copies: int | str | None = None
    """of each item of content, at as many units; a count, valid: 1 to 10000; default: 1; source: our own"""

    stride: int | str | None = None
    """from a unit to that with the next copy of the same item (with copies: 2 or more); a count, valid: 1 to 10000; default: 1; source: our own"""

    space: str | None = None
    """of a unit for recordings; none is ever removed; a size, valid: 0 B to 1000 TB; default: 4 GB; source: Calliope, section 3: two disks of 2 GB"""

    policy: Literal["end", "resume"] | str | None = None
    """what becomes of the sessions of a unit that fails: they end, or go on at another unit with a copy (with copies: 2 or more); a choice, valid: end, resume; default: end; source: our own"""

    units: int | str | None = None
    """storage units; a count, valid: 1 to 10000; default: 2; source: Calliope, section 3.3"""

    disks: int | str | None = None
    """of a unit, which share its streams evenly; a count, valid: 1 to 64; default: 1"""

    rate: str | None = None
    """of a stream that is recorded; a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1"""

    message: str | None = None
    """of an order, without any header; a size, valid: 0 B to 9 kB; default: 338 B"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Delay(Part):
    """A length of time between a link and the receiver at its end, with any number of messages on the way.

    Type in machine files: delay. Source: our own.
    Ports: `in` (receiver, any), `out` (sender, any).

    Parameters:

    - `delay`: from the end of a link to the receiver behind it; a duration, valid: 0 ps to 1 s; default: 0 ps
    """

    _component: ClassVar[Component] = Component(
        "delay",
        (
            Parameter("delay", "duration"),
        ),
        (
            Port("in", "receiver"),
            Port("out", "sender"),
        ),
    )

    delay: str | None = None
    """from the end of a link to the receiver behind it; a duration, valid: 0 ps to 1 s; default: 0 ps"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Disk(Part):
    """Magnetic disk: a latency, then its medium's rate, then the SCSI bus.

    Type in machine files: disk. Source: Gennart et al., section 3.2; with mechanics PS2, section 6.
    Ports: `socket` (initiator, base protocol), `requests` (target, requests).
    Statistics: `utilisation`, `queue_depth`, `throughput` (B/s).

    Parameters:

    - `latency`: law of the time before a transfer begins; mechanical: the arm's way and the rotation; a choice, valid: triangular, deterministic, mechanical; default: triangular; source: Gennart et al., section 3.2; mechanical: PS2, section 6
    - `mean_seek`: mean latency (with latency: triangular or deterministic); a duration, valid: 0 ps to 100 s; default: 10 ms; source: Gennart et al., section 3.2
    - `rate`: of the medium (with zones: 1); a data rate, valid: 1 B/s to 1 Tb/s; default: 4 MB/s; source: Gennart et al., Table 2; 3.3 MiB/s in PS2, section 6
    - `freed`: when the next request may begin; a choice, valid: after_medium, after_scsi; default: after_medium; source: open in Gennart et al., section 3.2
    - `chunk`: what goes to the bus at a time, as soon as it is off the medium; request: all of it; a size, valid: request, or 1 B to 1 GiB; default: request; source: our own
    - `chunks`: when the medium goes on with a request's next chunk: at once, or when the one before is across (with chunk: a size); a choice, valid: overlapped, one_by_one; default: overlapped; source: our own
    - `order`: which of the requests that wait is next (with latency: mechanical); a choice, valid: fifo, elevator; default: fifo; source: our own
    - `failed`: it must not be asked for anything; a flag, valid: true or false; default: false; source: our own
    - `seek__overhead`: of a request (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 2 ms; source: our own split of PS2's 18.5 ms (section 6)
    - `seek__settle`: of the arm on its track, at every request (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 4 ms; source: our own split of PS2's 18.5 ms (section 6)
    - `seek__root`: of a movement over the whole disk; of another times the square root of its fraction of the capacity (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 13 ms; source: our own split of PS2's 18.5 ms (section 6)
    - `seek__linear`: of a movement over the whole disk, besides; of another times its fraction of the capacity (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 0 ps; source: our own
    - `rotation`: a turn; the first byte is anywhere on it (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 11.11 ms; source: IBM DPES-31080, 5400 turns a minute
    - `capacity`: of the disk (with latency: mechanical); a size, valid: 1 B to 1000 TB; default: 1.08 GB; source: IBM DPES-31080
    - `zones`: zones of equal bytes; 1: the same rate everywhere (with latency: mechanical); a count, valid: 1 to 1000; default: 1; source: our own
    - `outer_rate`: of the medium's outermost zone, where position 0 is (with zones: 2 or more, latency: mechanical); a data rate, valid: 1 B/s to 1 Tb/s; default: 4 MB/s; source: our own
    - `inner_rate`: of the innermost zone; those between are linear (with zones: 2 or more, latency: mechanical); a data rate, valid: 1 B/s to 1 Tb/s; default: 3 MB/s; source: our own
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "disk",
        (
            Parameter("latency", "choice", ("triangular", "deterministic", "mechanical")),
            Parameter("mean_seek", "duration"),
            Parameter("rate", "data_rate"),
            Parameter("freed", "choice", ("after_medium", "after_scsi")),
            Parameter("chunk", "size", ("request",)),
            Parameter("chunks", "choice", ("overlapped", "one_by_one")),
            Parameter("order", "choice", ("fifo", "elevator")),
            Parameter("failed", "flag"),
            Parameter("seek.overhead", "duration"),
            Parameter("seek.settle", "duration"),
            Parameter("seek.root", "duration"),
            Parameter("seek.linear", "duration"),
            Parameter("rotation", "duration"),
            Parameter("capacity", "size"),
            Parameter("zones", "count"),
            Parameter("outer_rate", "data_rate"),
            Parameter("inner_rate", "data_rate"),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("socket", "initiator"),
            Port("requests", "target"),
        ),
        (
            "utilisation",
            "queue_depth",
            "throughput",
        ),
    )

    latency: Literal["triangular", "deterministic", "mechanical"] | str | None = None
    """law of the time before a transfer begins; mechanical: the arm's way and the rotation; a choice, valid: triangular, deterministic, mechanical; default: triangular; source: Gennart et al., section 3.2; mechanical: PS2, section 6"""

    mean_seek: str | None = None
    """mean latency (with latency: triangular or deterministic); a duration, valid: 0 ps to 100 s; default: 10 ms; source: Gennart et al., section 3.2"""

    rate: str | None = None
    """of the medium (with zones: 1); a data rate, valid: 1 B/s to 1 Tb/s; default: 4 MB/s; source: Gennart et al., Table 2; 3.3 MiB/s in PS2, section 6"""

    freed: Literal["after_medium", "after_scsi"] | str | None = None
    """when the next request may begin; a choice, valid: after_medium, after_scsi; default: after_medium; source: open in Gennart et al., section 3.2"""

    chunk: Literal["request"] | str | None = None
    """what goes to the bus at a time, as soon as it is off the medium; request: all of it; a size, valid: request, or 1 B to 1 GiB; default: request; source: our own"""

    chunks: Literal["overlapped", "one_by_one"] | str | None = None
    """when the medium goes on with a request's next chunk: at once, or when the one before is across (with chunk: a size); a choice, valid: overlapped, one_by_one; default: overlapped; source: our own"""

    order: Literal["fifo", "elevator"] | str | None = None
    """which of the requests that wait is next (with latency: mechanical); a choice, valid: fifo, elevator; default: fifo; source: our own"""

    failed: bool | str | None = None
    """it must not be asked for anything; a flag, valid: true or false; default: false; source: our own"""

    seek__overhead: str | None = None
    """of a request (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 2 ms; source: our own split of PS2's 18.5 ms (section 6)"""

    seek__settle: str | None = None
    """of the arm on its track, at every request (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 4 ms; source: our own split of PS2's 18.5 ms (section 6)"""

    seek__root: str | None = None
    """of a movement over the whole disk; of another times the square root of its fraction of the capacity (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 13 ms; source: our own split of PS2's 18.5 ms (section 6)"""

    seek__linear: str | None = None
    """of a movement over the whole disk, besides; of another times its fraction of the capacity (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 0 ps; source: our own"""

    rotation: str | None = None
    """a turn; the first byte is anywhere on it (with latency: mechanical); a duration, valid: 0 ps to 100 s; default: 11.11 ms; source: IBM DPES-31080, 5400 turns a minute"""

    capacity: str | None = None
    """of the disk (with latency: mechanical); a size, valid: 1 B to 1000 TB; default: 1.08 GB; source: IBM DPES-31080"""

    zones: int | str | None = None
    """zones of equal bytes; 1: the same rate everywhere (with latency: mechanical); a count, valid: 1 to 1000; default: 1; source: our own"""

    outer_rate: str | None = None
    """of the medium's outermost zone, where position 0 is (with zones: 2 or more, latency: mechanical); a data rate, valid: 1 B/s to 1 Tb/s; default: 4 MB/s; source: our own"""

    inner_rate: str | None = None
    """of the innermost zone; those between are linear (with zones: 2 or more, latency: mechanical); a data rate, valid: 1 B/s to 1 Tb/s; default: 3 MB/s; source: our own"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DiskNode(Part):
    """What is between a disk node's disks and its bus: the paper's controller, or the disk-node interface as a model or as Verilog.

    Type in machine files: disk_node. Source: Gennart et al., section 3.2; docs/hardware/disk_node.md.
    Ports: `scsi` (target, base protocol), `bus` (initiator, base protocol), `disk[i]` (initiator, requests).
    Statistics: `moved` (B), `cycles`.

    Parameters:

    - `impl`: the paper's controller, or the disk-node interface: its model, or its Verilog; these with real data; a choice, valid: paper, tlm, rtl; default: paper; source: paper: Gennart et al., section 3.2; else our own
    - `clock`: the disk-node interface's clock (with impl: tlm or rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own
    - `depth`: commands under way a disk (with impl: tlm or rtl); a count, valid: 1 to 8; default: 2; source: our own
    - `transfer`: what the disk-node interface puts on the bus at a time: a strand, as the paper's controller, or each burst (with impl: tlm or rtl); a choice, valid: strand, burst; default: strand; source: our own
    - `memory_latency`: of the memory with the rings, as the disk-node interface sees it (with impl: tlm or rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own
    - `strand`: a job, as large as it begins; a size, valid: 1 B to 64 MiB; default: 165 KiB
    - `command`: the most that a disk is asked for at a time; a size, valid: 1 B to 64 MiB; default: 165 KiB
    - `shared_bus`: its bus is one that others share, and not the node's own; a flag, valid: true or false; default: false
    - `own_disks`: its disks write by the bus that it is on; a flag, valid: true or false; default: true
    - `disks`: that it has; a count, valid: 1 to 64; default: 1
    """

    _component: ClassVar[Component] = Component(
        "disk_node",
        (
            Parameter("impl", "choice", ("paper", "tlm", "rtl")),
            Parameter("clock", "frequency"),
            Parameter("depth", "count"),
            Parameter("transfer", "choice", ("strand", "burst")),
            Parameter("memory_latency", "duration"),
            Parameter("strand", "size"),
            Parameter("command", "size"),
            Parameter("shared_bus", "flag"),
            Parameter("own_disks", "flag"),
            Parameter("disks", "count"),
        ),
        (
            Port("scsi", "target"),
            Port("bus", "initiator"),
            Port("disk", "initiator", array=True),
        ),
        (
            "moved",
            "cycles",
        ),
    )

    impl: Literal["paper", "tlm", "rtl"] | str | None = None
    """the paper's controller, or the disk-node interface: its model, or its Verilog; these with real data; a choice, valid: paper, tlm, rtl; default: paper; source: paper: Gennart et al., section 3.2; else our own"""

    clock: str | None = None
    """the disk-node interface's clock (with impl: tlm or rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own"""

    depth: int | str | None = None
    """commands under way a disk (with impl: tlm or rtl); a count, valid: 1 to 8; default: 2; source: our own"""

    transfer: Literal["strand", "burst"] | str | None = None
    """what the disk-node interface puts on the bus at a time: a strand, as the paper's controller, or each burst (with impl: tlm or rtl); a choice, valid: strand, burst; default: strand; source: our own"""

    memory_latency: str | None = None
    """of the memory with the rings, as the disk-node interface sees it (with impl: tlm or rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own"""

    strand: str | None = None
    """a job, as large as it begins; a size, valid: 1 B to 64 MiB; default: 165 KiB"""

    command: str | None = None
    """the most that a disk is asked for at a time; a size, valid: 1 B to 64 MiB; default: 165 KiB"""

    shared_bus: bool | str | None = None
    """its bus is one that others share, and not the node's own; a flag, valid: true or false; default: false"""

    own_disks: bool | str | None = None
    """its disks write by the bus that it is on; a flag, valid: true or false; default: true"""

    disks: int | str | None = None
    """that it has; a count, valid: 1 to 64; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DiskReader(Part):
    """A disk that is read without pause: its data goes into memory by direct memory access, word by word.

    Type in machine files: disk_reader. Source: Gennart et al., section 3.5, Disk access.
    Ports: `socket` (initiator, base protocol).
    Statistics: `bytes` (B).

    Parameters:

    - `rate`: of the disk; a data rate, valid: 1 B/s to 1 GB/s; default: 4 MB/s; source: Gennart et al., section 3.5, Table 1
    - `word`: what it moves at a time; a size, valid: 1 B to 4 KiB; default: 8 B; source: Gennart et al., section 3.5, Table 1
    """

    _component: ClassVar[Component] = Component(
        "disk_reader",
        (
            Parameter("rate", "data_rate"),
            Parameter("word", "size"),
        ),
        (
            Port("socket", "initiator"),
        ),
        (
            "bytes",
        ),
    )

    rate: str | None = None
    """of the disk; a data rate, valid: 1 B/s to 1 GB/s; default: 4 MB/s; source: Gennart et al., section 3.5, Table 1"""

    word: str | None = None
    """what it moves at a time; a size, valid: 1 B to 4 KiB; default: 8 B; source: Gennart et al., section 3.5, Table 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Dram(Part):
    """Memory of a host: channels with a rate that addresses take in turn, shared by all that access it.

    Type in machine files: dram. Source: our own.
    Ports: `access` (target, memory).
    Statistics: `utilisation`, `bytes_read` (B), `bytes_written` (B), `channel[i].utilisation`, `channel[i].bytes_read` (B), `channel[i].bytes_written` (B).

    Parameters:

    - `channels`: that move bytes at the same time; a count, valid: 1 to 32; default: 4
    - `rate`: of a channel; a data rate, valid: 1 Mb/s to 10 Tb/s; default: 19.2 GB/s; source: DDR4-2400: 2400 million transfers/s of 8 B
    - `efficiency__read`: of the rate that is left to a read that follows a read; a fraction, valid: 0.01 to 1; default: 1
    - `efficiency__write`: of the rate that is left to a write that follows a write; a fraction, valid: 0.01 to 1; default: 1
    - `efficiency__mixed`: of the rate that is left to a transfer that follows one of the other kind; a fraction, valid: 0.01 to 1; default: 1
    - `latency`: of a transfer, beside the time that its bytes take; a duration, valid: 0 ps to 1 ms; default: 0 ps
    - `interleave`: that lie in one channel before the next one; a size, valid: 64 B to 1 GiB; default: 256 B
    """

    _component: ClassVar[Component] = Component(
        "dram",
        (
            Parameter("channels", "count"),
            Parameter("rate", "data_rate"),
            Parameter("efficiency.read", "fraction"),
            Parameter("efficiency.write", "fraction"),
            Parameter("efficiency.mixed", "fraction"),
            Parameter("latency", "duration"),
            Parameter("interleave", "size"),
        ),
        (
            Port("access", "target"),
        ),
        (
            "utilisation",
            "bytes_read",
            "bytes_written",
            "channel[i].utilisation",
            "channel[i].bytes_read",
            "channel[i].bytes_written",
        ),
    )

    channels: int | str | None = None
    """that move bytes at the same time; a count, valid: 1 to 32; default: 4"""

    rate: str | None = None
    """of a channel; a data rate, valid: 1 Mb/s to 10 Tb/s; default: 19.2 GB/s; source: DDR4-2400: 2400 million transfers/s of 8 B"""

    efficiency__read: float | str | None = None
    """of the rate that is left to a read that follows a read; a fraction, valid: 0.01 to 1; default: 1"""

    efficiency__write: float | str | None = None
    """of the rate that is left to a write that follows a write; a fraction, valid: 0.01 to 1; default: 1"""

    efficiency__mixed: float | str | None = None
    """of the rate that is left to a transfer that follows one of the other kind; a fraction, valid: 0.01 to 1; default: 1"""

    latency: str | None = None
    """of a transfer, beside the time that its bytes take; a duration, valid: 0 ps to 1 ms; default: 0 ps"""

    interleave: str | None = None
    """that lie in one channel before the next one; a size, valid: 64 B to 1 GiB; default: 256 B"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DutyCycle(Part):
    """The disk processes of a storage unit: blocks of streams by a duty cycle of slots.

    Type in machine files: duty_cycle. Source: Calliope, sections 2.2.1 and 2.3.3.
    Ports: `buffers` (target, hand-over), `served` (initiator, hand-over), `chunks[i]` (target, hand-over), `disk[i]` (initiator, requests), `seats` (target, seats of streams).
    Statistics: `blocks`, `missed`, `late`, `seats_taken`, `queue_depth`, `slot_wait` (s).

    Parameters:

    - `pace`: slots: each stream at its own time in a cycle; demand: round robin among those with an empty buffer; a choice, valid: slots, demand; default: slots; source: Calliope, section 2.2.1; round robin: section 2.3.3
    - `slots`: of a disk in a cycle; streams: one for each of its streams (with pace: slots); a count, valid: streams, or 1 to 1000; default: streams; source: Calliope, section 2.2.1
    - `streams`: that there are slots for, of all disks; a count, valid: 0 to 100000; default: 1
    - `cycle`: in which each slot of a disk comes once; a duration, valid: 1 ps to 1000000 s; default: 1 s; source: Calliope, section 2.2.1
    - `block`: what a disk reads or writes at a time; a size, valid: 512 B to 64 MiB; default: 256 KiB; source: Calliope, section 2.3.3
    - `layout`: copies: every disk has a copy of each file; striped: blocks of a file go from disk to disk; single: it is on one disk; a choice, valid: copies, striped, single; default: copies; source: Calliope, section 2.3.3
    - `keeps_slot`: who moves to another file of its disk waits for its own slot (with pace: slots, layout: copies or single); a flag, valid: true or false; default: false; source: Calliope, section 2.3.1
    """

    _component: ClassVar[Component] = Component(
        "duty_cycle",
        (
            Parameter("pace", "choice", ("slots", "demand")),
            Parameter("slots", "count", ("streams",)),
            Parameter("streams", "count"),
            Parameter("cycle", "duration"),
            Parameter("block", "size"),
            Parameter("layout", "choice", ("copies", "striped", "single")),
            Parameter("keeps_slot", "flag"),
        ),
        (
            Port("buffers", "target"),
            Port("served", "initiator"),
            Port("chunks", "target", array=True),
            Port("disk", "initiator", array=True),
            Port("seats", "target"),
        ),
        (
            "blocks",
            "missed",
            "late",
            "seats_taken",
            "queue_depth",
            "slot_wait",
        ),
    )

    pace: Literal["slots", "demand"] | str | None = None
    """slots: each stream at its own time in a cycle; demand: round robin among those with an empty buffer; a choice, valid: slots, demand; default: slots; source: Calliope, section 2.2.1; round robin: section 2.3.3"""

    slots: Literal["streams"] | int | str | None = None
    """of a disk in a cycle; streams: one for each of its streams (with pace: slots); a count, valid: streams, or 1 to 1000; default: streams; source: Calliope, section 2.2.1"""

    streams: int | str | None = None
    """that there are slots for, of all disks; a count, valid: 0 to 100000; default: 1"""

    cycle: str | None = None
    """in which each slot of a disk comes once; a duration, valid: 1 ps to 1000000 s; default: 1 s; source: Calliope, section 2.2.1"""

    block: str | None = None
    """what a disk reads or writes at a time; a size, valid: 512 B to 64 MiB; default: 256 KiB; source: Calliope, section 2.3.3"""

    layout: Literal["copies", "striped", "single"] | str | None = None
    """copies: every disk has a copy of each file; striped: blocks of a file go from disk to disk; single: it is on one disk; a choice, valid: copies, striped, single; default: copies; source: Calliope, section 2.3.3"""

    keeps_slot: bool | str | None = None
    """who moves to another file of its disk waits for its own slot (with pace: slots, layout: copies or single); a flag, valid: true or false; default: false; source: Calliope, section 2.3.1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Ethernet(Part):
    """Ethernet between stations, a shared hub or a switch: messages go in frames, with all that these add.

    Type in machine files: ethernet. Source: IEEE 802.3.
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `payload` (B/s), `queue_depth`, `messages`.

    Parameters:

    - `kind`: hub: one half-duplex medium for all stations; switch: a full-duplex link for each; a choice, valid: hub, switch; default: hub
    - `rate`: of the medium, or of each link; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 100 Mb/s; source: IEEE 802.3
    - `mtu`: payload of a frame, IP and TCP headers included; a size, valid: 46 B to 9 kB; default: 1.5 kB; source: IEEE 802.3
    - `headers`: IP and TCP headers in each frame; a size, valid: 0 B to 120 B; default: 40 B; source: RFC 791 and RFC 793
    """

    _component: ClassVar[Component] = Component(
        "ethernet",
        (
            Parameter("kind", "choice", ("hub", "switch")),
            Parameter("rate", "data_rate"),
            Parameter("mtu", "size"),
            Parameter("headers", "size"),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "payload",
            "queue_depth",
            "messages",
        ),
    )

    kind: Literal["hub", "switch"] | str | None = None
    """hub: one half-duplex medium for all stations; switch: a full-duplex link for each; a choice, valid: hub, switch; default: hub"""

    rate: str | None = None
    """of the medium, or of each link; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 100 Mb/s; source: IEEE 802.3"""

    mtu: str | None = None
    """payload of a frame, IP and TCP headers included; a size, valid: 46 B to 9 kB; default: 1.5 kB; source: IEEE 802.3"""

    headers: str | None = None
    """IP and TCP headers in each frame; a size, valid: 0 B to 120 B; default: 40 B; source: RFC 791 and RFC 793"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExtentGatherer(Part):
    """A program that lets a block mover gather extents of a volume, and compares every byte.

    Type in machine files: extent_gatherer. Source: Messerli, Gennart, Hersch, PS2, section 5.
    Ports: `moves` (target, moves).
    Statistics: `gathered`, `checked` (B).

    Parameters:

    - `volume__width`: bytes of a row; a voxel is a byte; a count, valid: 1 to 8192; default: 512; source: Messerli, Gennart, Hersch, PS2, section 5
    - `volume__height`: rows of a plane; a count, valid: 1 to 8192; default: 512; source: Messerli, Gennart, Hersch, PS2, section 5
    - `volume__depth`: planes; a count, valid: 1 to 8192; default: 64; source: our own; 384 in the paper
    - `extent`: edge of an extent, in voxels; a count, valid: 1 to 256; default: 32; source: Messerli, Gennart, Hersch, PS2, section 5
    - `extents`: that are gathered, spread evenly over the volume; a count, valid: 1 to 100000; default: 16; source: our own
    - `descriptor`: one of three dimensions an extent; one of two dimensions a plane of it; one a row of it; a choice, valid: volume, rows, flat; default: volume; source: our own
    """

    _component: ClassVar[Component] = Component(
        "extent_gatherer",
        (
            Parameter("volume.width", "count"),
            Parameter("volume.height", "count"),
            Parameter("volume.depth", "count"),
            Parameter("extent", "count"),
            Parameter("extents", "count"),
            Parameter("descriptor", "choice", ("volume", "rows", "flat")),
        ),
        (
            Port("moves", "target"),
        ),
        (
            "gathered",
            "checked",
        ),
    )

    volume__width: int | str | None = None
    """bytes of a row; a voxel is a byte; a count, valid: 1 to 8192; default: 512; source: Messerli, Gennart, Hersch, PS2, section 5"""

    volume__height: int | str | None = None
    """rows of a plane; a count, valid: 1 to 8192; default: 512; source: Messerli, Gennart, Hersch, PS2, section 5"""

    volume__depth: int | str | None = None
    """planes; a count, valid: 1 to 8192; default: 64; source: our own; 384 in the paper"""

    extent: int | str | None = None
    """edge of an extent, in voxels; a count, valid: 1 to 256; default: 32; source: Messerli, Gennart, Hersch, PS2, section 5"""

    extents: int | str | None = None
    """that are gathered, spread evenly over the volume; a count, valid: 1 to 100000; default: 16; source: our own"""

    descriptor: Literal["volume", "rows", "flat"] | str | None = None
    """one of three dimensions an extent; one of two dimensions a plane of it; one a row of it; a choice, valid: volume, rows, flat; default: volume; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExtentServer(Part):
    """The threads that read extents from a PC's disks, one a disk.

    Type in machine files: extent_server. Source: PS2, sections 3, 4 and 7.
    Ports: `string[i]` (target, base protocol), `disk[i]` (initiator, requests), `store` (initiator, extents of disks), `memory_bus` (initiator, traffic), `requests` (target, hand-over), `arrived` (initiator, hand-over), `taken` (target, hand-over), `read` (initiator, hand-over), `failed` (initiator, hand-over).
    Statistics: `queue_depth`.

    Parameters:

    - `depth`: requests at a disk at a time; 1: they block; a count, valid: 1 to 64; default: 1; source: PS2, section 7
    - `string_rate`: at which a chunk comes to memory: that of its SCSI strings; a data rate, valid: 1 B/s to 1 Tb/s; default: 10 MiB/s; source: PS2, section 6
    """

    _component: ClassVar[Component] = Component(
        "extent_server",
        (
            Parameter("depth", "count"),
            Parameter("string_rate", "data_rate"),
        ),
        (
            Port("string", "target", array=True),
            Port("disk", "initiator", array=True),
            Port("store", "initiator"),
            Port("memory_bus", "initiator"),
            Port("requests", "target"),
            Port("arrived", "initiator"),
            Port("taken", "target"),
            Port("read", "initiator"),
            Port("failed", "initiator"),
        ),
        (
            "queue_depth",
        ),
    )

    depth: int | str | None = None
    """requests at a disk at a time; 1: they block; a count, valid: 1 to 64; default: 1; source: PS2, section 7"""

    string_rate: str | None = None
    """at which a chunk comes to memory: that of its SCSI strings; a data rate, valid: 1 B/s to 1 Tb/s; default: 10 MiB/s; source: PS2, section 6"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExtentStore(Part):
    """A file of extents over disks: which disk has which, and where on it.

    Type in machine files: extent_store. Source: PS2, sections 4 and 5.
    Ports: `server[i]` (target, extents of disks), `servers` (target, extents of servers).

    Parameters:

    - `volume__size`: voxels of the image; a dimensions, valid: 3 numbers with x between, each 8 to 4096; default: 512x512x384; source: PS2, section 5
    - `volume__extent`: voxels of an extent's edge; a count, valid: 8 to 256; default: 32; source: PS2, section 5
    - `volume__voxel`: of a voxel; a size, valid: 1 B to 8 B; default: 1 B; source: PS2, section 5
    - `disks`: of all servers together; a count, valid: 1 to 3840; default: 27
    - `row_offset`: disks between successive rows of extents; prime to the number of disks; best: those that load the disks of a plane most evenly; a count, valid: best, or 1 to 1000000; default: best; source: PS2, section 5, without a number
    - `plane_offset`: disks between successive planes of extents; prime to the number of disks; best: those that load the disks of a plane most evenly; a count, valid: best, or 1 to 1000000; default: best; source: PS2, section 5, without a number
    - `centre_box`: width of the box around the middle in which the centres of planes lie, for the best offsets; a fraction, valid: 0 to 1; default: 0.306
    - `file_at`: where the file begins on each disk; a size, valid: 0 B to 1000 TB; default: 0 B; source: our own
    - `with_data`: its voxels are stored, those of a phantom; a flag, valid: true or false; default: false; source: our own
    """

    _component: ClassVar[Component] = Component(
        "extent_store",
        (
            Parameter("volume.size", "dimensions"),
            Parameter("volume.extent", "count"),
            Parameter("volume.voxel", "size"),
            Parameter("disks", "count"),
            Parameter("row_offset", "count", ("best",)),
            Parameter("plane_offset", "count", ("best",)),
            Parameter("centre_box", "fraction"),
            Parameter("file_at", "size"),
            Parameter("with_data", "flag"),
        ),
        (
            Port("server", "target", array=True),
            Port("servers", "target"),
        ),
    )

    volume__size: str | None = None
    """voxels of the image; a dimensions, valid: 3 numbers with x between, each 8 to 4096; default: 512x512x384; source: PS2, section 5"""

    volume__extent: int | str | None = None
    """voxels of an extent's edge; a count, valid: 8 to 256; default: 32; source: PS2, section 5"""

    volume__voxel: str | None = None
    """of a voxel; a size, valid: 1 B to 8 B; default: 1 B; source: PS2, section 5"""

    disks: int | str | None = None
    """of all servers together; a count, valid: 1 to 3840; default: 27"""

    row_offset: Literal["best"] | int | str | None = None
    """disks between successive rows of extents; prime to the number of disks; best: those that load the disks of a plane most evenly; a count, valid: best, or 1 to 1000000; default: best; source: PS2, section 5, without a number"""

    plane_offset: Literal["best"] | int | str | None = None
    """disks between successive planes of extents; prime to the number of disks; best: those that load the disks of a plane most evenly; a count, valid: best, or 1 to 1000000; default: best; source: PS2, section 5, without a number"""

    centre_box: float | str | None = None
    """width of the box around the middle in which the centres of planes lie, for the best offsets; a fraction, valid: 0 to 1; default: 0.306"""

    file_at: str | None = None
    """where the file begins on each disk; a size, valid: 0 B to 1000 TB; default: 0 B; source: our own"""

    with_data: bool | str | None = None
    """its voxels are stored, those of a phantom; a flag, valid: true or false; default: false; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FakeUnit(Part):
    """Storage unit that plays nothing, and reports the end of each session when its time is over.

    Type in machine files: fake_unit. Source: Calliope, section 3.3.
    Ports: `orders` (target, hand-over), `ended` (initiator, hand-over), `sessions` (initiator, sessions of a server), `service` (target, failures of a unit).
    Statistics: `sessions`, `ended`.

    Parameters:

    - `unit`: its number; a count, valid: 0 to 9999; default: 0
    - `message`: of what it tells the coordinator, without any header; a size, valid: 0 B to 9 kB; default: 338 B
    """

    _component: ClassVar[Component] = Component(
        "fake_unit",
        (
            Parameter("unit", "count"),
            Parameter("message", "size"),
        ),
        (
            Port("orders", "target"),
            Port("ended", "initiator"),
            Port("sessions", "initiator"),
            Port("service", "target"),
        ),
        (
            "sessions",
            "ended",
        ),
    )

    unit: int | str | None = None
    """its number; a count, valid: 0 to 9999; default: 0"""

    message: str | None = None
    """of what it tells the coordinator, without any header; a size, valid: 0 B to 9 kB; default: 338 B"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Fddi(Part):
    """FDDI ring between stations: messages go in frames, and a timed token says who may send for how long.

    Type in machine files: fddi. Source: ANSI X3.139 (ISO 9314-2).
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `queue_depth`, `messages`, `rotation` (s), `longest_rotation` (s).

    Parameters:

    - `rate`: of the ring; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 100 Mb/s; source: ANSI X3.139 (ISO 9314-2)
    - `ttrt`: target token rotation time; a duration, valid: 4 ms to 165 ms; default: 8 ms; source: ANSI X3.139 (ISO 9314-2); the default: R. Jain, Performance Analysis of FDDI Token Ring Networks, SIGCOMM 1990
    - `station_delay`: latency of a station; a duration, valid: 1 ns to 100 us; default: 600 ns; source: ANSI X3.139: as in D_Max, 1.617 ms for 1000 x 600 ns and 200 km of fibre
    - `cable`: latency of the whole ring's fibre: 5.085 us/km; a duration, valid: 0 ps to 2 ms; default: 5 us; source: ANSI X3.139: as in D_Max, 1.617 ms for 1000 x 600 ns and 200 km of fibre
    - `overhead`: of a frame beside its payload: preamble, delimiters, control, addresses, check sequence, status (28 B), LLC and SNAP (8 B); a size, valid: 28 B to 64 B; default: 36 B; source: ANSI X3.139 (ISO 9314-2); RFC 1390
    - `mtu`: payload of a frame, IP and UDP headers included; a size, valid: 64 B to 4.47 kB; default: 4.25 KiB; source: RFC 1390; at most what is left of a frame of 4500 B
    - `headers`: IP and UDP headers in each frame; a size, valid: 0 B to 120 B; default: 28 B; source: RFC 791 and RFC 768
    - `synchronous`: time a rotation that each of synchronous_stations may send for (with synchronous_stations: one or more); a duration, valid: 0 ps to 165 ms; default: 0 ps; source: ANSI X3.139 (ISO 9314-2)
    - `synchronous_stations`: stations that send whether the token is early or late, and never longer than synchronous; all others are asynchronous; a indices, valid: list of 0 to 999; default: []
    """

    _component: ClassVar[Component] = Component(
        "fddi",
        (
            Parameter("rate", "data_rate"),
            Parameter("ttrt", "duration"),
            Parameter("station_delay", "duration"),
            Parameter("cable", "duration"),
            Parameter("overhead", "size"),
            Parameter("mtu", "size"),
            Parameter("headers", "size"),
            Parameter("synchronous", "duration"),
            Parameter("synchronous_stations", "indices"),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "queue_depth",
            "messages",
            "rotation",
            "longest_rotation",
        ),
    )

    rate: str | None = None
    """of the ring; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 100 Mb/s; source: ANSI X3.139 (ISO 9314-2)"""

    ttrt: str | None = None
    """target token rotation time; a duration, valid: 4 ms to 165 ms; default: 8 ms; source: ANSI X3.139 (ISO 9314-2); the default: R. Jain, Performance Analysis of FDDI Token Ring Networks, SIGCOMM 1990"""

    station_delay: str | None = None
    """latency of a station; a duration, valid: 1 ns to 100 us; default: 600 ns; source: ANSI X3.139: as in D_Max, 1.617 ms for 1000 x 600 ns and 200 km of fibre"""

    cable: str | None = None
    """latency of the whole ring's fibre: 5.085 us/km; a duration, valid: 0 ps to 2 ms; default: 5 us; source: ANSI X3.139: as in D_Max, 1.617 ms for 1000 x 600 ns and 200 km of fibre"""

    overhead: str | None = None
    """of a frame beside its payload: preamble, delimiters, control, addresses, check sequence, status (28 B), LLC and SNAP (8 B); a size, valid: 28 B to 64 B; default: 36 B; source: ANSI X3.139 (ISO 9314-2); RFC 1390"""

    mtu: str | None = None
    """payload of a frame, IP and UDP headers included; a size, valid: 64 B to 4.47 kB; default: 4.25 KiB; source: RFC 1390; at most what is left of a frame of 4500 B"""

    headers: str | None = None
    """IP and UDP headers in each frame; a size, valid: 0 B to 120 B; default: 28 B; source: RFC 791 and RFC 768"""

    synchronous: str | None = None
    """time a rotation that each of synchronous_stations may send for (with synchronous_stations: one or more); a duration, valid: 0 ps to 165 ms; default: 0 ps; source: ANSI X3.139 (ISO 9314-2)"""

    synchronous_stations: str | None = None
    """stations that send whether the token is early or late, and never longer than synchronous; all others are asynchronous; a indices, valid: list of 0 to 999; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FifoBus(Part):
    """A bus that one transfer holds at a time, first come, first served, by priority or by class: MBUS, SCSI, a node's memory bus.

    Type in machine files: fifo_bus. Source: Gennart et al., sections 3.2 and 3.5, Table 2.
    Ports: `device[i]` (target, base protocol), `window[i]` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`.

    Parameters:

    - `rate`: of a master of whom the connection says nothing else; a data rate, valid: 1 B/s to 1 Tb/s; default: 38.9 MB/s
    - `packets`: what a transfer moves before it lets others on the bus; whole: all of it; a size, valid: whole, or 1 B to 64 MiB; default: whole
    - `arbitration`: which of those that wait gets the bus: the one that asked first, the device with the lowest index, the class of traffic with the lowest number, or each class by its weight, in bytes; a choice, valid: first_come, priority, class_strict, class_weighted; default: first_come
    - `weights`: of classes 0, 1, ..., in bytes; higher ones are the last; []: all alike (with arbitration: class_weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "fifo_bus",
        (
            Parameter("rate", "data_rate"),
            Parameter("packets", "size", ("whole",)),
            Parameter("arbitration", "choice", ("first_come", "priority", "class_strict", "class_weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("device", "target", array=True),
            Port("window", "initiator", array=True),
        ),
        (
            "utilisation",
            "queue_depth",
        ),
    )

    rate: str | None = None
    """of a master of whom the connection says nothing else; a data rate, valid: 1 B/s to 1 Tb/s; default: 38.9 MB/s"""

    packets: Literal["whole"] | str | None = None
    """what a transfer moves before it lets others on the bus; whole: all of it; a size, valid: whole, or 1 B to 64 MiB; default: whole"""

    arbitration: Literal["first_come", "priority", "class_strict", "class_weighted"] | str | None = None
    """which of those that wait gets the bus: the one that asked first, the device with the lowest index, the class of traffic with the lowest number, or each class by its weight, in bytes; a choice, valid: first_come, priority, class_strict, class_weighted; default: first_come"""

    weights: str | None = None
    """of classes 0, 1, ..., in bytes; higher ones are the last; []: all alike (with arbitration: class_weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class GigeCard(Part):
    """Gigabit Ethernet card: takes what the bus brings, at any rate or a message at a time at its own.

    Type in machine files: gige_card. Source: Milkovits 2005, section 3.2.
    Ports: `socket` (target, base protocol).
    Statistics: `bandwidth` (B/s), `checked` (B), `utilisation`, `on_wire`, `withheld`.

    Parameters:

    - `rate`: on the wire, with a buffer for one message; unlimited: the card takes what the bus brings; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited; source: unlimited: Milkovits 2005, section 3.2
    """

    _component: ClassVar[Component] = Component(
        "gige_card",
        (
            Parameter("rate", "data_rate", ("unlimited",)),
        ),
        (
            Port("socket", "target"),
        ),
        (
            "bandwidth",
            "checked",
            "utilisation",
            "on_wire",
            "withheld",
        ),
    )

    rate: Literal["unlimited"] | str | None = None
    """on the wire, with a buffer for one message; unlimited: the card takes what the bus brings; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited; source: unlimited: Milkovits 2005, section 3.2"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Host(Part):
    """Processor and memory of a PC as one: jobs one after another, slower while adapters write to memory.

    Type in machine files: host. Source: Calliope, sections 3.1 and 3.2.3.
    Ports: `jobs` (target, jobs of a host), `adapters` (target, DMA).
    Statistics: `utilisation`, `stopped`, `stolen`, `queue_depth`, `jobs`, `stop` (s).

    Parameters:

    - `packet`: of sending or receiving a packet, whatever its size; a duration, valid: 0 ps to 10 s; default: 99.762 us; source: our calibration, on Calliope, Table 1: 8.5 MB/s with packets of 4096 B
    - `byte`: of each of a packet's bytes: copied once at 18 MB/s, read twice (checksum, network) at 53 MB/s; a duration, valid: 0 ps to 1 ms; default: 93.291 ns; source: Calliope, section 3.2.3
    - `server_packet`: more of a packet that the server's own process sends; a duration, valid: 0 ps to 10 s; default: 59.84 us; source: our calibration, on Calliope, section 3.2.1: 38 % within 50 ms of 24 streams
    - `dma`: what a byte that an adapter writes to memory takes from the host, spread over its chunk; a duration, valid: 0 ps to 1 ms; default: 90 ns; source: our calibration, on Calliope, Table 1: 5.9 beside 3.4 MB/s
    - `memory__write`: of memory that the processor writes; a data rate, valid: 1 B/s to 1 Tb/s; default: 25 MB/s; source: Calliope, section 3.2.3
    - `memory__copy`: of memory that the processor copies; a data rate, valid: 1 B/s to 1 Tb/s; default: 18 MB/s; source: Calliope, section 3.2.3
    - `memory__read`: of memory that the processor reads; a data rate, valid: 1 B/s to 1 Tb/s; default: 53 MB/s; source: Calliope, section 3.2.3
    - `stops`: the processor stands still while two adapters or more transfer; a flag, valid: true or false; default: true; source: our reading of Calliope, section 3.1, Table 1
    """

    _component: ClassVar[Component] = Component(
        "host",
        (
            Parameter("packet", "duration"),
            Parameter("byte", "duration"),
            Parameter("server_packet", "duration"),
            Parameter("dma", "duration"),
            Parameter("memory.write", "data_rate"),
            Parameter("memory.copy", "data_rate"),
            Parameter("memory.read", "data_rate"),
            Parameter("stops", "flag"),
        ),
        (
            Port("jobs", "target"),
            Port("adapters", "target"),
        ),
        (
            "utilisation",
            "stopped",
            "stolen",
            "queue_depth",
            "jobs",
            "stop",
        ),
    )

    packet: str | None = None
    """of sending or receiving a packet, whatever its size; a duration, valid: 0 ps to 10 s; default: 99.762 us; source: our calibration, on Calliope, Table 1: 8.5 MB/s with packets of 4096 B"""

    byte: str | None = None
    """of each of a packet's bytes: copied once at 18 MB/s, read twice (checksum, network) at 53 MB/s; a duration, valid: 0 ps to 1 ms; default: 93.291 ns; source: Calliope, section 3.2.3"""

    server_packet: str | None = None
    """more of a packet that the server's own process sends; a duration, valid: 0 ps to 10 s; default: 59.84 us; source: our calibration, on Calliope, section 3.2.1: 38 % within 50 ms of 24 streams"""

    dma: str | None = None
    """what a byte that an adapter writes to memory takes from the host, spread over its chunk; a duration, valid: 0 ps to 1 ms; default: 90 ns; source: our calibration, on Calliope, Table 1: 5.9 beside 3.4 MB/s"""

    memory__write: str | None = None
    """of memory that the processor writes; a data rate, valid: 1 B/s to 1 Tb/s; default: 25 MB/s; source: Calliope, section 3.2.3"""

    memory__copy: str | None = None
    """of memory that the processor copies; a data rate, valid: 1 B/s to 1 Tb/s; default: 18 MB/s; source: Calliope, section 3.2.3"""

    memory__read: str | None = None
    """of memory that the processor reads; a data rate, valid: 1 B/s to 1 Tb/s; default: 53 MB/s; source: Calliope, section 3.2.3"""

    stops: bool | str | None = None
    """the processor stands still while two adapters or more transfer; a flag, valid: true or false; default: true; source: our reading of Calliope, section 3.1, Table 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostAdapter(Part):
    """A SCSI host adapter of a PC: its disks' chunks to memory, one at a time, slower beside other adapters.

    Type in machine files: host_adapter. Source: Calliope, section 3.1, Table 1.
    Ports: `device[i]` (target, base protocol), `across` (initiator, hand-over), `host` (initiator, DMA).
    Statistics: `utilisation`, `shared`, `queue_depth`, `throughput` (B/s), `chunks`.

    Parameters:

    - `chunk`: that `hold` and `while_sending` are of; others take as much a byte; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own
    - `hold`: that a chunk takes, where no other adapter transfers; a duration, valid: 0 ps to 10 s; default: 10.82 ms; source: our calibration, on Calliope, Table 1: 3.6 and 2 x 2.8 MB/s
    - `shared_rate`: of its rate while two adapters transfer; with more they share what two have together; a fraction, valid: 0.000001 to 1; default: 0.595; source: our calibration, on Calliope, Table 1: 2 x 2.9 MB/s
    - `while_sending`: more of a chunk that begins while the host sends; a duration, valid: 0 ps to 10 s; default: 1.06 ms; source: our calibration, on Calliope, Table 1: 3.4 beside 5.9 MB/s
    """

    _component: ClassVar[Component] = Component(
        "host_adapter",
        (
            Parameter("chunk", "size"),
            Parameter("hold", "duration"),
            Parameter("shared_rate", "fraction"),
            Parameter("while_sending", "duration"),
        ),
        (
            Port("device", "target", array=True),
            Port("across", "initiator"),
            Port("host", "initiator"),
        ),
        (
            "utilisation",
            "shared",
            "queue_depth",
            "throughput",
            "chunks",
        ),
    )

    chunk: str | None = None
    """that `hold` and `while_sending` are of; others take as much a byte; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own"""

    hold: str | None = None
    """that a chunk takes, where no other adapter transfers; a duration, valid: 0 ps to 10 s; default: 10.82 ms; source: our calibration, on Calliope, Table 1: 3.6 and 2 x 2.8 MB/s"""

    shared_rate: float | str | None = None
    """of its rate while two adapters transfer; with more they share what two have together; a fraction, valid: 0.000001 to 1; default: 0.595; source: our calibration, on Calliope, Table 1: 2 x 2.9 MB/s"""

    while_sending: str | None = None
    """more of a chunk that begins while the host sends; a duration, valid: 0 ps to 10 s; default: 1.06 ms; source: our calibration, on Calliope, Table 1: 3.4 beside 5.9 MB/s"""


@dataclass(frozen=True, kw_only=True, repr=False)
class InfinibandChip(Part):
    """InfiniBand bridge and switch: 1X ports and a PCI side, buffers at every output port.

    Type in machine files: infiniband_chip. Source: Milkovits 2005, Table 1 and section 6.1.
    Ports: `window[i]` (target, base protocol), `link_in[i]` (receiver, infiniband), `pci_out` (initiator, base protocol), `link_out[i]` (sender, infiniband).
    Statistics: `link_out[i].utilisation`, `link_out[i].wait_link`, `link_out[i].wait_buffer`, `link_out[i].queue_depth`, `pci_out.utilisation`, `pci_out.wait_link`, `pci_out.wait_buffer`, `pci_out.queue_depth`.

    Parameters:

    - `ports`: 1X ports in use, each both ways; a count, valid: 1 to 254; default: 8; source: Milkovits 2005, Table 1: 8
    - `buffers`: message buffers of an output port; a count, valid: 1 to 65536; default: 1
    - `buffer_freed`: when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send
    """

    _component: ClassVar[Component] = Component(
        "infiniband_chip",
        (
            Parameter("ports", "count"),
            Parameter("buffers", "count"),
            Parameter("buffer_freed", "choice", ("on_send", "on_arrival")),
        ),
        (
            Port("window", "target", array=True, count=("ports", 8)),
            Port("link_in", "receiver", array=True, count=("ports", 8)),
            Port("pci_out", "initiator"),
            Port("link_out", "sender", array=True, line=True, count=("ports", 8)),
        ),
        (
            "link_out[i].utilisation",
            "link_out[i].wait_link",
            "link_out[i].wait_buffer",
            "link_out[i].queue_depth",
            "pci_out.utilisation",
            "pci_out.wait_link",
            "pci_out.wait_buffer",
            "pci_out.queue_depth",
        ),
    )

    ports: int | str | None = None
    """1X ports in use, each both ways; a count, valid: 1 to 254; default: 8; source: Milkovits 2005, Table 1: 8"""

    buffers: int | str | None = None
    """message buffers of an output port; a count, valid: 1 to 65536; default: 1"""

    buffer_freed: Literal["on_send", "on_arrival"] | str | None = None
    """when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Iommu(Part):
    """Address translation of devices: a cache of translations, and walkers that look up the others.

    Type in machine files: iommu. Source: our own.
    Ports: `translation` (target, translation).
    Statistics: `hits`, `misses`, `joined`, `utilisation`, `queue_depth`.

    Parameters:

    - `entries`: translations that it keeps, those of the pages used last; a count, valid: 1 to 4096; default: 64
    - `page`: bytes of a page: 4 KiB, 2 MiB or 1 GiB; a size, valid: 4 KiB to 1 GiB; default: 4 KiB
    - `walkers`: walks at a time; a count, valid: 1 to 64; default: 6
    - `walk_latency`: from the beginning of a walk to its end; a duration, valid: 0 ps to 1 ms; default: 290 ns
    """

    _component: ClassVar[Component] = Component(
        "iommu",
        (
            Parameter("entries", "count"),
            Parameter("page", "size"),
            Parameter("walkers", "count"),
            Parameter("walk_latency", "duration"),
        ),
        (
            Port("translation", "target"),
        ),
        (
            "hits",
            "misses",
            "joined",
            "utilisation",
            "queue_depth",
        ),
    )

    entries: int | str | None = None
    """translations that it keeps, those of the pages used last; a count, valid: 1 to 4096; default: 64"""

    page: str | None = None
    """bytes of a page: 4 KiB, 2 MiB or 1 GiB; a size, valid: 4 KiB to 1 GiB; default: 4 KiB"""

    walkers: int | str | None = None
    """walks at a time; a count, valid: 1 to 64; default: 6"""

    walk_latency: str | None = None
    """from the beginning of a walk to its end; a duration, valid: 0 ps to 1 ms; default: 290 ns"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LineProcessor(Part):
    """A processor that reads, writes or copies memory, a cache line at a time.

    Type in machine files: line_processor. Source: Gennart et al., section 3.5, Program 1.
    Ports: `cache` (initiator, cache port).

    Parameters:

    - `program`: load of each line; store to each line, as memset; load and store, as memcpy; a choice, valid: read, write, copy; default: copy; source: Gennart et al., section 3.5, Program 1
    - `bytes`: that the program works on; 500 MB in the paper; a size, valid: 2 B to 1 TB; default: 32 MB; source: Gennart et al., section 3.5, Table 1
    - `instruction_cycles`: clocks of a line's instructions that its transfers do not hide; a count, valid: 0 to 100000; default: 0; source: our calibration
    - `clock`: in which instructions are counted; a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: Gennart et al., section 3.5
    """

    _component: ClassVar[Component] = Component(
        "line_processor",
        (
            Parameter("program", "choice", ("read", "write", "copy")),
            Parameter("bytes", "size"),
            Parameter("instruction_cycles", "count"),
            Parameter("clock", "frequency"),
        ),
        (
            Port("cache", "initiator"),
        ),
    )

    program: Literal["read", "write", "copy"] | str | None = None
    """load of each line; store to each line, as memset; load and store, as memcpy; a choice, valid: read, write, copy; default: copy; source: Gennart et al., section 3.5, Program 1"""

    bytes: str | None = None
    """that the program works on; 500 MB in the paper; a size, valid: 2 B to 1 TB; default: 32 MB; source: Gennart et al., section 3.5, Table 1"""

    instruction_cycles: int | str | None = None
    """clocks of a line's instructions that its transfers do not hide; a count, valid: 0 to 100000; default: 0; source: our calibration"""

    clock: str | None = None
    """in which instructions are counted; a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: Gennart et al., section 3.5"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LinkEngine(Part):
    """Direct memory access engine of a transputer link: local memory to link, without the processor.

    Type in machine files: link_engine. Source: Gennart et al., section 3.3.
    Ports: `socket` (initiator, base protocol), `link` (sender, transputer).

    Parameters:

    - `packets`: what it sends at a time, between packets of other jobs; whole: all of a job; a size, valid: whole, or 1 B to 64 MiB; default: whole; source: Gennart et al., section 3.3
    """

    _component: ClassVar[Component] = Component(
        "link_engine",
        (
            Parameter("packets", "size", ("whole",)),
        ),
        (
            Port("socket", "initiator"),
            Port("link", "sender"),
        ),
    )

    packets: Literal["whole"] | str | None = None
    """what it sends at a time, between packets of other jobs; whole: all of a job; a size, valid: whole, or 1 B to 64 MiB; default: whole; source: Gennart et al., section 3.3"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Mbus(Part):
    """MBUS at the level of cache lines: a fifo_bus whose transfers take whole bus clocks.

    Type in machine files: mbus. Source: Gennart et al., section 3.5.
    Ports: `device[i]` (target, base protocol), `window[i]` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`.

    Parameters:

    - `clock`: bus clock; a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: Gennart et al., section 3.5
    - `line`: a cache line; a size, valid: 2 B to 4 KiB; default: 32 B; source: Gennart et al., section 3.5
    - `fill`: clocks of a line from memory to a cache; the bus is blocked; a count, valid: 1 to 100000; default: 15; source: Gennart et al., section 3.5, Read
    - `write_back`: clocks of a line from a cache to memory; a count, valid: 1 to 100000; default: 10; source: Gennart et al., section 3.5, Write
    - `io_word`: what a device moves at a time; a size, valid: 1 B to 4 KiB; default: 8 B; source: Gennart et al., section 3.5, Table 1
    - `io_cycles`: clocks of a device's word: 10 with requests of 50 KB, 7 with 500 KB; a count, valid: 1 to 100000; default: 10; source: Gennart et al., section 3.5, Table 1
    """

    _component: ClassVar[Component] = Component(
        "mbus",
        (
            Parameter("clock", "frequency"),
            Parameter("line", "size"),
            Parameter("fill", "count"),
            Parameter("write_back", "count"),
            Parameter("io_word", "size"),
            Parameter("io_cycles", "count"),
        ),
        (
            Port("device", "target", array=True),
            Port("window", "initiator", array=True),
        ),
        (
            "utilisation",
            "queue_depth",
        ),
    )

    clock: str | None = None
    """bus clock; a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: Gennart et al., section 3.5"""

    line: str | None = None
    """a cache line; a size, valid: 2 B to 4 KiB; default: 32 B; source: Gennart et al., section 3.5"""

    fill: int | str | None = None
    """clocks of a line from memory to a cache; the bus is blocked; a count, valid: 1 to 100000; default: 15; source: Gennart et al., section 3.5, Read"""

    write_back: int | str | None = None
    """clocks of a line from a cache to memory; a count, valid: 1 to 100000; default: 10; source: Gennart et al., section 3.5, Write"""

    io_word: str | None = None
    """what a device moves at a time; a size, valid: 1 B to 4 KiB; default: 8 B; source: Gennart et al., section 3.5, Table 1"""

    io_cycles: int | str | None = None
    """clocks of a device's word: 10 with requests of 50 KB, 7 with 500 KB; a count, valid: 1 to 100000; default: 10; source: Gennart et al., section 3.5, Table 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MediaDaemon(Part):
    """The daemons of a file-server node that play, record, relay, receive and send streams.

    Type in machine files: media_daemon. Source: Voyager, sections 3.2 and 5.
    Ports: `received` (target, hand-over), `send` (initiator, hand-over), `requests` (initiator, hand-over), `done` (target, hand-over), `work` (target, work of packets).
    Statistics: `packets`, `throughput` (B/s), `offered`, `kept`, `kept_bytes` (B), `dropped_file`, `blocks`, `late`, `wait` (s), `queue_depth`.

    Parameters:

    - `buffers`: blocks that a stream has room for; a count, valid: 2 to 64; default: 2
    - `packet`: the file system's work for a packet of a recorded stream; a duration, valid: 0 ps to 1 s; default: 0 ps
    - `byte`: the file system's work for a byte of a recorded stream; a duration, valid: 0 ps to 1 s; default: 0 ps
    - `both_ways`: packets of played streams are the same work for the file system; a flag, valid: true or false; default: false
    - `media__streams__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 12; source: Voyager, section 5
    - `media__streams__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `media__streams__packet`: payload of a packet (with media.streams.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `media__streams__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `media__streams_2__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `media__streams_2__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `media__streams_2__packet`: payload of a packet (with media.streams_2.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `media__streams_2__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_2.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `media__streams_3__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `media__streams_3__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `media__streams_3__packet`: payload of a packet (with media.streams_3.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `media__streams_3__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_3.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `media__streams_4__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `media__streams_4__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `media__streams_4__packet`: payload of a packet (with media.streams_4.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `media__streams_4__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_4.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `media__step`: from a stream's beginning to the next one's: how many are carried shows in one run; off: all begin together; a duration, valid: off, or 1 ms to 100 s; default: off; source: our own
    - `stripe_nodes`: nodes with disks that a file is striped over; a count, valid: 1 to 1000; default: 3; source: Voyager, section 5.3: one, two and three
    - `disks_a_node`: disks of each of them that it is on; a count, valid: 1 to 1000; default: 1; source: Voyager, section 5.3: one
    - `nodes`: that streams are dealt out to in turn; a count, valid: 1 to 1000; default: 1
    - `node`: number of its own, and its endpoint on the network; a count, valid: 0 to 999; default: 0
    - `block`: of a file, read or written at a time; a size, valid: 512 B to 64 MiB; default: 64 KiB; source: our own
    - `disks_of_node`: of each node with disks; a count, valid: 1 to 10000; default: 9
    - `capacity`: of a disk; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own
    """

    _component: ClassVar[Component] = Component(
        "media_daemon",
        (
            Parameter("buffers", "count"),
            Parameter("packet", "duration"),
            Parameter("byte", "duration"),
            Parameter("both_ways", "flag"),
            Parameter("media.streams.count", "count"),
            Parameter("media.streams.rate", "data_rate"),
            Parameter("media.streams.packet", "size"),
            Parameter("media.streams.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("media.streams_2.count", "count"),
            Parameter("media.streams_2.rate", "data_rate"),
            Parameter("media.streams_2.packet", "size"),
            Parameter("media.streams_2.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("media.streams_3.count", "count"),
            Parameter("media.streams_3.rate", "data_rate"),
            Parameter("media.streams_3.packet", "size"),
            Parameter("media.streams_3.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("media.streams_4.count", "count"),
            Parameter("media.streams_4.rate", "data_rate"),
            Parameter("media.streams_4.packet", "size"),
            Parameter("media.streams_4.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("media.step", "duration", ("off",)),
            Parameter("stripe_nodes", "count"),
            Parameter("disks_a_node", "count"),
            Parameter("nodes", "count"),
            Parameter("node", "count"),
            Parameter("block", "size"),
            Parameter("disks_of_node", "count"),
            Parameter("capacity", "size"),
        ),
        (
            Port("received", "target"),
            Port("send", "initiator"),
            Port("requests", "initiator"),
            Port("done", "target"),
            Port("work", "target"),
        ),
        (
            "packets",
            "throughput",
            "offered",
            "kept",
            "kept_bytes",
            "dropped_file",
            "blocks",
            "late",
            "wait",
            "queue_depth",
        ),
    )

    buffers: int | str | None = None
    """blocks that a stream has room for; a count, valid: 2 to 64; default: 2"""

    packet: str | None = None
    """the file system's work for a packet of a recorded stream; a duration, valid: 0 ps to 1 s; default: 0 ps"""

    byte: str | None = None
    """the file system's work for a byte of a recorded stream; a duration, valid: 0 ps to 1 s; default: 0 ps"""

    both_ways: bool | str | None = None
    """packets of played streams are the same work for the file system; a flag, valid: true or false; default: false"""

    media__streams__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 12; source: Voyager, section 5"""

    media__streams__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    media__streams__packet: str | None = None
    """payload of a packet (with media.streams.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    media__streams__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    media__streams_2__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    media__streams_2__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    media__streams_2__packet: str | None = None
    """payload of a packet (with media.streams_2.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    media__streams_2__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_2.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    media__streams_3__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    media__streams_3__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    media__streams_3__packet: str | None = None
    """payload of a packet (with media.streams_3.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    media__streams_3__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_3.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    media__streams_4__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    media__streams_4__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    media__streams_4__packet: str | None = None
    """payload of a packet (with media.streams_4.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    media__streams_4__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with media.streams_4.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    media__step: Literal["off"] | str | None = None
    """from a stream's beginning to the next one's: how many are carried shows in one run; off: all begin together; a duration, valid: off, or 1 ms to 100 s; default: off; source: our own"""

    stripe_nodes: int | str | None = None
    """nodes with disks that a file is striped over; a count, valid: 1 to 1000; default: 3; source: Voyager, section 5.3: one, two and three"""

    disks_a_node: int | str | None = None
    """disks of each of them that it is on; a count, valid: 1 to 1000; default: 1; source: Voyager, section 5.3: one"""

    nodes: int | str | None = None
    """that streams are dealt out to in turn; a count, valid: 1 to 1000; default: 1"""

    node: int | str | None = None
    """number of its own, and its endpoint on the network; a count, valid: 0 to 999; default: 0"""

    block: str | None = None
    """of a file, read or written at a time; a size, valid: 512 B to 64 MiB; default: 64 KiB; source: our own"""

    disks_of_node: int | str | None = None
    """of each node with disks; a count, valid: 1 to 10000; default: 9"""

    capacity: str | None = None
    """of a disk; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Memory(Part):
    """Memory behind a bus: no time of its own, it is part of the bus's.

    Type in machine files: memory. Source: Gennart et al., section 3.2.
    Ports: `socket` (target, base protocol), `port[i]` (target, base protocol).
    Statistics: `bytes_read` (B), `bytes_written` (B), `checked` (B).
    """

    _component: ClassVar[Component] = Component(
        "memory",
        (),
        (
            Port("socket", "target"),
            Port("port", "target", array=True),
        ),
        (
            "bytes_read",
            "bytes_written",
            "checked",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class MemoryBus(Part):
    """Bus and memory of a PC as one resource that each kind of traffic keeps for a time a byte.

    Type in machine files: memory_bus. Source: PS2, section 6, Table 1.
    Ports: `traffic` (target, traffic).
    Statistics: `utilisation`, `memory_read`, `disk_read`, `extract`, `merge`, `send`, `receive`.

    Parameters:

    - `memory_read`: bus time of a byte that is read from memory; a duration, valid: 0 ps to 1 ms; default: 14 ns; source: PS2, Table 1
    - `disk_read`: bus time of a byte from a disk to memory; a duration, valid: 0 ps to 1 ms; default: 14.4 ns; source: PS2, Table 1
    - `extract`: bus time of extraction and projection, a byte produced; a duration, valid: 0 ps to 1 ms; default: 319.2 ns; source: PS2, Table 1
    - `merge`: bus time of merging, a byte merged; a duration, valid: 0 ps to 1 ms; default: 36.2 ns; source: PS2, Table 1
    - `send`: bus time of a byte of a message sent; a duration, valid: 0 ps to 1 ms; default: 56 ns; source: PS2, Table 1
    - `receive`: bus time of a byte of a message received; a duration, valid: 0 ps to 1 ms; default: 98 ns; source: PS2, Table 1
    """

    _component: ClassVar[Component] = Component(
        "memory_bus",
        (
            Parameter("memory_read", "duration"),
            Parameter("disk_read", "duration"),
            Parameter("extract", "duration"),
            Parameter("merge", "duration"),
            Parameter("send", "duration"),
            Parameter("receive", "duration"),
        ),
        (
            Port("traffic", "target"),
        ),
        (
            "utilisation",
            "memory_read",
            "disk_read",
            "extract",
            "merge",
            "send",
            "receive",
        ),
    )

    memory_read: str | None = None
    """bus time of a byte that is read from memory; a duration, valid: 0 ps to 1 ms; default: 14 ns; source: PS2, Table 1"""

    disk_read: str | None = None
    """bus time of a byte from a disk to memory; a duration, valid: 0 ps to 1 ms; default: 14.4 ns; source: PS2, Table 1"""

    extract: str | None = None
    """bus time of extraction and projection, a byte produced; a duration, valid: 0 ps to 1 ms; default: 319.2 ns; source: PS2, Table 1"""

    merge: str | None = None
    """bus time of merging, a byte merged; a duration, valid: 0 ps to 1 ms; default: 36.2 ns; source: PS2, Table 1"""

    send: str | None = None
    """bus time of a byte of a message sent; a duration, valid: 0 ps to 1 ms; default: 56 ns; source: PS2, Table 1"""

    receive: str | None = None
    """bus time of a byte of a message received; a duration, valid: 0 ps to 1 ms; default: 98 ns; source: PS2, Table 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Microchannel(Part):
    """The Micro Channel of an SP2 node: what crosses it between adapters and memory, one message at a time.

    Type in machine files: microchannel. Source: Disz et al., Table 3.
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `messages`, `dropped`, `queue_depth`, `wait` (s), `out[i].utilisation`, `out[i].throughput` (B/s).

    Parameters:

    - `rate`: of all that crosses it; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 80 MB/s; source: Disz et al., Table 3
    - `lanes`: at least; if more are joined, as many as these; a count, valid: 1 to 1000; default: 1; source: our own
    """

    _component: ClassVar[Component] = Component(
        "microchannel",
        (
            Parameter("rate", "data_rate"),
            Parameter("lanes", "count"),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "messages",
            "dropped",
            "queue_depth",
            "wait",
            "out[i].utilisation",
            "out[i].throughput",
        ),
    )

    rate: str | None = None
    """of all that crosses it; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 80 MB/s; source: Disz et al., Table 3"""

    lanes: int | str | None = None
    """at least; if more are joined, as many as these; a count, valid: 1 to 1000; default: 1; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NetworkAdapter(Part):
    """A network adapter on PCI Express: it reads from memory what it sends, and writes what comes in.

    Type in machine files: network_adapter. Source: our own.
    Ports: `port` (peer, pcie).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`, `transmit_bandwidth` (B/s), `receive_bandwidth` (B/s), `utilisation`, `line[i].transmit_bandwidth` (B/s), `line[i].receive_bandwidth` (B/s), `line[i].transmit_utilisation`, `line[i].receive_utilisation`, `line[i].paused`, `port.queue.posted`, `port.queue.non_posted`, `port.queue.completion`.

    Parameters:

    - `ports`: each with a line of its own; a count, valid: 1 to 16; default: 1
    - `line_rate`: of a port, in each direction; a data rate, valid: 1 Mb/s to 10 Tb/s; default: 100 Gb/s; source: IEEE 802.3, 100 Gb/s
    - `frame_payload`: of a transfer in a frame, at most; a size, valid: 64 B to 64 KiB; default: 1.46 kB; source: IEEE 802.3: 1500 B, less 20 B each of IPv4 and TCP
    - `frame_overhead`: that a frame takes on the line beside them; a size, valid: 0 B to 1 KiB; default: 78 B; source: IEEE 802.3: preamble 8 B, header and check sequence 18 B, gap 12 B; IPv4 and TCP 40 B
    - `segment`: of a transfer that one descriptor describes; no frame crosses the end of a segment; a size, valid: 64 B to 16 MiB; default: 64 KiB
    - `descriptor`: that it reads from memory for a segment; none: the doorbell brings it; a size, valid: none, or 1 B to 256 B; default: 16 B
    - `descriptors_per_read`: that it reads with one request, at most; a count, valid: 1 to 256; default: 8
    - `prefetch`: transfers whose descriptors it has asked for and that it has not sent in whole; and descriptors of buffers that it keeps for what comes in; a count, valid: 1 to 65536; default: 64
    - `completion`: that it writes to memory when a transfer is done; none: the host knows at once; a size, valid: none, or 1 B to 128 B; default: 16 B
    - `doorbell`: from the request of a transfer that is to be sent until the adapter knows of it; a duration, valid: 0 ps to 100 us; default: 200 ns
    - `tags`: read requests that have not been answered; a count, valid: 1 to 1024; default: 128; source: PCI Express Base Specification 3.0, Transaction Descriptor
    - `mrrs`: maximum read request size, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `mps`: maximum payload size of writes, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `transmit_buffer`: of a port: data that it has asked for and not sent on the line; a size, valid: 2 KiB to 1 GiB; default: 256 KiB
    - `receive_buffer`: of a port: data that have begun to come in and have not left for memory; a size, valid: 2 KiB to 1 GiB; default: 256 KiB
    """

    _component: ClassVar[Component] = Component(
        "network_adapter",
        (
            Parameter("ports", "count"),
            Parameter("line_rate", "data_rate"),
            Parameter("frame_payload", "size"),
            Parameter("frame_overhead", "size"),
            Parameter("segment", "size"),
            Parameter("descriptor", "size", ("none",)),
            Parameter("descriptors_per_read", "count"),
            Parameter("prefetch", "count"),
            Parameter("completion", "size", ("none",)),
            Parameter("doorbell", "duration"),
            Parameter("tags", "count"),
            Parameter("mrrs", "size"),
            Parameter("mps", "size"),
            Parameter("transmit_buffer", "size"),
            Parameter("receive_buffer", "size"),
        ),
        (
            Port("port", "peer", line=True),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
            "transmit_bandwidth",
            "receive_bandwidth",
            "utilisation",
            "line[i].transmit_bandwidth",
            "line[i].receive_bandwidth",
            "line[i].transmit_utilisation",
            "line[i].receive_utilisation",
            "line[i].paused",
            "port.queue.posted",
            "port.queue.non_posted",
            "port.queue.completion",
        ),
    )

    ports: int | str | None = None
    """each with a line of its own; a count, valid: 1 to 16; default: 1"""

    line_rate: str | None = None
    """of a port, in each direction; a data rate, valid: 1 Mb/s to 10 Tb/s; default: 100 Gb/s; source: IEEE 802.3, 100 Gb/s"""

    frame_payload: str | None = None
    """of a transfer in a frame, at most; a size, valid: 64 B to 64 KiB; default: 1.46 kB; source: IEEE 802.3: 1500 B, less 20 B each of IPv4 and TCP"""

    frame_overhead: str | None = None
    """that a frame takes on the line beside them; a size, valid: 0 B to 1 KiB; default: 78 B; source: IEEE 802.3: preamble 8 B, header and check sequence 18 B, gap 12 B; IPv4 and TCP 40 B"""

    segment: str | None = None
    """of a transfer that one descriptor describes; no frame crosses the end of a segment; a size, valid: 64 B to 16 MiB; default: 64 KiB"""

    descriptor: Literal["none"] | str | None = None
    """that it reads from memory for a segment; none: the doorbell brings it; a size, valid: none, or 1 B to 256 B; default: 16 B"""

    descriptors_per_read: int | str | None = None
    """that it reads with one request, at most; a count, valid: 1 to 256; default: 8"""

    prefetch: int | str | None = None
    """transfers whose descriptors it has asked for and that it has not sent in whole; and descriptors of buffers that it keeps for what comes in; a count, valid: 1 to 65536; default: 64"""

    completion: Literal["none"] | str | None = None
    """that it writes to memory when a transfer is done; none: the host knows at once; a size, valid: none, or 1 B to 128 B; default: 16 B"""

    doorbell: str | None = None
    """from the request of a transfer that is to be sent until the adapter knows of it; a duration, valid: 0 ps to 100 us; default: 200 ns"""

    tags: int | str | None = None
    """read requests that have not been answered; a count, valid: 1 to 1024; default: 128; source: PCI Express Base Specification 3.0, Transaction Descriptor"""

    mrrs: str | None = None
    """maximum read request size, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    mps: str | None = None
    """maximum payload size of writes, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    transmit_buffer: str | None = None
    """of a port: data that it has asked for and not sent on the line; a size, valid: 2 KiB to 1 GiB; default: 256 KiB"""

    receive_buffer: str | None = None
    """of a port: data that have begun to come in and have not left for memory; a size, valid: 2 KiB to 1 GiB; default: 256 KiB"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NetworkProcess(Part):
    """The process of a storage unit that sends packets by their schedules, from two buffers a stream.

    Type in machine files: network_process. Source: Calliope, sections 2.2.1 and 2.3.
    Ports: `buffers` (initiator, hand-over), `served` (target, hand-over), `packets` (initiator, hand-over), `received` (target, hand-over), `host` (initiator, jobs of a host), `timer` (initiator, sleep), `streams` (target, streams of packets).
    Statistics: `packets`, `within_50ms`, `within_150ms`, `recorded` (B/s), `without_data`, `lost`, `lateness` (s).

    Parameters:

    - `block`: that a buffer holds; a size, valid: 512 B to 64 MiB; default: 256 KiB; source: Calliope, section 2.3.3
    """

    _component: ClassVar[Component] = Component(
        "network_process",
        (
            Parameter("block", "size"),
        ),
        (
            Port("buffers", "initiator"),
            Port("served", "target"),
            Port("packets", "initiator"),
            Port("received", "target"),
            Port("host", "initiator"),
            Port("timer", "initiator"),
            Port("streams", "target"),
        ),
        (
            "packets",
            "within_50ms",
            "within_150ms",
            "recorded",
            "without_data",
            "lost",
            "lateness",
        ),
    )

    block: str | None = None
    """that a buffer holds; a size, valid: 512 B to 64 MiB; default: 256 KiB; source: Calliope, section 2.3.3"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NtBridge(Part):
    """A non-transparent bridge between two trees of PCI Express: a latency, buffers, and a table of requests.

    Type in machine files: nt_bridge. Source: our own.
    Ports: `a` (peer, pcie), `b` (peer, pcie).
    Statistics: `packets`, `bandwidth` (B/s), `outstanding`, `queue_depth`, `wait_entry`, `a.queue.posted`, `a.queue.non_posted`, `a.queue.completion`, `b.queue.posted`, `b.queue.non_posted`, `b.queue.completion`.

    Parameters:

    - `latency`: from a packet's arrival until it can leave; a duration, valid: 0 ps to 100 us; default: 200 ns; source: our own
    - `outstanding`: read requests of one direction that have crossed and have not been answered; a count, valid: 1 to 65536; default: 32; source: our own
    - `buffers__posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__posted__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: 16 KiB; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__non_posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: 16 KiB; source: PCI Express Base Specification 3.0, Flow Control Rules
    """

    _component: ClassVar[Component] = Component(
        "nt_bridge",
        (
            Parameter("latency", "duration"),
            Parameter("outstanding", "count"),
            Parameter("buffers.posted.headers", "count", ("unlimited",)),
            Parameter("buffers.posted.data", "size", ("unlimited",)),
            Parameter("buffers.non_posted.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.data", "size", ("unlimited",)),
        ),
        (
            Port("a", "peer", line=True),
            Port("b", "peer", line=True),
        ),
        (
            "packets",
            "bandwidth",
            "outstanding",
            "queue_depth",
            "wait_entry",
            "a.queue.posted",
            "a.queue.non_posted",
            "a.queue.completion",
            "b.queue.posted",
            "b.queue.non_posted",
            "b.queue.completion",
        ),
    )

    latency: str | None = None
    """from a packet's arrival until it can leave; a duration, valid: 0 ps to 100 us; default: 200 ns; source: our own"""

    outstanding: int | str | None = None
    """read requests of one direction that have crossed and have not been answered; a count, valid: 1 to 65536; default: 32; source: our own"""

    buffers__posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__posted__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: 16 KiB; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__non_posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: 64; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: 16 KiB; source: PCI Express Base Specification 3.0, Flow Control Rules"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NvmeDrive(Part):
    """A drive of flash memory on PCI Express: channels, a queue, and data that it moves itself.

    Type in machine files: nvme_drive. Source: our own.
    Ports: `port` (peer, pcie).
    Statistics: `commands`, `read` (B/s), `written` (B/s), `under_way`, `queue_depth`, `pages`, `port.queue.posted`, `port.queue.non_posted`, `port.queue.completion`.

    Parameters:

    - `queue_depth`: commands that it works on; others wait; a count, valid: 1 to 65536; default: 256; source: NVM Express Base Specification, Submission Queue Entry
    - `channels`: dies or planes of flash that work at once; a count, valid: 1 to 4096; default: 64; source: our own
    - `page`: that a channel reads or programs at a time, a power of two; a size, valid: 512 B to 1 MiB; default: 4 KiB; source: our own
    - `read__law`: law of the time that a channel takes to read a page: always the same, uniform, exponential, or with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant
    - `read__mean`: mean time that a channel takes to read a page (with read.law: constant or exponential or seek); a duration, valid: 0 ps to 1 s; default: 80 us
    - `read__min`: shortest time that a channel takes to read a page (with read.law: uniform); a duration, valid: 0 ps to 1 s; default: 0 ps
    - `read__max`: longest time that a channel takes to read a page (with read.law: uniform); a duration, valid: 0 ps to 1 s; default: 160 us
    - `program__law`: law of the time that a channel takes to program a page: always the same, uniform, exponential, or with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant
    - `program__mean`: mean time that a channel takes to program a page (with program.law: constant or exponential or seek); a duration, valid: 0 ps to 1 s; default: 500 us
    - `program__min`: shortest time that a channel takes to program a page (with program.law: uniform); a duration, valid: 0 ps to 1 s; default: 0 ps
    - `program__max`: longest time that a channel takes to program a page (with program.law: uniform); a duration, valid: 0 ps to 1 s; default: 1 ms
    - `internal_rate`: between flash and the link, of reads and writes together; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: 28 Gb/s
    - `mps`: maximum payload size of its writes to the host, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `mrrs`: maximum size of its reads from the host, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "nvme_drive",
        (
            Parameter("queue_depth", "count"),
            Parameter("channels", "count"),
            Parameter("page", "size"),
            Parameter("read.law", "choice", ("constant", "uniform", "exponential", "seek")),
            Parameter("read.mean", "duration"),
            Parameter("read.min", "duration"),
            Parameter("read.max", "duration"),
            Parameter("program.law", "choice", ("constant", "uniform", "exponential", "seek")),
            Parameter("program.mean", "duration"),
            Parameter("program.min", "duration"),
            Parameter("program.max", "duration"),
            Parameter("internal_rate", "data_rate", ("unlimited",)),
            Parameter("mps", "size"),
            Parameter("mrrs", "size"),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("port", "peer", line=True),
        ),
        (
            "commands",
            "read",
            "written",
            "under_way",
            "queue_depth",
            "pages",
            "port.queue.posted",
            "port.queue.non_posted",
            "port.queue.completion",
        ),
    )

    queue_depth: int | str | None = None
    """commands that it works on; others wait; a count, valid: 1 to 65536; default: 256; source: NVM Express Base Specification, Submission Queue Entry"""

    channels: int | str | None = None
    """dies or planes of flash that work at once; a count, valid: 1 to 4096; default: 64; source: our own"""

    page: str | None = None
    """that a channel reads or programs at a time, a power of two; a size, valid: 512 B to 1 MiB; default: 4 KiB; source: our own"""

    read__law: Literal["constant", "uniform", "exponential", "seek"] | str | None = None
    """law of the time that a channel takes to read a page: always the same, uniform, exponential, or with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant"""

    read__mean: str | None = None
    """mean time that a channel takes to read a page (with read.law: constant or exponential or seek); a duration, valid: 0 ps to 1 s; default: 80 us"""

    read__min: str | None = None
    """shortest time that a channel takes to read a page (with read.law: uniform); a duration, valid: 0 ps to 1 s; default: 0 ps"""

    read__max: str | None = None
    """longest time that a channel takes to read a page (with read.law: uniform); a duration, valid: 0 ps to 1 s; default: 160 us"""

    program__law: Literal["constant", "uniform", "exponential", "seek"] | str | None = None
    """law of the time that a channel takes to program a page: always the same, uniform, exponential, or with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant"""

    program__mean: str | None = None
    """mean time that a channel takes to program a page (with program.law: constant or exponential or seek); a duration, valid: 0 ps to 1 s; default: 500 us"""

    program__min: str | None = None
    """shortest time that a channel takes to program a page (with program.law: uniform); a duration, valid: 0 ps to 1 s; default: 0 ps"""

    program__max: str | None = None
    """longest time that a channel takes to program a page (with program.law: uniform); a duration, valid: 0 ps to 1 s; default: 1 ms"""

    internal_rate: Literal["unlimited"] | str | None = None
    """between flash and the link, of reads and writes together; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: 28 Gb/s"""

    mps: str | None = None
    """maximum payload size of its writes to the host, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    mrrs: str | None = None
    """maximum size of its reads from the host, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NvmeHost(Part):
    """A host, or a controller of an array, that has drives on PCI Express: it commands, and its memory serves them.

    Type in machine files: nvme_host. Source: our own.
    Ports: `port` (peer, pcie), `memory` (initiator, memory).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`, `port.queue.posted`, `port.queue.non_posted`, `port.queue.completion`.

    Parameters:

    - `commands`: of all drives together that have not been answered; a count, valid: 1 to 65536; default: 256; source: NVM Express Base Specification, Submission Queue Entry
    - `read_latency`: from the arrival of a drive's read request to its completions; a duration, valid: 0 ps to 100 us; default: 300 ns
    - `mps`: maximum payload size of completions, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `buffers__posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__posted__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__non_posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    """

    _component: ClassVar[Component] = Component(
        "nvme_host",
        (
            Parameter("commands", "count"),
            Parameter("read_latency", "duration"),
            Parameter("mps", "size"),
            Parameter("buffers.posted.headers", "count", ("unlimited",)),
            Parameter("buffers.posted.data", "size", ("unlimited",)),
            Parameter("buffers.non_posted.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.data", "size", ("unlimited",)),
        ),
        (
            Port("port", "peer", line=True),
            Port("memory", "initiator"),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
            "port.queue.posted",
            "port.queue.non_posted",
            "port.queue.completion",
        ),
    )

    commands: int | str | None = None
    """of all drives together that have not been answered; a count, valid: 1 to 65536; default: 256; source: NVM Express Base Specification, Submission Queue Entry"""

    read_latency: str | None = None
    """from the arrival of a drive's read request to its completions; a duration, valid: 0 ps to 100 us; default: 300 ns"""

    mps: str | None = None
    """maximum payload size of completions, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    buffers__posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__posted__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__non_posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PacketSink(Part):
    """The machine at the other end of a network measurement: takes packets.

    Type in machine files: packet_sink. Source: Calliope, section 3.1.
    Ports: `packets` (target, hand-over).
    Statistics: `packets`, `throughput` (B/s).
    """

    _component: ClassVar[Component] = Component(
        "packet_sink",
        (),
        (
            Port("packets", "target"),
        ),
        (
            "packets",
            "throughput",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class PacketSource(Part):
    """A program that measures a host's network: sends packets one after another.

    Type in machine files: packet_source. Source: Calliope, section 3.1, Table 1, and section 3.2.3.
    Ports: `packets` (initiator, hand-over), `host` (initiator, jobs of a host).
    Statistics: `throughput` (B/s), `packets`.

    Parameters:

    - `packet`: of a packet; a size, valid: 1 B to 1 GiB; default: 4 KiB; source: Calliope, section 3.1
    - `count`: packets that it sends; a count, valid: unlimited, or 1 and more; default: unlimited; source: our own
    - `write`: the processor writes each packet to memory before it sends it; a flag, valid: true or false; default: false; source: Calliope, section 3.2.3: the path without disks
    """

    _component: ClassVar[Component] = Component(
        "packet_source",
        (
            Parameter("packet", "size"),
            Parameter("count", "count", ("unlimited",)),
            Parameter("write", "flag"),
        ),
        (
            Port("packets", "initiator"),
            Port("host", "initiator"),
        ),
        (
            "throughput",
            "packets",
        ),
    )

    packet: str | None = None
    """of a packet; a size, valid: 1 B to 1 GiB; default: 4 KiB; source: Calliope, section 3.1"""

    count: Literal["unlimited"] | int | str | None = None
    """packets that it sends; a count, valid: unlimited, or 1 and more; default: unlimited; source: our own"""

    write: bool | str | None = None
    """the processor writes each packet to memory before it sends it; a flag, valid: true or false; default: false; source: Calliope, section 3.2.3: the path without disks"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PacketTimer(Part):
    """The timer by which a process that sleeps is woken, with interrupts that are late at random.

    Type in machine files: packet_timer. Source: Calliope, sections 2.2.1 and 3.1.
    Ports: `sleep` (target, sleep).
    Statistics: `interrupts`, `late`, `stalled`.

    Parameters:

    - `interval`: between two interrupts; a duration, valid: 1 us to 10 s; default: 10 ms; source: Calliope, section 2.2.1
    - `stall__interval`: mean of the exponential time from one stall to the next; off: there are none; a duration, valid: off, or 1 ms to 100000 s; default: off; source: our assumption and calibration, on Calliope, section 3.2.1: 0.4 % of packets later than 50 ms
    - `stall__longest`: interrupts are held up for a time that is uniform from 0 to this (with stall.interval: a duration); a duration, valid: 1 ps to 100 s; default: 100 ms; source: our assumption
    """

    _component: ClassVar[Component] = Component(
        "packet_timer",
        (
            Parameter("interval", "duration"),
            Parameter("stall.interval", "duration", ("off",)),
            Parameter("stall.longest", "duration"),
        ),
        (
            Port("sleep", "target"),
        ),
        (
            "interrupts",
            "late",
            "stalled",
        ),
    )

    interval: str | None = None
    """between two interrupts; a duration, valid: 1 us to 10 s; default: 10 ms; source: Calliope, section 2.2.1"""

    stall__interval: Literal["off"] | str | None = None
    """mean of the exponential time from one stall to the next; off: there are none; a duration, valid: off, or 1 ms to 100000 s; default: off; source: our assumption and calibration, on Calliope, section 3.2.1: 0.4 % of packets later than 50 ms"""

    stall__longest: str | None = None
    """interrupts are held up for a time that is uniform from 0 to this (with stall.interval: a duration); a duration, valid: 1 ps to 100 s; default: 100 ms; source: our assumption"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PciBus(Part):
    """PCI or PCI-X bus: one transaction a device, turns of one slice, withheld END_REQ as back-pressure.

    Type in machine files: pci_bus. Source: Milkovits 2005, section 6.2; PCI Local Bus Specification 2.2.
    Ports: `device[i]` (target, base protocol), `window[i]` (initiator, base protocol).
    Statistics: `utilisation`, `contended`, `overhead`, `wait_slot`.

    Parameters:

    - `timing`: the paper's lumped times, or bus clocks counted from the PCI rules; a choice, valid: paper, protocol; default: paper
    - `clock`: bus clock (with timing: protocol); a frequency, valid: 1 MHz to 1 GHz; default: 66.667 MHz; source: Milkovits 2005, Table 1
    - `width`: data path (with timing: protocol); a bits, valid: 8 bit to 512 bit; default: 64 bit; source: Milkovits 2005, Table 1
    - `slice`: what a message moves in one turn; the longest burst of timing: protocol; a size, valid: 1 B to 1 GiB; default: 128 B; source: Milkovits 2005, section 4
    - `slice_time`: a slice on the bus (with timing: paper); a duration, valid: 1 ps to 1 s; default: 240 ns; source: Milkovits 2005, section 6.2.1
    - `switch_overhead`: each change of message (with timing: paper); a duration, valid: 0 ps to 1 s; default: 45 ns; source: Milkovits 2005, section 6.2.1
    - `switch_unit`: after what another message may take its turn; a choice, valid: slice, message; default: slice
    - `serve`: who takes the next slice: each in turn, the lowest class of traffic, or classes by their weights; a choice, valid: round_robin, strict, weighted; default: round_robin; source: our own
    - `weights`: of classes 0, 1, ..., in bytes; higher ones are the last; []: all alike (with serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    - `arbitration`: clocks from REQ# to GNT# on an idle bus (with timing: protocol); a count, valid: 0 to 1000; default: 2; source: PCI Local Bus Specification 2.2, section 3.4.1
    - `address`: clocks of the address phase (with timing: protocol); a count, valid: 1 to 16; default: 1; source: PCI Local Bus Specification 2.2, section 3.3
    - `devsel`: clocks from address phase to DEVSEL#: 1 fast, 2 medium, 3 slow (with timing: protocol); a count, valid: 1 to 4; default: 2; source: PCI Local Bus Specification 2.2, section 3.6.1
    - `initial_latency`: wait clocks before the first data phase (with timing: protocol); a count, valid: 0 to 16; default: 0; source: PCI Local Bus Specification 2.2, section 3.5.1.1
    - `wait_states`: wait clocks before every further data phase (with timing: protocol); a count, valid: 0 to 8; default: 0; source: PCI Local Bus Specification 2.2, section 3.5.1.2
    - `latency_timer`: clocks that a master may keep a bus that others want (with timing: protocol); a count, valid: 0 to 255; default: 32; source: PCI Local Bus Specification 2.2, section 3.5.4.1
    - `turnaround`: idle clocks between transactions (with timing: protocol); a count, valid: 0 to 16; default: 1; source: PCI Local Bus Specification 2.2, section 3.4.2
    - `disconnect`: clocks off the bus after a target disconnect at a slice's end (with timing: protocol); a count, valid: 0 to 64; default: 0; source: PCI Local Bus Specification 2.2, section 3.3.3.2
    """

    _component: ClassVar[Component] = Component(
        "pci_bus",
        (
            Parameter("timing", "choice", ("paper", "protocol")),
            Parameter("clock", "frequency"),
            Parameter("width", "bits"),
            Parameter("slice", "size"),
            Parameter("slice_time", "duration"),
            Parameter("switch_overhead", "duration"),
            Parameter("switch_unit", "choice", ("slice", "message")),
            Parameter("serve", "choice", ("round_robin", "strict", "weighted")),
            Parameter("weights", "indices"),
            Parameter("arbitration", "count"),
            Parameter("address", "count"),
            Parameter("devsel", "count"),
            Parameter("initial_latency", "count"),
            Parameter("wait_states", "count"),
            Parameter("latency_timer", "count"),
            Parameter("turnaround", "count"),
            Parameter("disconnect", "count"),
        ),
        (
            Port("device", "target", array=True),
            Port("window", "initiator", array=True),
        ),
        (
            "utilisation",
            "contended",
            "overhead",
            "wait_slot",
        ),
    )

    timing: Literal["paper", "protocol"] | str | None = None
    """the paper's lumped times, or bus clocks counted from the PCI rules; a choice, valid: paper, protocol; default: paper"""

    clock: str | None = None
    """bus clock (with timing: protocol); a frequency, valid: 1 MHz to 1 GHz; default: 66.667 MHz; source: Milkovits 2005, Table 1"""

    width: str | None = None
    """data path (with timing: protocol); a bits, valid: 8 bit to 512 bit; default: 64 bit; source: Milkovits 2005, Table 1"""

    slice: str | None = None
    """what a message moves in one turn; the longest burst of timing: protocol; a size, valid: 1 B to 1 GiB; default: 128 B; source: Milkovits 2005, section 4"""

    slice_time: str | None = None
    """a slice on the bus (with timing: paper); a duration, valid: 1 ps to 1 s; default: 240 ns; source: Milkovits 2005, section 6.2.1"""

    switch_overhead: str | None = None
    """each change of message (with timing: paper); a duration, valid: 0 ps to 1 s; default: 45 ns; source: Milkovits 2005, section 6.2.1"""

    switch_unit: Literal["slice", "message"] | str | None = None
    """after what another message may take its turn; a choice, valid: slice, message; default: slice"""

    serve: Literal["round_robin", "strict", "weighted"] | str | None = None
    """who takes the next slice: each in turn, the lowest class of traffic, or classes by their weights; a choice, valid: round_robin, strict, weighted; default: round_robin; source: our own"""

    weights: str | None = None
    """of classes 0, 1, ..., in bytes; higher ones are the last; []: all alike (with serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""

    arbitration: int | str | None = None
    """clocks from REQ# to GNT# on an idle bus (with timing: protocol); a count, valid: 0 to 1000; default: 2; source: PCI Local Bus Specification 2.2, section 3.4.1"""

    address: int | str | None = None
    """clocks of the address phase (with timing: protocol); a count, valid: 1 to 16; default: 1; source: PCI Local Bus Specification 2.2, section 3.3"""

    devsel: int | str | None = None
    """clocks from address phase to DEVSEL#: 1 fast, 2 medium, 3 slow (with timing: protocol); a count, valid: 1 to 4; default: 2; source: PCI Local Bus Specification 2.2, section 3.6.1"""

    initial_latency: int | str | None = None
    """wait clocks before the first data phase (with timing: protocol); a count, valid: 0 to 16; default: 0; source: PCI Local Bus Specification 2.2, section 3.5.1.1"""

    wait_states: int | str | None = None
    """wait clocks before every further data phase (with timing: protocol); a count, valid: 0 to 8; default: 0; source: PCI Local Bus Specification 2.2, section 3.5.1.2"""

    latency_timer: int | str | None = None
    """clocks that a master may keep a bus that others want (with timing: protocol); a count, valid: 0 to 255; default: 32; source: PCI Local Bus Specification 2.2, section 3.5.4.1"""

    turnaround: int | str | None = None
    """idle clocks between transactions (with timing: protocol); a count, valid: 0 to 16; default: 1; source: PCI Local Bus Specification 2.2, section 3.4.2"""

    disconnect: int | str | None = None
    """clocks off the bus after a target disconnect at a slice's end (with timing: protocol); a count, valid: 0 to 64; default: 0; source: PCI Local Bus Specification 2.2, section 3.3.3.2"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PcieLink(Part):
    """PCI Express link of generation 1 to 5 and up to 32 lanes: two directions with credits by type of packet, Acks and a replay buffer.

    Type in machine files: pcie_link. Source: PCI Express Base Specification 3.0.
    Ports: `a` (peer, pcie), `b` (peer, pcie).
    Statistics: `a_to_b.payload` (B/s), `a_to_b.tlp_bytes` (B/s), `a_to_b.dllp_bytes` (B/s), `a_to_b.tlps`, `a_to_b.utilisation`, `a_to_b.wait_posted`, `a_to_b.wait_non_posted`, `a_to_b.wait_completion`, `a_to_b.wait_replay`, `a_to_b.errors`, `a_to_b.lost`, `a_to_b.down`, `b_to_a.payload` (B/s), `b_to_a.tlp_bytes` (B/s), `b_to_a.dllp_bytes` (B/s), `b_to_a.tlps`, `b_to_a.utilisation`, `b_to_a.wait_posted`, `b_to_a.wait_non_posted`, `b_to_a.wait_completion`, `b_to_a.wait_replay`, `b_to_a.errors`, `b_to_a.lost`, `b_to_a.down`.

    Parameters:

    - `generation`: of the link: 2.5, 5, 8, 16 or 32 GT/s for each lane; a count, valid: 1 to 5; default: 3; source: PCI Express Base Specification 3.0, Physical Layer Specification
    - `lanes`: lanes of each direction: 1, 2, 4, 8, 16 or 32; a count, valid: 1 to 32; default: 8; source: PCI Express Base Specification 3.0, Physical Layer Specification
    - `dllp`: Acks, UpdateFCs and skip ordered sets: as a fraction of the rate, or each with its time; a choice, valid: efficiency, simulated; default: efficiency; source: PCI Express Base Specification 3.0, Data Link Layer Specification
    - `efficiency`: what Acks, UpdateFCs and skip ordered sets leave of the rate (with dllp: efficiency); a fraction, valid: 0.5 to 1; default: 0.953; source: pcie_bench: RD and WR of 320 B and more
    - `ack_bytes`: that the Ack for a read request adds to a completion which follows it in the other direction (with dllp: efficiency); a size, valid: 0 B to 64 B; default: 8 B; source: PCI Express Base Specification 3.0, Data Link Layer Specification
    - `credit_latency`: from the release of a buffer until the far end has its credits, propagation apart (with dllp: efficiency); a duration, valid: 0 ps to 100 us; default: 0 ps; source: PCI Express Base Specification 3.0, Transaction Layer Specification
    - `propagation`: from one end of the link to the other; a duration, valid: 0 ps to 100 us; default: 0 ps; source: our own
    - `ack_latency`: that an Ack waits for further packets; a duration, valid: 0 ps to 10 us; default: 0 ps; source: PCI Express Base Specification 3.0, Data Link Layer Specification
    - `acks_every`: packets for which an Ack waits no longer; a count, valid: unlimited, or 1 to 64; default: unlimited; source: PCI Express Base Specification 3.0, Data Link Layer Specification
    - `update_every`: headers for which an UpdateFC waits, unless the buffer has none left; a count, valid: 1 to 64; default: 1; source: PCI Express Base Specification 3.0, Transaction Layer Specification
    - `skip`: skip ordered sets are sent (with dllp: simulated); a flag, valid: true or false; default: true; source: PCI Express Base Specification 3.0, Physical Layer Specification
    - `skip_interval`: between skip ordered sets: symbols at generations 1 and 2 (standard: 1538), blocks of 128 bits later (standard: 370) (with dllp: simulated); a count, valid: standard, or 16 to 100000; default: standard; source: PCI Express Base Specification 3.0, Physical Layer Specification
    - `replay_buffer`: packets, with their overhead, that can wait for their Acks; a size, valid: unlimited, or 4.128 kB to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Data Link Layer Specification
    - `ecrc`: packets have a digest of 4 B; a flag, valid: true or false; default: false; source: PCI Express Base Specification 3.0, Transaction Layer Specification
    - `header`: header of requests: three double words with addresses of 32 bits, or four with 64; a choice, valid: dw3, dw4; default: dw4; source: PCI Express Base Specification 3.0, Transaction Layer Specification
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "pcie_link",
        (
            Parameter("generation", "count"),
            Parameter("lanes", "count"),
            Parameter("dllp", "choice", ("efficiency", "simulated")),
            Parameter("efficiency", "fraction"),
            Parameter("ack_bytes", "size"),
            Parameter("credit_latency", "duration"),
            Parameter("propagation", "duration"),
            Parameter("ack_latency", "duration"),
            Parameter("acks_every", "count", ("unlimited",)),
            Parameter("update_every", "count"),
            Parameter("skip", "flag"),
            Parameter("skip_interval", "count", ("standard",)),
            Parameter("replay_buffer", "size", ("unlimited",)),
            Parameter("ecrc", "flag"),
            Parameter("header", "choice", ("dw3", "dw4")),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("a", "peer"),
            Port("b", "peer"),
        ),
        (
            "a_to_b.payload",
            "a_to_b.tlp_bytes",
            "a_to_b.dllp_bytes",
            "a_to_b.tlps",
            "a_to_b.utilisation",
            "a_to_b.wait_posted",
            "a_to_b.wait_non_posted",
            "a_to_b.wait_completion",
            "a_to_b.wait_replay",
            "a_to_b.errors",
            "a_to_b.lost",
            "a_to_b.down",
            "b_to_a.payload",
            "b_to_a.tlp_bytes",
            "b_to_a.dllp_bytes",
            "b_to_a.tlps",
            "b_to_a.utilisation",
            "b_to_a.wait_posted",
            "b_to_a.wait_non_posted",
            "b_to_a.wait_completion",
            "b_to_a.wait_replay",
            "b_to_a.errors",
            "b_to_a.lost",
            "b_to_a.down",
        ),
    )

    generation: int | str | None = None
    """of the link: 2.5, 5, 8, 16 or 32 GT/s for each lane; a count, valid: 1 to 5; default: 3; source: PCI Express Base Specification 3.0, Physical Layer Specification"""

    lanes: int | str | None = None
    """lanes of each direction: 1, 2, 4, 8, 16 or 32; a count, valid: 1 to 32; default: 8; source: PCI Express Base Specification 3.0, Physical Layer Specification"""

    dllp: Literal["efficiency", "simulated"] | str | None = None
    """Acks, UpdateFCs and skip ordered sets: as a fraction of the rate, or each with its time; a choice, valid: efficiency, simulated; default: efficiency; source: PCI Express Base Specification 3.0, Data Link Layer Specification"""

    efficiency: float | str | None = None
    """what Acks, UpdateFCs and skip ordered sets leave of the rate (with dllp: efficiency); a fraction, valid: 0.5 to 1; default: 0.953; source: pcie_bench: RD and WR of 320 B and more"""

    ack_bytes: str | None = None
    """that the Ack for a read request adds to a completion which follows it in the other direction (with dllp: efficiency); a size, valid: 0 B to 64 B; default: 8 B; source: PCI Express Base Specification 3.0, Data Link Layer Specification"""

    credit_latency: str | None = None
    """from the release of a buffer until the far end has its credits, propagation apart (with dllp: efficiency); a duration, valid: 0 ps to 100 us; default: 0 ps; source: PCI Express Base Specification 3.0, Transaction Layer Specification"""

    propagation: str | None = None
    """from one end of the link to the other; a duration, valid: 0 ps to 100 us; default: 0 ps; source: our own"""

    ack_latency: str | None = None
    """that an Ack waits for further packets; a duration, valid: 0 ps to 10 us; default: 0 ps; source: PCI Express Base Specification 3.0, Data Link Layer Specification"""

    acks_every: Literal["unlimited"] | int | str | None = None
    """packets for which an Ack waits no longer; a count, valid: unlimited, or 1 to 64; default: unlimited; source: PCI Express Base Specification 3.0, Data Link Layer Specification"""

    update_every: int | str | None = None
    """headers for which an UpdateFC waits, unless the buffer has none left; a count, valid: 1 to 64; default: 1; source: PCI Express Base Specification 3.0, Transaction Layer Specification"""

    skip: bool | str | None = None
    """skip ordered sets are sent (with dllp: simulated); a flag, valid: true or false; default: true; source: PCI Express Base Specification 3.0, Physical Layer Specification"""

    skip_interval: Literal["standard"] | int | str | None = None
    """between skip ordered sets: symbols at generations 1 and 2 (standard: 1538), blocks of 128 bits later (standard: 370) (with dllp: simulated); a count, valid: standard, or 16 to 100000; default: standard; source: PCI Express Base Specification 3.0, Physical Layer Specification"""

    replay_buffer: Literal["unlimited"] | str | None = None
    """packets, with their overhead, that can wait for their Acks; a size, valid: unlimited, or 4.128 kB to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Data Link Layer Specification"""

    ecrc: bool | str | None = None
    """packets have a digest of 4 B; a flag, valid: true or false; default: false; source: PCI Express Base Specification 3.0, Transaction Layer Specification"""

    header: Literal["dw3", "dw4"] | str | None = None
    """header of requests: three double words with addresses of 32 bits, or four with 64; a choice, valid: dw3, dw4; default: dw4; source: PCI Express Base Specification 3.0, Transaction Layer Specification"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PcieRequester(Part):
    """A PCI Express device that reads and writes memory: tags, request sizes, and times of its own.

    Type in machine files: pcie_requester. Source: our own.
    Ports: `port` (peer, pcie).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`, `port.queue.posted`, `port.queue.non_posted`, `port.queue.completion`.

    Parameters:

    - `tags`: read requests that have not been answered; a count, valid: 1 to 1024; default: 32; source: PCI Express Base Specification 3.0, Transaction Descriptor
    - `mrrs`: maximum read request size, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `mps`: maximum payload size of writes, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register
    - `writes`: packets that write and have not arrived; a count, valid: 1 to 65536; default: 32
    - `own_latency`: of a read, in which it has no tag: before it is asked, and after; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `push_rate`: of the device's memory, which takes all that was read in the end, and gives all that is written in the beginning; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: unlimited
    - `issue`: from a read request to the next one at least; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `odd_issue`: from the last request of a read that is no multiple of 4 B to the next request; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `odd_stall`: that no answer is taken after a read that is no multiple of 4 B; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `split_stall`: that no answer is taken after a read of two requests; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `split_more`: of split_stall, for each further request of the read; a fraction, valid: 0 to 10; default: 0
    - `aligned_stall`: of that, where the read begins and ends, rounded up to 64 B, at multiples of `mps`; a fraction, valid: 0 to 1; default: 1
    - `whole_stall`: of that, where a read of three requests or more begins and ends so at multiples of `mrrs`; a fraction, valid: 0 to 1; default: 1
    - `write_overhead`: of a write; also on the link, of one that does not end, rounded up to 64 B, at a multiple of 512 B; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `write_chunk`: of each 128 B of a write, before the link; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `turnaround`: of the link, for each 128 B of a write while reads have not been answered; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `turnaround_chunks`: chunks of a write for which that is so; a count, valid: 1 to 32; default: 1
    """

    _component: ClassVar[Component] = Component(
        "pcie_requester",
        (
            Parameter("tags", "count"),
            Parameter("mrrs", "size"),
            Parameter("mps", "size"),
            Parameter("writes", "count"),
            Parameter("own_latency", "duration"),
            Parameter("push_rate", "data_rate", ("unlimited",)),
            Parameter("issue", "duration"),
            Parameter("odd_issue", "duration"),
            Parameter("odd_stall", "duration"),
            Parameter("split_stall", "duration"),
            Parameter("split_more", "fraction"),
            Parameter("aligned_stall", "fraction"),
            Parameter("whole_stall", "fraction"),
            Parameter("write_overhead", "duration"),
            Parameter("write_chunk", "duration"),
            Parameter("turnaround", "duration"),
            Parameter("turnaround_chunks", "count"),
        ),
        (
            Port("port", "peer", line=True),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
            "port.queue.posted",
            "port.queue.non_posted",
            "port.queue.completion",
        ),
    )

    tags: int | str | None = None
    """read requests that have not been answered; a count, valid: 1 to 1024; default: 32; source: PCI Express Base Specification 3.0, Transaction Descriptor"""

    mrrs: str | None = None
    """maximum read request size, a power of two; a size, valid: 128 B to 4 KiB; default: 512 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    mps: str | None = None
    """maximum payload size of writes, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Device Control Register"""

    writes: int | str | None = None
    """packets that write and have not arrived; a count, valid: 1 to 65536; default: 32"""

    own_latency: str | None = None
    """of a read, in which it has no tag: before it is asked, and after; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    push_rate: Literal["unlimited"] | str | None = None
    """of the device's memory, which takes all that was read in the end, and gives all that is written in the beginning; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: unlimited"""

    issue: str | None = None
    """from a read request to the next one at least; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    odd_issue: str | None = None
    """from the last request of a read that is no multiple of 4 B to the next request; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    odd_stall: str | None = None
    """that no answer is taken after a read that is no multiple of 4 B; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    split_stall: str | None = None
    """that no answer is taken after a read of two requests; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    split_more: float | str | None = None
    """of split_stall, for each further request of the read; a fraction, valid: 0 to 10; default: 0"""

    aligned_stall: float | str | None = None
    """of that, where the read begins and ends, rounded up to 64 B, at multiples of `mps`; a fraction, valid: 0 to 1; default: 1"""

    whole_stall: float | str | None = None
    """of that, where a read of three requests or more begins and ends so at multiples of `mrrs`; a fraction, valid: 0 to 1; default: 1"""

    write_overhead: str | None = None
    """of a write; also on the link, of one that does not end, rounded up to 64 B, at a multiple of 512 B; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    write_chunk: str | None = None
    """of each 128 B of a write, before the link; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    turnaround: str | None = None
    """of the link, for each 128 B of a write while reads have not been answered; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    turnaround_chunks: int | str | None = None
    """chunks of a write for which that is so; a count, valid: 1 to 32; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PcieSwitch(Part):
    """PCI Express switch: store and forward or cut-through, buffers by type of packet at every input, queues for each input at every output.

    Type in machine files: pcie_switch. Source: PCI Express Base Specification 3.0.
    Ports: `port[i]` (peer, pcie).
    Statistics: `port[i].queue.posted`, `port[i].queue.non_posted`, `port[i].queue.completion`.

    Parameters:

    - `ports`: of the switch; port 0 leads to the root complex; a count, valid: 2 to 64; default: 4; source: our own
    - `latency`: from a packet's arrival, or from its header's with `cut_through`, until it can leave; a duration, valid: 0 ps to 100 us; default: 150 ns; source: our own
    - `forward`: when a packet goes on: when it has come in whole, or before; a choice, valid: store, cut_through; default: store; source: our own
    - `buffers__posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__posted__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__non_posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `arbitration`: how inputs share an output: a packet each in turn, or bytes in proportion to weights; a choice, valid: round_robin, weighted; default: round_robin; source: PCI Express Base Specification 3.0, Virtual Channel Mechanism
    - `weights`: of the input ports, in their order (with arbitration: weighted); a indices, valid: list of 1 to 64; default: []; source: our own
    - `peer_to_peer`: packets go from one lower port to another; if not, lower ports lead up only, by port 0; a flag, valid: true or false; default: true; source: our own
    - `relaxed_ordering`: completions pass posted packets, as if all had the attribute Relaxed Ordering; a flag, valid: true or false; default: false; source: PCI Express Base Specification 3.0, Transaction Ordering Rules
    """

    _component: ClassVar[Component] = Component(
        "pcie_switch",
        (
            Parameter("ports", "count"),
            Parameter("latency", "duration"),
            Parameter("forward", "choice", ("store", "cut_through")),
            Parameter("buffers.posted.headers", "count", ("unlimited",)),
            Parameter("buffers.posted.data", "size", ("unlimited",)),
            Parameter("buffers.non_posted.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.data", "size", ("unlimited",)),
            Parameter("arbitration", "choice", ("round_robin", "weighted")),
            Parameter("weights", "indices"),
            Parameter("peer_to_peer", "flag"),
            Parameter("relaxed_ordering", "flag"),
        ),
        (
            Port("port", "peer", array=True, line=True, count=("ports", 4)),
        ),
        (
            "port[i].queue.posted",
            "port[i].queue.non_posted",
            "port[i].queue.completion",
        ),
    )

    ports: int | str | None = None
    """of the switch; port 0 leads to the root complex; a count, valid: 2 to 64; default: 4; source: our own"""

    latency: str | None = None
    """from a packet's arrival, or from its header's with `cut_through`, until it can leave; a duration, valid: 0 ps to 100 us; default: 150 ns; source: our own"""

    forward: Literal["store", "cut_through"] | str | None = None
    """when a packet goes on: when it has come in whole, or before; a choice, valid: store, cut_through; default: store; source: our own"""

    buffers__posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__posted__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__non_posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    arbitration: Literal["round_robin", "weighted"] | str | None = None
    """how inputs share an output: a packet each in turn, or bytes in proportion to weights; a choice, valid: round_robin, weighted; default: round_robin; source: PCI Express Base Specification 3.0, Virtual Channel Mechanism"""

    weights: str | None = None
    """of the input ports, in their order (with arbitration: weighted); a indices, valid: list of 1 to 64; default: []; source: our own"""

    peer_to_peer: bool | str | None = None
    """packets go from one lower port to another; if not, lower ports lead up only, by port 0; a flag, valid: true or false; default: true; source: our own"""

    relaxed_ordering: bool | str | None = None
    """completions pass posted packets, as if all had the attribute Relaxed Ordering; a flag, valid: true or false; default: false; source: PCI Express Base Specification 3.0, Transaction Ordering Rules"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlaneClient(Part):
    """Viewer of planes: asks for a plane's extents, and for the next plane once one is shown.

    Type in machine files: plane_client. Source: PS2, section 5, Fig. 7 and 8.
    Ports: `request[i]` (initiator, hand-over), `missing[i]` (target, hand-over), `merged` (target, hand-over), `complete` (initiator, hand-over), `shown` (target, hand-over), `store` (initiator, extents of servers), `cut` (target, work), `merge` (target, work).
    Statistics: `parts_missing`, `delay` (s).

    Parameters:

    - `count`: planes that are asked for; a count, valid: 1 to 100000; default: 60; source: PS2, section 6
    - `size`: pixels of a plane; a dimensions, valid: 2 numbers with x between, each 1 to 4096; default: 512x512; source: PS2, section 5
    - `orientation`: normal of the planes: in any direction, or along an axis; a choice, valid: isotropic, x, y, z; default: isotropic; source: PS2, section 6: any orientation
    - `centre_box`: width of the box around the middle in which the planes' centres lie, of each dimension; a fraction, valid: 0 to 1; default: 0.306; source: our calibration, on 314 extents a plane
    - `order`: random: each plane lies anywhere; adjacent: neighbouring slices, all as the first; a choice, valid: random, adjacent; default: random; source: PS2, section 6; adjacent: as its physician
    - `in_flight`: planes under way at a time; a count, valid: 1 to 1000; default: 2; source: open in PS2, section 5: a plane is shown while the next is prepared
    - `part__encoding`: of a plane part; bounding_box: the rectangle around its pixels; pixels: these alone; a choice, valid: bounding_box, pixels; default: bounding_box; source: open in PS2, section 6
    - `part__header`: of a plane part; a size, valid: 0 B to 1 MB; default: 148 B; source: our calibration, on PS2, section 6: 22 MB in 18,848 parts
    - `pictures`: planes whose pictures are kept, from the first on, where there are data; a count, valid: 0 to 1000; default: 0; source: our own
    """

    _component: ClassVar[Component] = Component(
        "plane_client",
        (
            Parameter("count", "count"),
            Parameter("size", "dimensions"),
            Parameter("orientation", "choice", ("isotropic", "x", "y", "z")),
            Parameter("centre_box", "fraction"),
            Parameter("order", "choice", ("random", "adjacent")),
            Parameter("in_flight", "count"),
            Parameter("part.encoding", "choice", ("bounding_box", "pixels")),
            Parameter("part.header", "size"),
            Parameter("pictures", "count"),
        ),
        (
            Port("request", "initiator", array=True),
            Port("missing", "target", array=True),
            Port("merged", "target"),
            Port("complete", "initiator"),
            Port("shown", "target"),
            Port("store", "initiator"),
            Port("cut", "target"),
            Port("merge", "target"),
        ),
        (
            "parts_missing",
            "delay",
        ),
    )

    count: int | str | None = None
    """planes that are asked for; a count, valid: 1 to 100000; default: 60; source: PS2, section 6"""

    size: str | None = None
    """pixels of a plane; a dimensions, valid: 2 numbers with x between, each 1 to 4096; default: 512x512; source: PS2, section 5"""

    orientation: Literal["isotropic", "x", "y", "z"] | str | None = None
    """normal of the planes: in any direction, or along an axis; a choice, valid: isotropic, x, y, z; default: isotropic; source: PS2, section 6: any orientation"""

    centre_box: float | str | None = None
    """width of the box around the middle in which the planes' centres lie, of each dimension; a fraction, valid: 0 to 1; default: 0.306; source: our calibration, on 314 extents a plane"""

    order: Literal["random", "adjacent"] | str | None = None
    """random: each plane lies anywhere; adjacent: neighbouring slices, all as the first; a choice, valid: random, adjacent; default: random; source: PS2, section 6; adjacent: as its physician"""

    in_flight: int | str | None = None
    """planes under way at a time; a count, valid: 1 to 1000; default: 2; source: open in PS2, section 5: a plane is shown while the next is prepared"""

    part__encoding: Literal["bounding_box", "pixels"] | str | None = None
    """of a plane part; bounding_box: the rectangle around its pixels; pixels: these alone; a choice, valid: bounding_box, pixels; default: bounding_box; source: open in PS2, section 6"""

    part__header: str | None = None
    """of a plane part; a size, valid: 0 B to 1 MB; default: 148 B; source: our calibration, on PS2, section 6: 22 MB in 18,848 parts"""

    pictures: int | str | None = None
    """planes whose pictures are kept, from the first on, where there are data; a count, valid: 0 to 1000; default: 0; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProcessingUnit(Part):
    """Processor, compressor or network interface: reads a strand over the bus, computes, writes the result.

    Type in machine files: processing_unit. Source: Gennart et al., sections 3.1, 3.2 and 4, Table 2.
    Ports: `socket` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`, `checked` (B).

    Parameters:

    - `rate`: of computing, of what it has read; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited
    - `reduction`: input by output; nothing: no result is written back; a count, valid: nothing, or 1 to 1048576; default: 1
    - `held_during_transfers`: a job has it from before its read until after its write, and not only while it computes; a flag, valid: true or false; default: true
    """

    _component: ClassVar[Component] = Component(
        "processing_unit",
        (
            Parameter("rate", "data_rate", ("unlimited",)),
            Parameter("reduction", "count", ("nothing",)),
            Parameter("held_during_transfers", "flag"),
        ),
        (
            Port("socket", "initiator"),
        ),
        (
            "utilisation",
            "queue_depth",
            "checked",
        ),
    )

    rate: Literal["unlimited"] | str | None = None
    """of computing, of what it has read; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited"""

    reduction: Literal["nothing"] | int | str | None = None
    """input by output; nothing: no result is written back; a count, valid: nothing, or 1 to 1048576; default: 1"""

    held_during_transfers: bool | str | None = None
    """a job has it from before its read until after its write, and not only while it computes; a flag, valid: true or false; default: true"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Processor(Part):
    """Processors of a PC: kernel jobs preempt user jobs, first come, first served within a level.

    Type in machine files: processor. Source: PS2, sections 6 and 7.
    Ports: `jobs` (target, jobs).
    Statistics: `utilisation`, `kernel`, `queue_depth`.

    Parameters:

    - `processors`: that take jobs from the same queues; a count, valid: 1 to 64; default: 1; source: PS2, section 6: one a PC
    """

    _component: ClassVar[Component] = Component(
        "processor",
        (
            Parameter("processors", "count"),
        ),
        (
            Port("jobs", "target"),
        ),
        (
            "utilisation",
            "kernel",
            "queue_depth",
        ),
    )

    processors: int | str | None = None
    """that take jobs from the same queues; a count, valid: 1 to 64; default: 1; source: PS2, section 6: one a PC"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProtocolStack(Part):
    """UDP and IP of a node and the application above them: what packets cost, and where they are lost.

    Type in machine files: protocol_stack. Source: Voyager, sections 5.1 and 5.4, Table 4.
    Ports: `arrived` (target, hand-over), `received` (initiator, hand-over), `send` (target, hand-over), `sent` (initiator, hand-over), `processor` (initiator, jobs), `application` (initiator, work of packets).
    Statistics: `received`, `sent`, `dropped_source`, `dropped_interface`, `dropped_socket`, `kernel`, `user`, `socket_depth`, `send_depth`.

    Parameters:

    - `receive__packet`: of the processor, a packet; a duration, valid: 0 ps to 1 s; default: 511 us; source: Voyager, Table 4: calibrated
    - `receive__byte`: of the processor, a byte; a duration, valid: 0 ps to 1 ms; default: 43.2 ns; source: Voyager, Table 4: calibrated
    - `send__packet`: of the processor, a packet; a duration, valid: 0 ps to 1 s; default: 577 us; source: Voyager, Table 4: calibrated
    - `send__byte`: of the processor, a byte; a duration, valid: 0 ps to 1 ms; default: 60.8 ns; source: Voyager, Table 4: calibrated
    - `small`: of the processor, more for a small packet; off: none; a duration, valid: off, or 1 ps to 1 s; default: off; source: Voyager, Table 4, rows of 128 Kb/s: calibrated
    - `small_below`: a packet with fewer is small (with small: a duration); a size, valid: 1 B to 1 MiB; default: 4 KiB; source: our own
    - `kernel_share`: of a packet's work that is the kernel's, and preempts the application; a fraction, valid: 0 to 1; default: 0.5; source: our own
    - `socket`: that wait to be read, or of one stream to be sent, at most; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own
    - `interrupts`: packets from the network that wait for the kernel, at most; a count, valid: 1 to 65536; default: 50; source: our own
    - `protocol`: udp: UDP on IP, with checksums; aal5: neither of these; a choice, valid: udp, aal5; default: udp; source: Voyager, section 5.4
    - `copies`: packets are copied between the application and the kernel; a flag, valid: true or false; default: true; source: Voyager, section 5.4: zero-copy adapters do without
    - `checksum_share`: of a byte's work that is the checksum; the rest is the copy (with copies: false with udp, true with aal5); a fraction, valid: 0 to 1; default: 0.5; source: our own
    - `protocol_share`: of a packet's work that is UDP and IP (with protocol: aal5); a fraction, valid: 0 to 1; default: 0.5; source: our own
    """

    _component: ClassVar[Component] = Component(
        "protocol_stack",
        (
            Parameter("receive.packet", "duration"),
            Parameter("receive.byte", "duration"),
            Parameter("send.packet", "duration"),
            Parameter("send.byte", "duration"),
            Parameter("small", "duration", ("off",)),
            Parameter("small_below", "size"),
            Parameter("kernel_share", "fraction"),
            Parameter("socket", "size"),
            Parameter("interrupts", "count"),
            Parameter("protocol", "choice", ("udp", "aal5")),
            Parameter("copies", "flag"),
            Parameter("checksum_share", "fraction"),
            Parameter("protocol_share", "fraction"),
        ),
        (
            Port("arrived", "target"),
            Port("received", "initiator"),
            Port("send", "target"),
            Port("sent", "initiator"),
            Port("processor", "initiator"),
            Port("application", "initiator"),
        ),
        (
            "received",
            "sent",
            "dropped_source",
            "dropped_interface",
            "dropped_socket",
            "kernel",
            "user",
            "socket_depth",
            "send_depth",
        ),
    )

    receive__packet: str | None = None
    """of the processor, a packet; a duration, valid: 0 ps to 1 s; default: 511 us; source: Voyager, Table 4: calibrated"""

    receive__byte: str | None = None
    """of the processor, a byte; a duration, valid: 0 ps to 1 ms; default: 43.2 ns; source: Voyager, Table 4: calibrated"""

    send__packet: str | None = None
    """of the processor, a packet; a duration, valid: 0 ps to 1 s; default: 577 us; source: Voyager, Table 4: calibrated"""

    send__byte: str | None = None
    """of the processor, a byte; a duration, valid: 0 ps to 1 ms; default: 60.8 ns; source: Voyager, Table 4: calibrated"""

    small: Literal["off"] | str | None = None
    """of the processor, more for a small packet; off: none; a duration, valid: off, or 1 ps to 1 s; default: off; source: Voyager, Table 4, rows of 128 Kb/s: calibrated"""

    small_below: str | None = None
    """a packet with fewer is small (with small: a duration); a size, valid: 1 B to 1 MiB; default: 4 KiB; source: our own"""

    kernel_share: float | str | None = None
    """of a packet's work that is the kernel's, and preempts the application; a fraction, valid: 0 to 1; default: 0.5; source: our own"""

    socket: str | None = None
    """that wait to be read, or of one stream to be sent, at most; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own"""

    interrupts: int | str | None = None
    """packets from the network that wait for the kernel, at most; a count, valid: 1 to 65536; default: 50; source: our own"""

    protocol: Literal["udp", "aal5"] | str | None = None
    """udp: UDP on IP, with checksums; aal5: neither of these; a choice, valid: udp, aal5; default: udp; source: Voyager, section 5.4"""

    copies: bool | str | None = None
    """packets are copied between the application and the kernel; a flag, valid: true or false; default: true; source: Voyager, section 5.4: zero-copy adapters do without"""

    checksum_share: float | str | None = None
    """of a byte's work that is the checksum; the rest is the copy (with copies: false with udp, true with aal5); a fraction, valid: 0 to 1; default: 0.5; source: our own"""

    protocol_share: float | str | None = None
    """of a packet's work that is UDP and IP (with protocol: aal5); a fraction, valid: 0 to 1; default: 0.5; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RaidController(Part):
    """RAID controller: I/Os at a constant interval, a disk delay each, one or two DMA engines.

    Type in machine files: raid_controller. Source: Milkovits 2005, sections 2, 3.1 and 6.
    Ports: `dma[i]` (initiator, base protocol).
    Statistics: `bandwidth` (B/s), `queue_depth`, `wait_link`, `disks.utilisation`, `disks.queue_depth`.

    Parameters:

    - `io`: an I/O; a size, valid: 1 B to 16 MiB; default: 128 KiB; source: Milkovits 2005, section 2
    - `message`: what travels as one; at most an I/O; a size, valid: 1 B to 16 MiB; default: 1 KiB; source: Milkovits 2005, section 4
    - `disk_delay__min`: shortest delay from request to data; a duration, valid: 0 ps to 100 s; default: 1.1 ms; source: Milkovits 2005, section 3.1
    - `disk_delay__mode`: most frequent delay; a duration, valid: 0 ps to 100 s; default: 8.4 ms; source: Milkovits 2005, section 3.1
    - `disk_delay__max`: longest delay; a duration, valid: 0 ps to 100 s; default: 16.9 ms; source: Milkovits 2005, section 3.1
    - `disk_rate`: of a RAID controller's disks together; unlimited: a delay each, whatever the load; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited; source: unlimited: Milkovits 2005, section 3.1
    - `dma_engines`: DMA engines a RAID controller, each with a place on the bus; a count, valid: 1 to 2; default: 1; source: Milkovits 2005, section 8 proposes the second
    - `dma_queue`: two engines take the messages of one queue, or each those of an I/O of its own (with dma_engines: 2 or more); a choice, valid: shared, per_engine; default: shared; source: open in Milkovits 2005, section 8
    """

    _component: ClassVar[Component] = Component(
        "raid_controller",
        (
            Parameter("io", "size"),
            Parameter("message", "size"),
            Parameter("disk_delay.min", "duration"),
            Parameter("disk_delay.mode", "duration"),
            Parameter("disk_delay.max", "duration"),
            Parameter("disk_rate", "data_rate", ("unlimited",)),
            Parameter("dma_engines", "count"),
            Parameter("dma_queue", "choice", ("shared", "per_engine")),
        ),
        (
            Port("dma", "initiator", array=True, count=("dma_engines", 1)),
        ),
        (
            "bandwidth",
            "queue_depth",
            "wait_link",
            "disks.utilisation",
            "disks.queue_depth",
        ),
    )

    io: str | None = None
    """an I/O; a size, valid: 1 B to 16 MiB; default: 128 KiB; source: Milkovits 2005, section 2"""

    message: str | None = None
    """what travels as one; at most an I/O; a size, valid: 1 B to 16 MiB; default: 1 KiB; source: Milkovits 2005, section 4"""

    disk_delay__min: str | None = None
    """shortest delay from request to data; a duration, valid: 0 ps to 100 s; default: 1.1 ms; source: Milkovits 2005, section 3.1"""

    disk_delay__mode: str | None = None
    """most frequent delay; a duration, valid: 0 ps to 100 s; default: 8.4 ms; source: Milkovits 2005, section 3.1"""

    disk_delay__max: str | None = None
    """longest delay; a duration, valid: 0 ps to 100 s; default: 16.9 ms; source: Milkovits 2005, section 3.1"""

    disk_rate: Literal["unlimited"] | str | None = None
    """of a RAID controller's disks together; unlimited: a delay each, whatever the load; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited; source: unlimited: Milkovits 2005, section 3.1"""

    dma_engines: int | str | None = None
    """DMA engines a RAID controller, each with a place on the bus; a count, valid: 1 to 2; default: 1; source: Milkovits 2005, section 8 proposes the second"""

    dma_queue: Literal["shared", "per_engine"] | str | None = None
    """two engines take the messages of one queue, or each those of an I/O of its own (with dma_engines: 2 or more); a choice, valid: shared, per_engine; default: shared; source: open in Milkovits 2005, section 8"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RandomReader(Part):
    """A program that measures disks: blocks at random, the next as soon as one is read.

    Type in machine files: random_reader. Source: Calliope, section 3.1, Table 1.
    Ports: `chunks[i]` (target, hand-over), `disk[i]` (initiator, requests).
    Statistics: `throughput` (B/s), `blocks`.

    Parameters:

    - `block`: of a request, at a multiple of as many bytes on its disk; a size, valid: 1 B to 1 GiB; default: 256 KiB; source: Calliope, section 3.1
    - `depth`: requests at a disk at a time; a count, valid: 1 to 1000; default: 1; source: our own
    - `class_`: of its requests, for disks that tell classes apart; a count, valid: 0 to 7; default: 0; source: our own
    """

    _component: ClassVar[Component] = Component(
        "random_reader",
        (
            Parameter("block", "size"),
            Parameter("depth", "count"),
            Parameter("class", "count"),
        ),
        (
            Port("chunks", "target", array=True),
            Port("disk", "initiator", array=True),
        ),
        (
            "throughput",
            "blocks",
        ),
    )

    block: str | None = None
    """of a request, at a multiple of as many bytes on its disk; a size, valid: 1 B to 1 GiB; default: 256 KiB; source: Calliope, section 3.1"""

    depth: int | str | None = None
    """requests at a disk at a time; a count, valid: 1 to 1000; default: 1; source: our own"""

    class_: int | str | None = None
    """of its requests, for disks that tell classes apart; a count, valid: 0 to 7; default: 0; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RawWriter(Part):
    """A program that measures disks: writes each of them, the next block as soon as one is done.

    Type in machine files: raw_writer. Source: Voyager, section 5.2.
    Ports: `requests` (initiator, hand-over), `done` (target, hand-over).
    Statistics: `throughput` (B/s), `bytes` (B), `disk[i].throughput` (B/s).

    Parameters:

    - `block`: of a request; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own
    - `capacity`: of a disk; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own
    - `endpoint`: of its node on the network; a count, valid: 0 to 100000; default: 0
    - `disks`: that it writes to; a count, valid: 1 to 100000; default: 1
    - `first`: number of the first of them in the machine; a count, valid: 0 to 100000; default: 0
    """

    _component: ClassVar[Component] = Component(
        "raw_writer",
        (
            Parameter("block", "size"),
            Parameter("capacity", "size"),
            Parameter("endpoint", "count"),
            Parameter("disks", "count"),
            Parameter("first", "count"),
        ),
        (
            Port("requests", "initiator"),
            Port("done", "target"),
        ),
        (
            "throughput",
            "bytes",
            "disk[i].throughput",
        ),
    )

    block: str | None = None
    """of a request; a size, valid: 1 B to 1 GiB; default: 64 KiB; source: our own"""

    capacity: str | None = None
    """of a disk; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own"""

    endpoint: int | str | None = None
    """of its node on the network; a count, valid: 0 to 100000; default: 0"""

    disks: int | str | None = None
    """that it writes to; a count, valid: 1 to 100000; default: 1"""

    first: int | str | None = None
    """number of the first of them in the machine; a count, valid: 0 to 100000; default: 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RecordingClients(Part):
    """Clients who record: they send packets to the storage unit, by a schedule each.

    Type in machine files: recording_clients. Source: Calliope, section 2.2.1.
    Ports: `packets` (initiator, hand-over), `streams` (target, recordings).
    Statistics: `packets`, `throughput` (B/s).
    """

    _component: ClassVar[Component] = Component(
        "recording_clients",
        (),
        (
            Port("packets", "initiator"),
            Port("streams", "target"),
        ),
        (
            "packets",
            "throughput",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class Requester(Part):
    """Asks for data, or writes them, over links: so many requests under way, each answered.

    Type in machine files: requester. Source: our own.
    Ports: `out` (sender, any), `in` (receiver, any).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`, `out.queue_depth`.

    Parameters:

    - `tags`: requests under way at once; a count, valid: 1 to 65536; default: 32
    """

    _component: ClassVar[Component] = Component(
        "requester",
        (
            Parameter("tags", "count"),
        ),
        (
            Port("out", "sender", line=True),
            Port("in", "receiver"),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
            "out.queue_depth",
        ),
    )

    tags: int | str | None = None
    """requests under way at once; a count, valid: 1 to 65536; default: 32"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RootComplex(Part):
    """A host as PCI Express devices see it: root ports, memory, and its last-level cache.

    Type in machine files: root_complex. Source: our own.
    Ports: `port[i]` (peer, pcie), `translation` (initiator, translation), `memory` (initiator, memory), `bus` (target, base protocol), `out` (initiator, base protocol).
    Statistics: `reads`, `read` (B/s), `written` (B/s), `bus.read` (B/s), `bus.written` (B/s), `bus.under_way`, `bus.wait_place`, `port[i].queue.posted`, `port[i].queue.non_posted`, `port[i].queue.completion`.

    Parameters:

    - `ports`: root ports; a count, valid: 1 to 64; default: 1
    - `latency`: from the arrival of a read request to its first completion, of data in the last-level cache; a duration, valid: 0 ps to 100 us; default: 300 ns
    - `memory_latency`: in addition, of data in memory; a duration, valid: 0 ps to 100 us; default: 53 ns
    - `remote_latency`: in addition, of data at another socket; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `jitter`: that a latency is shorter or longer at most, uniformly drawn; a duration, valid: 0 ps to 100 us; default: 0 ps
    - `data`: where data are read: in the last-level cache, as far as it reaches, or in memory; a choice, valid: cache, memory; default: cache
    - `llc`: last-level cache: addresses below this may be in it; a size, valid: 0 B to 1 TiB; default: 25 MiB
    - `boundary`: read completion boundary: 64 B or 128 B; a size, valid: 64 B to 128 B; default: 64 B; source: PCI Express Base Specification 3.0, Data Return for Read Requests
    - `mps`: maximum payload size of completions, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Data Return for Read Requests
    - `completion_merge`: completions of a read: one for each line, two lines and a third for the rest, or as few as `mps` allows; a choice, valid: lines, three, all; default: three; source: PCI Express Base Specification 3.0, Data Return for Read Requests
    - `write_rate`: at which it takes writes; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: unlimited
    - `bus_accesses`: of masters at `bus` under way at once; the next one waits until one of them ends; a count, valid: 1 to 65536; default: 8
    - `buffers__posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__posted__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__non_posted__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__headers`: packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    - `buffers__completion__data`: data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules
    """

    _component: ClassVar[Component] = Component(
        "root_complex",
        (
            Parameter("ports", "count"),
            Parameter("latency", "duration"),
            Parameter("memory_latency", "duration"),
            Parameter("remote_latency", "duration"),
            Parameter("jitter", "duration"),
            Parameter("data", "choice", ("cache", "memory")),
            Parameter("llc", "size"),
            Parameter("boundary", "size"),
            Parameter("mps", "size"),
            Parameter("completion_merge", "choice", ("lines", "three", "all")),
            Parameter("write_rate", "data_rate", ("unlimited",)),
            Parameter("bus_accesses", "count"),
            Parameter("buffers.posted.headers", "count", ("unlimited",)),
            Parameter("buffers.posted.data", "size", ("unlimited",)),
            Parameter("buffers.non_posted.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.headers", "count", ("unlimited",)),
            Parameter("buffers.completion.data", "size", ("unlimited",)),
        ),
        (
            Port("port", "peer", array=True, line=True, count=("ports", 1)),
            Port("translation", "initiator"),
            Port("memory", "initiator"),
            Port("bus", "target"),
            Port("out", "initiator"),
        ),
        (
            "reads",
            "read",
            "written",
            "bus.read",
            "bus.written",
            "bus.under_way",
            "bus.wait_place",
            "port[i].queue.posted",
            "port[i].queue.non_posted",
            "port[i].queue.completion",
        ),
    )

    ports: int | str | None = None
    """root ports; a count, valid: 1 to 64; default: 1"""

    latency: str | None = None
    """from the arrival of a read request to its first completion, of data in the last-level cache; a duration, valid: 0 ps to 100 us; default: 300 ns"""

    memory_latency: str | None = None
    """in addition, of data in memory; a duration, valid: 0 ps to 100 us; default: 53 ns"""

    remote_latency: str | None = None
    """in addition, of data at another socket; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    jitter: str | None = None
    """that a latency is shorter or longer at most, uniformly drawn; a duration, valid: 0 ps to 100 us; default: 0 ps"""

    data: Literal["cache", "memory"] | str | None = None
    """where data are read: in the last-level cache, as far as it reaches, or in memory; a choice, valid: cache, memory; default: cache"""

    llc: str | None = None
    """last-level cache: addresses below this may be in it; a size, valid: 0 B to 1 TiB; default: 25 MiB"""

    boundary: str | None = None
    """read completion boundary: 64 B or 128 B; a size, valid: 64 B to 128 B; default: 64 B; source: PCI Express Base Specification 3.0, Data Return for Read Requests"""

    mps: str | None = None
    """maximum payload size of completions, a power of two; a size, valid: 128 B to 4 KiB; default: 256 B; source: PCI Express Base Specification 3.0, Data Return for Read Requests"""

    completion_merge: Literal["lines", "three", "all"] | str | None = None
    """completions of a read: one for each line, two lines and a third for the rest, or as few as `mps` allows; a choice, valid: lines, three, all; default: three; source: PCI Express Base Specification 3.0, Data Return for Read Requests"""

    write_rate: Literal["unlimited"] | str | None = None
    """at which it takes writes; a data rate, valid: unlimited, or 1 B/s to 10 Tb/s; default: unlimited"""

    bus_accesses: int | str | None = None
    """of masters at `bus` under way at once; the next one waits until one of them ends; a count, valid: 1 to 65536; default: 8"""

    buffers__posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__posted__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__non_posted__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__headers: Literal["unlimited"] | int | str | None = None
    """packets of this type that have a place in the buffer; a count, valid: unlimited, or 1 to 4096; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""

    buffers__completion__data: Literal["unlimited"] | str | None = None
    """data of packets of this type that have a place in the buffer, in whole units of 16 B; a size, valid: unlimited, or 16 B to 1 MiB; default: unlimited; source: PCI Express Base Specification 3.0, Flow Control Rules"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ScsiController(Part):
    """SCSI controller: writes what disks send to memory by direct memory access.

    Type in machine files: scsi_controller. Source: Gennart et al., section 3.2.
    Ports: `scsi` (target, base protocol), `bus` (initiator, base protocol).
    """

    _component: ClassVar[Component] = Component(
        "scsi_controller",
        (),
        (
            Port("scsi", "target"),
            Port("bus", "initiator"),
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class ScsiString(Part):
    """A SCSI-2 string: a fifo_bus that each chunk holds for a reselection and its bytes.

    Type in machine files: scsi_string. Source: PS2, section 6.
    Ports: `device[i]` (target, base protocol), `window[i]` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`.

    Parameters:

    - `rate`: while data cross; a data rate, valid: 1 B/s to 1 Tb/s; default: 10 MiB/s; source: PS2, section 6
    - `chunk`: what a target moves before it disconnects; a size, valid: 1 B to 1 GiB; default: 8 KiB; source: our own
    - `reselection`: of each chunk, during which the string is held: a target reselects its host; a duration, valid: 0 ps to 1 s; default: 300 us; source: our own
    - `arbitration`: which target is next: the one that waits longest, or the one with the highest identifier; a choice, valid: first_come, priority; default: first_come; source: our own
    """

    _component: ClassVar[Component] = Component(
        "scsi_string",
        (
            Parameter("rate", "data_rate"),
            Parameter("chunk", "size"),
            Parameter("reselection", "duration"),
            Parameter("arbitration", "choice", ("first_come", "priority")),
        ),
        (
            Port("device", "target", array=True),
            Port("window", "initiator", array=True),
        ),
        (
            "utilisation",
            "queue_depth",
        ),
    )

    rate: str | None = None
    """while data cross; a data rate, valid: 1 B/s to 1 Tb/s; default: 10 MiB/s; source: PS2, section 6"""

    chunk: str | None = None
    """what a target moves before it disconnects; a size, valid: 1 B to 1 GiB; default: 8 KiB; source: our own"""

    reselection: str | None = None
    """of each chunk, during which the string is held: a target reselects its host; a duration, valid: 0 ps to 1 s; default: 300 us; source: our own"""

    arbitration: Literal["first_come", "priority"] | str | None = None
    """which target is next: the one that waits longest, or the one with the highest identifier; a choice, valid: first_come, priority; default: first_come; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SerialLink(Part):
    """One direction of a serial link, such as StarFabric, InfiniBand or Ethernet: store and forward at its payload rate.

    Type in machine files: serial_link. Source: Milkovits 2005, Table 1.
    Ports: `in` (receiver, any), `out` (sender, any).
    Statistics: `errors`, `resent`, `lost`, `gave_up`, `down`.

    Parameters:

    - `rate`: payload rate; 1.77 Gb/s for StarFabric, 2.0 Gb/s for InfiniBand 1X, 8.0 Gb/s for 4X; a data rate, valid: 1 B/s to 1 Tb/s; default: 1.77 Gb/s; source: Milkovits 2005, Table 1
    - `propagation`: from the end of a transfer until the message has arrived; the next one is transferred meanwhile; a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own
    - `credit_latency`: from a free buffer at the far end until the sender may use it; a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own
    """

    _component: ClassVar[Component] = Component(
        "serial_link",
        (
            Parameter("rate", "data_rate"),
            Parameter("propagation", "duration"),
            Parameter("credit_latency", "duration"),
        ),
        (
            Port("in", "receiver", line=True),
            Port("out", "sender"),
        ),
        (
            "errors",
            "resent",
            "lost",
            "gave_up",
            "down",
        ),
    )

    rate: str | None = None
    """payload rate; 1.77 Gb/s for StarFabric, 2.0 Gb/s for InfiniBand 1X, 8.0 Gb/s for 4X; a data rate, valid: 1 B/s to 1 Tb/s; default: 1.77 Gb/s; source: Milkovits 2005, Table 1"""

    propagation: str | None = None
    """from the end of a transfer until the message has arrived; the next one is transferred meanwhile; a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own"""

    credit_latency: str | None = None
    """from a free buffer at the far end until the sender may use it; a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Server(Part):
    """Servers with a queue between two links: messages wait, are served for a time, and go on; requests are answered.

    Type in machine files: server. Source: our own.
    Ports: `in` (receiver, any), `out` (sender, any).
    Statistics: `bandwidth` (B/s), `messages`, `utilisation`, `held`, `queue_depth`, `wait` (s), `class[c].bandwidth` (B/s), `class[c].messages`, `class[c].queue_depth`, `class[c].wait` (s), `answers`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`, `out.queue_depth`, `out.class[c].bandwidth` (B/s), `out.class[c].queue_depth`, `out.class[c].wait_buffer`.

    Parameters:

    - `queue`: messages of a class that wait for a server; a count, valid: unlimited, or 1 to 1000000; default: unlimited
    - `servers`: messages that are served at a time; a count, valid: 1 to 1024; default: 1
    - `service`: law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2
    - `service_mean`: time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms
    - `service_min`: shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps
    - `service_max`: longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "server",
        (
            Parameter("queue", "count", ("unlimited",)),
            Parameter("servers", "count"),
            Parameter("service", "choice", ("constant", "uniform", "exponential", "seek")),
            Parameter("service_mean", "duration"),
            Parameter("service_min", "duration"),
            Parameter("service_max", "duration"),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("in", "receiver"),
            Port("out", "sender", line=True),
        ),
        (
            "bandwidth",
            "messages",
            "utilisation",
            "held",
            "queue_depth",
            "wait",
            "class[c].bandwidth",
            "class[c].messages",
            "class[c].queue_depth",
            "class[c].wait",
            "answers",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
            "out.queue_depth",
            "out.class[c].bandwidth",
            "out.class[c].queue_depth",
            "out.class[c].wait_buffer",
        ),
    )

    queue: Literal["unlimited"] | int | str | None = None
    """messages of a class that wait for a server; a count, valid: unlimited, or 1 to 1000000; default: unlimited"""

    servers: int | str | None = None
    """messages that are served at a time; a count, valid: 1 to 1024; default: 1"""

    service: Literal["constant", "uniform", "exponential", "seek"] | str | None = None
    """law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2"""

    service_mean: str | None = None
    """time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms"""

    service_min: str | None = None
    """shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps"""

    service_max: str | None = None
    """longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ServerPort(Part):
    """A link of the server interface processor: what arrives is written to its memory.

    Type in machine files: server_port. Source: Gennart et al., section 3.3.
    Ports: `link` (receiver, transputer), `socket` (initiator, base protocol).
    """

    _component: ClassVar[Component] = Component(
        "server_port",
        (),
        (
            Port("link", "receiver"),
            Port("socket", "initiator"),
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class SessionClients(Part):
    """Clients of a multimedia server: they ask for sessions, without waiting for one another.

    Type in machine files: session_clients. Source: Calliope, sections 2.1 and 3.3.
    Ports: `requests` (initiator, hand-over), `sessions` (target, sessions of a server).
    Statistics: `requests`.

    Parameters:

    - `rate`: requests of all clients; a event rate, valid: 0.000001 /s to 1000000 /s; default: 50 /s; source: Calliope, section 3.3
    - `arrivals`: gaps between requests: exponential, or all alike; a choice, valid: poisson, constant; default: poisson; source: our own
    - `requests`: after which the clients stop; a count, valid: unlimited, or 0 to 1000000000; default: unlimited; source: our own
    - `session`: length of a session, or the mean of it; a duration, valid: 1 us to 100000 s; default: 1 min; source: Calliope, section 3.3
    - `lengths`: distribution of that length; a choice, valid: constant, exponential; default: constant; source: our own
    - `contents`: items of content; a count, valid: 1 to 1000000; default: 100; source: our own
    - `zipf`: exponent z: item c, from 1, is asked for in proportion to c^-z; 0: all alike (with contents: 2 or more); a fraction, valid: 0 to 4; default: 0; source: our own
    - `composite`: of the sessions: groups of two streams, video and audio; a fraction, valid: 0 to 1; default: 0; source: Calliope, section 2.2; the fraction is our own
    - `recordings`: of the sessions: they record; a fraction, valid: 0 to 1; default: 0; source: Calliope, section 2.1; the fraction is our own
    - `estimate`: that a client makes of a recording's length, as a multiple of it (with recordings: 1 or more); a fraction, valid: 1 to 100; default: 1; source: our own
    - `message`: of a request, without any header; a size, valid: 0 B to 9 kB; default: 338 B
    - `streams__kind`: constant: packets of one size at one rate; trace: as recorded, with bursts; a choice, valid: constant, trace; default: constant; source: Calliope, section 3.2
    - `streams__rate`: of a stream of constant rate (with streams.kind: constant); a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1
    - `streams__packet`: of a stream of constant rate; a size, valid: 64 B to 65.507 kB; default: 4 KiB; source: Calliope, section 3.2.1
    - `streams__phase`: random: packets of each are due at a time of their own within their interval; aligned: all at the same; a choice, valid: random, aligned; default: random; source: open in Calliope; aligned: section 3.2.2
    - `trace__files`: that are played, by turns (with streams.kind: trace, trace.csv: none); a indices, valid: list of 0 to 63; default: [0, 1, 2]; source: Calliope, section 3.2.2: three
    - `trace__mean`: rate of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [650000, 635000, 877000]; source: Calliope, section 3.2.2
    - `trace__peak`: most in any 50 ms of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [3400000, 2000000, 5400000]; source: Calliope, section 3.2.2: 2.0 to 5.4 Mb/s; which has which is our own
    - `trace__frame_rate`: of a file (with streams.kind: trace, trace.csv: none); a frequency, valid: 1 Hz to 100 Hz; default: 10 Hz; source: our own
    - `trace__packet`: but the last of a frame (with streams.kind: trace, trace.csv: none); a size, valid: 64 B to 65.507 kB; default: 1 KiB; source: Calliope, section 3.2.2: about 1 KB
    - `trace__line_rate`: at which the packets of a frame follow each other (with streams.kind: trace, trace.csv: none); a data rate, valid: 100 kb/s to 1 Gb/s; default: 10 Mb/s; source: our own
    - `trace__scene`: mean length of what looks alike (with streams.kind: trace, trace.csv: none); a duration, valid: 100 ms to 1000 s; default: 5 s; source: our own
    - `trace__length`: of a file, which is played again and again (with streams.kind: trace, trace.csv: none); a duration, valid: 1 s to 1 h; default: 1 min; source: our own
    - `trace__seed`: of the files; other seeds, other files (with streams.kind: trace, trace.csv: none); a count, valid: 0 to 1000000000; default: 1; source: our own
    - `trace__csv`: a recording that all streams play, a line `time_s,bytes` and one a packet: a file beside the scenario (with streams.kind: trace); a text, valid: none, or a line of up to 1000 bytes; default: none; source: our own
    - `streams__audio`: of the second stream of a composite session; a data rate, valid: 1 kb/s to 100 Mb/s; default: 8 kB/s; source: our own: VAT's 8 bits at 8 kHz
    """

    _component: ClassVar[Component] = Component(
        "session_clients",
        (
            Parameter("rate", "event_rate"),
            Parameter("arrivals", "choice", ("poisson", "constant")),
            Parameter("requests", "count", ("unlimited",)),
            Parameter("session", "duration"),
            Parameter("lengths", "choice", ("constant", "exponential")),
            Parameter("contents", "count"),
            Parameter("zipf", "fraction"),
            Parameter("composite", "fraction"),
            Parameter("recordings", "fraction"),
            Parameter("estimate", "fraction"),
            Parameter("message", "size"),
            Parameter("streams.kind", "choice", ("constant", "trace")),
            Parameter("streams.rate", "data_rate"),
            Parameter("streams.packet", "size"),
            Parameter("streams.phase", "choice", ("random", "aligned")),
            Parameter("trace.files", "indices"),
            Parameter("trace.mean", "indices"),
            Parameter("trace.peak", "indices"),
            Parameter("trace.frame_rate", "frequency"),
            Parameter("trace.packet", "size"),
            Parameter("trace.line_rate", "data_rate"),
            Parameter("trace.scene", "duration"),
            Parameter("trace.length", "duration"),
            Parameter("trace.seed", "count"),
            Parameter("trace.csv", "text", ("none",)),
            Parameter("streams.audio", "data_rate"),
        ),
        (
            Port("requests", "initiator"),
            Port("sessions", "target"),
        ),
        (
            "requests",
        ),
        derived=(
            "streams.mean_rate",
            "streams.fastest",
        ),
    )

    rate: str | None = None
    """requests of all clients; a event rate, valid: 0.000001 /s to 1000000 /s; default: 50 /s; source: Calliope, section 3.3"""

    arrivals: Literal["poisson", "constant"] | str | None = None
    """gaps between requests: exponential, or all alike; a choice, valid: poisson, constant; default: poisson; source: our own"""

    requests: Literal["unlimited"] | int | str | None = None
    """after which the clients stop; a count, valid: unlimited, or 0 to 1000000000; default: unlimited; source: our own"""

    session: str | None = None
    """length of a session, or the mean of it; a duration, valid: 1 us to 100000 s; default: 1 min; source: Calliope, section 3.3"""

    lengths: Literal["constant", "exponential"] | str | None = None
    """distribution of that length; a choice, valid: constant, exponential; default: constant; source: our own"""

    contents: int | str | None = None
    """items of content; a count, valid: 1 to 1000000; default: 100; source: our own"""

    zipf: float | str | None = None
    """exponent z: item c, from 1, is asked for in proportion to c^-z; 0: all alike (with contents: 2 or more); a fraction, valid: 0 to 4; default: 0; source: our own"""

    composite: float | str | None = None
    """of the sessions: groups of two streams, video and audio; a fraction, valid: 0 to 1; default: 0; source: Calliope, section 2.2; the fraction is our own"""

    recordings: float | str | None = None
    """of the sessions: they record; a fraction, valid: 0 to 1; default: 0; source: Calliope, section 2.1; the fraction is our own"""

    estimate: float | str | None = None
    """that a client makes of a recording's length, as a multiple of it (with recordings: 1 or more); a fraction, valid: 1 to 100; default: 1; source: our own"""

    message: str | None = None
    """of a request, without any header; a size, valid: 0 B to 9 kB; default: 338 B"""

    streams__kind: Literal["constant", "trace"] | str | None = None
    """constant: packets of one size at one rate; trace: as recorded, with bursts; a choice, valid: constant, trace; default: constant; source: Calliope, section 3.2"""

    streams__rate: str | None = None
    """of a stream of constant rate (with streams.kind: constant); a data rate, valid: 1 kb/s to 1 Gb/s; default: 1.5 Mb/s; source: Calliope, section 3.2.1"""

    streams__packet: str | None = None
    """of a stream of constant rate; a size, valid: 64 B to 65.507 kB; default: 4 KiB; source: Calliope, section 3.2.1"""

    streams__phase: Literal["random", "aligned"] | str | None = None
    """random: packets of each are due at a time of their own within their interval; aligned: all at the same; a choice, valid: random, aligned; default: random; source: open in Calliope; aligned: section 3.2.2"""

    trace__files: str | None = None
    """that are played, by turns (with streams.kind: trace, trace.csv: none); a indices, valid: list of 0 to 63; default: [0, 1, 2]; source: Calliope, section 3.2.2: three"""

    trace__mean: str | None = None
    """rate of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [650000, 635000, 877000]; source: Calliope, section 3.2.2"""

    trace__peak: str | None = None
    """most in any 50 ms of each file, b/s (with streams.kind: trace, trace.csv: none); a indices, valid: list of 1000 to 1000000000; default: [3400000, 2000000, 5400000]; source: Calliope, section 3.2.2: 2.0 to 5.4 Mb/s; which has which is our own"""

    trace__frame_rate: str | None = None
    """of a file (with streams.kind: trace, trace.csv: none); a frequency, valid: 1 Hz to 100 Hz; default: 10 Hz; source: our own"""

    trace__packet: str | None = None
    """but the last of a frame (with streams.kind: trace, trace.csv: none); a size, valid: 64 B to 65.507 kB; default: 1 KiB; source: Calliope, section 3.2.2: about 1 KB"""

    trace__line_rate: str | None = None
    """at which the packets of a frame follow each other (with streams.kind: trace, trace.csv: none); a data rate, valid: 100 kb/s to 1 Gb/s; default: 10 Mb/s; source: our own"""

    trace__scene: str | None = None
    """mean length of what looks alike (with streams.kind: trace, trace.csv: none); a duration, valid: 100 ms to 1000 s; default: 5 s; source: our own"""

    trace__length: str | None = None
    """of a file, which is played again and again (with streams.kind: trace, trace.csv: none); a duration, valid: 1 s to 1 h; default: 1 min; source: our own"""

    trace__seed: int | str | None = None
    """of the files; other seeds, other files (with streams.kind: trace, trace.csv: none); a count, valid: 0 to 1000000000; default: 1; source: our own"""

    trace__csv: Literal["none"] | str | None = None
    """a recording that all streams play, a line `time_s,bytes` and one a packet: a file beside the scenario (with streams.kind: trace); a text, valid: none, or a line of up to 1000 bytes; default: none; source: our own"""

    streams__audio: str | None = None
    """of the second stream of a composite session; a data rate, valid: 1 kb/s to 100 Mb/s; default: 8 kB/s; source: our own: VAT's 8 bits at 8 kHz"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SessionPlayer(Part):
    """What a storage unit does for the coordinator: plays the sessions that it is ordered to.

    Type in machine files: session_player. Source: Calliope, section 2.2.
    Ports: `orders` (target, hand-over), `ended` (initiator, hand-over), `central` (initiator, streams of a unit), `sessions` (initiator, sessions of a server), `service` (target, failures of a unit).
    Statistics: `sessions`, `ended`.

    Parameters:

    - `unit`: number of its unit; a count, valid: 0 to 9999; default: 0
    - `message`: of what it tells the coordinator, without any header; a size, valid: 0 B to 9 kB; default: 338 B
    """

    _component: ClassVar[Component] = Component(
        "session_player",
        (
            Parameter("unit", "count"),
            Parameter("message", "size"),
        ),
        (
            Port("orders", "target"),
            Port("ended", "initiator"),
            Port("central", "initiator"),
            Port("sessions", "initiator"),
            Port("service", "target"),
        ),
        (
            "sessions",
            "ended",
        ),
    )

    unit: int | str | None = None
    """number of its unit; a count, valid: 0 to 9999; default: 0"""

    message: str | None = None
    """of what it tells the coordinator, without any header; a size, valid: 0 B to 9 kB; default: 338 B"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sg1010Switch(Part):
    """SG1010: StarFabric switch with six full-duplex ports, buffers at every output port.

    Type in machine files: sg1010_switch. Source: Milkovits 2005, Table 1 and section 6.1.
    Ports: `link_in[i]` (receiver, starfabric), `link_out[i]` (sender, starfabric).
    Statistics: `link_out[i].utilisation`, `link_out[i].wait_link`, `link_out[i].wait_buffer`, `link_out[i].queue_depth`.

    Parameters:

    - `outputs`: transmitters in use; a count, valid: 1 to 6; default: 6
    - `inputs`: receivers in use; a count, valid: 1 to 6; default: 6
    - `buffers`: message buffers of an output port; a count, valid: 1 to 65536; default: 1
    - `buffer_freed`: when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send
    """

    _component: ClassVar[Component] = Component(
        "sg1010_switch",
        (
            Parameter("outputs", "count"),
            Parameter("inputs", "count"),
            Parameter("buffers", "count"),
            Parameter("buffer_freed", "choice", ("on_send", "on_arrival")),
        ),
        (
            Port("link_in", "receiver", array=True, count=("inputs", 6)),
            Port("link_out", "sender", array=True, line=True, count=("outputs", 6)),
        ),
        (
            "link_out[i].utilisation",
            "link_out[i].wait_link",
            "link_out[i].wait_buffer",
            "link_out[i].queue_depth",
        ),
    )

    outputs: int | str | None = None
    """transmitters in use; a count, valid: 1 to 6; default: 6"""

    inputs: int | str | None = None
    """receivers in use; a count, valid: 1 to 6; default: 6"""

    buffers: int | str | None = None
    """message buffers of an output port; a count, valid: 1 to 65536; default: 1"""

    buffer_freed: Literal["on_send", "on_arrival"] | str | None = None
    """when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sg2010Bridge(Part):
    """SG2010: bridge between a PCI bus and up to two StarFabric links, buffers at every output port.

    Type in machine files: sg2010_bridge. Source: Milkovits 2005, Table 1 and section 6.1.
    Ports: `window[i]` (target, base protocol), `link_in[i]` (receiver, starfabric), `pci_out` (initiator, base protocol), `link_out[i]` (sender, starfabric).
    Statistics: `link_out[i].utilisation`, `link_out[i].wait_link`, `link_out[i].wait_buffer`, `link_out[i].queue_depth`, `pci_out.utilisation`, `pci_out.wait_link`, `pci_out.wait_buffer`, `pci_out.queue_depth`.

    Parameters:

    - `links_out`: links that it sends to, a window each; a count, valid: 0 to 2; default: 1
    - `links_in`: links that it receives from; a count, valid: 0 to 2; default: 1
    - `buffers`: message buffers of an output port; a count, valid: 1 to 65536; default: 1
    - `buffer_freed`: when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send
    """

    _component: ClassVar[Component] = Component(
        "sg2010_bridge",
        (
            Parameter("links_out", "count"),
            Parameter("links_in", "count"),
            Parameter("buffers", "count"),
            Parameter("buffer_freed", "choice", ("on_send", "on_arrival")),
        ),
        (
            Port("window", "target", array=True, count=("links_out", 1)),
            Port("link_in", "receiver", array=True, count=("links_in", 1)),
            Port("pci_out", "initiator"),
            Port("link_out", "sender", array=True, line=True, count=("links_out", 1)),
        ),
        (
            "link_out[i].utilisation",
            "link_out[i].wait_link",
            "link_out[i].wait_buffer",
            "link_out[i].queue_depth",
            "pci_out.utilisation",
            "pci_out.wait_link",
            "pci_out.wait_buffer",
            "pci_out.queue_depth",
        ),
    )

    links_out: int | str | None = None
    """links that it sends to, a window each; a count, valid: 0 to 2; default: 1"""

    links_in: int | str | None = None
    """links that it receives from; a count, valid: 0 to 2; default: 1"""

    buffers: int | str | None = None
    """message buffers of an output port; a count, valid: 1 to 65536; default: 1"""

    buffer_freed: Literal["on_send", "on_arrival"] | str | None = None
    """when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sink(Part):
    """Where messages on a link end: takes what comes, or one after another at a rate.

    Type in machine files: sink. Source: our own.
    Ports: `in` (receiver, any).
    Statistics: `bandwidth` (B/s), `messages`, `utilisation`, `withheld`.

    Parameters:

    - `rate`: at which it takes one message after another; unlimited: it takes what comes; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited
    - `buffers`: for messages that it has not taken in whole (with rate: a rate); a count, valid: 1 to 1000000; default: 1
    """

    _component: ClassVar[Component] = Component(
        "sink",
        (
            Parameter("rate", "data_rate", ("unlimited",)),
            Parameter("buffers", "count"),
        ),
        (
            Port("in", "receiver"),
        ),
        (
            "bandwidth",
            "messages",
            "utilisation",
            "withheld",
        ),
    )

    rate: Literal["unlimited"] | str | None = None
    """at which it takes one message after another; unlimited: it takes what comes; a data rate, valid: unlimited, or 1 B/s to 1 Tb/s; default: unlimited"""

    buffers: int | str | None = None
    """for messages that it has not taken in whole (with rate: a rate); a count, valid: 1 to 1000000; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Source(Part):
    """Source of messages on a link: I/Os at given times or in a closed loop, one output buffer.

    Type in machine files: source. Source: our own.
    Ports: `out` (sender, any).
    Statistics: `bandwidth` (B/s), `messages`, `queue_depth`, `wait_link`, `out.utilisation`, `out.wait_link`, `out.wait_buffer`, `out.queue_depth`.
    """

    _component: ClassVar[Component] = Component(
        "source",
        (),
        (
            Port("out", "sender", line=True),
        ),
        (
            "bandwidth",
            "messages",
            "queue_depth",
            "wait_link",
            "out.utilisation",
            "out.wait_link",
            "out.wait_buffer",
            "out.queue_depth",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class SpSwitch(Part):
    """The switch of an SP2: messages leave at the node that is their destination.

    Type in machine files: sp_switch. Source: Disz et al., Table 3.
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `messages`, `dropped`, `queue_depth`, `wait` (s), `out[i].utilisation`, `out[i].throughput` (B/s).

    Parameters:

    - `rate`: of the switch, or of what goes to each node; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 150 MB/s; source: Disz et al., Table 3
    - `medium`: shared: one message at a time crosses the switch, as the table's limit has it; ports: one to each node; a choice, valid: shared, ports; default: shared; source: our own
    """

    _component: ClassVar[Component] = Component(
        "sp_switch",
        (
            Parameter("rate", "data_rate"),
            Parameter("medium", "choice", ("shared", "ports")),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "messages",
            "dropped",
            "queue_depth",
            "wait",
            "out[i].utilisation",
            "out[i].throughput",
        ),
    )

    rate: str | None = None
    """of the switch, or of what goes to each node; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 150 MB/s; source: Disz et al., Table 3"""

    medium: Literal["shared", "ports"] | str | None = None
    """shared: one message at a time crosses the switch, as the table's limit has it; ports: one to each node; a choice, valid: shared, ports; default: shared; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StationRequester(Part):
    """Asks for data, or writes them, as a station of a network: so many requests under way, each answered.

    Type in machine files: station_requester. Source: our own.
    Ports: `out` (initiator, hand-over), `in` (target, hand-over).
    Statistics: `read` (B/s), `written` (B/s), `requests`, `tags_in_use`, `queue_depth`, `wait_tag`, `timeouts`, `asked_again`, `given_up`, `late`.

    Parameters:

    - `tags`: requests under way at once; a count, valid: 1 to 65536; default: 32
    """

    _component: ClassVar[Component] = Component(
        "station_requester",
        (
            Parameter("tags", "count"),
        ),
        (
            Port("out", "initiator"),
            Port("in", "target"),
        ),
        (
            "read",
            "written",
            "requests",
            "tags_in_use",
            "queue_depth",
            "wait_tag",
            "timeouts",
            "asked_again",
            "given_up",
            "late",
        ),
    )

    tags: int | str | None = None
    """requests under way at once; a count, valid: 1 to 65536; default: 32"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StationServer(Part):
    """Servers with a queue at a station of a network: requests wait, are served for a time, and answered.

    Type in machine files: station_server. Source: our own.
    Ports: `in` (target, hand-over), `out` (initiator, hand-over).
    Statistics: `bandwidth` (B/s), `messages`, `utilisation`, `held`, `queue_depth`, `wait` (s), `class[c].bandwidth` (B/s), `class[c].messages`, `class[c].queue_depth`, `class[c].wait` (s), `answers`.

    Parameters:

    - `servers`: messages that are served at a time; a count, valid: 1 to 1024; default: 1
    - `service`: law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2
    - `service_mean`: time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms
    - `service_min`: shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps
    - `service_max`: longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "station_server",
        (
            Parameter("servers", "count"),
            Parameter("service", "choice", ("constant", "uniform", "exponential", "seek")),
            Parameter("service_mean", "duration"),
            Parameter("service_min", "duration"),
            Parameter("service_max", "duration"),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("in", "target"),
            Port("out", "initiator"),
        ),
        (
            "bandwidth",
            "messages",
            "utilisation",
            "held",
            "queue_depth",
            "wait",
            "class[c].bandwidth",
            "class[c].messages",
            "class[c].queue_depth",
            "class[c].wait",
            "answers",
        ),
    )

    servers: int | str | None = None
    """messages that are served at a time; a count, valid: 1 to 1024; default: 1"""

    service: Literal["constant", "uniform", "exponential", "seek"] | str | None = None
    """law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk seeks, with a density that falls from 0 to three times the mean; a choice, valid: constant, uniform, exponential, seek; default: constant; source: seek: Gennart et al., section 3.2"""

    service_mean: str | None = None
    """time that a message is served, in the mean (with service: constant or exponential or seek); a duration, valid: 0 ps to 1000 s; default: 1 ms"""

    service_min: str | None = None
    """shortest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 0 ps"""

    service_max: str | None = None
    """longest service (with service: uniform); a duration, valid: 0 ps to 1000 s; default: 2 ms"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StrandMover(Part):
    """Block mover that is never held: a strand from local memory over the system bus in one transfer; impl: rtl or timing: clocked put a block_mover in its place.

    Type in machine files: strand_mover. Source: Gennart et al., section 5.3.
    Ports: `local` (initiator, base protocol), `system` (initiator, base protocol).
    Statistics: `utilisation`, `queue_depth`, `moved` (B), `cycles`.

    Parameters:

    - `impl`: a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own
    - `timing`: of the model: by the rates of its buses, or by clock edges, with registers, descriptors and real data (with impl: tlm); a choice, valid: rate, clocked; default: rate; source: our own
    - `clock`: its clock (with timing: clocked, or impl: rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own
    - `memory_latency`: of the memory with the descriptors, as the block mover sees it (with timing: clocked, or impl: rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own
    - `burst`: what it reads and writes at a time (with timing: rate, and impl: tlm, dma.unit: burst); a size, valid: 1 B to 1 MiB; default: 2 KiB; source: our own
    - `setup`: before each move (with timing: rate, and impl: tlm, dma.unit: burst); a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own
    - `outstanding`: bursts between read request and write response (with timing: rate, and impl: tlm, dma.unit: burst); a count, valid: 1 to 64; default: 2; source: our own
    """

    _component: ClassVar[Component] = Component(
        "strand_mover",
        (
            Parameter("impl", "choice", ("tlm", "rtl")),
            Parameter("timing", "choice", ("rate", "clocked")),
            Parameter("clock", "frequency"),
            Parameter("memory_latency", "duration"),
            Parameter("burst", "size"),
            Parameter("setup", "duration"),
            Parameter("outstanding", "count"),
        ),
        (
            Port("local", "initiator"),
            Port("system", "initiator"),
        ),
        (
            "utilisation",
            "queue_depth",
            "moved",
            "cycles",
        ),
    )

    impl: Literal["tlm", "rtl"] | str | None = None
    """a model, or the Verilog; a choice, valid: tlm, rtl; default: tlm; source: our own"""

    timing: Literal["rate", "clocked"] | str | None = None
    """of the model: by the rates of its buses, or by clock edges, with registers, descriptors and real data (with impl: tlm); a choice, valid: rate, clocked; default: rate; source: our own"""

    clock: str | None = None
    """its clock (with timing: clocked, or impl: rtl); a frequency, valid: 1 MHz to 1 GHz; default: 50 MHz; source: our own"""

    memory_latency: str | None = None
    """of the memory with the descriptors, as the block mover sees it (with timing: clocked, or impl: rtl); a duration, valid: 0 ps to 1 ms; default: 50 ns; source: our own"""

    burst: str | None = None
    """what it reads and writes at a time (with timing: rate, and impl: tlm, dma.unit: burst); a size, valid: 1 B to 1 MiB; default: 2 KiB; source: our own"""

    setup: str | None = None
    """before each move (with timing: rate, and impl: tlm, dma.unit: burst); a duration, valid: 0 ps to 1 s; default: 0 ps; source: our own"""

    outstanding: int | str | None = None
    """bursts between read request and write response (with timing: rate, and impl: tlm, dma.unit: burst); a count, valid: 1 to 64; default: 2; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StreamClients(Part):
    """The viewers of a storage unit's streams: whether each packet comes in time to be played.

    Type in machine files: stream_clients. Source: Calliope, sections 1 and 2.2.1.
    Ports: `packets` (target, hand-over), `streams` (target, viewers).
    Statistics: `packets`, `throughput` (B/s), `streams`, `glitches`, `streams_glitched`, `overflows`.
    """

    _component: ClassVar[Component] = Component(
        "stream_clients",
        (),
        (
            Port("packets", "target"),
            Port("streams", "target"),
        ),
        (
            "packets",
            "throughput",
            "streams",
            "glitches",
            "streams_glitched",
            "overflows",
        ),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class StreamSink(Part):
    """Receiver of the streams that a server sends: counts packets, and those that are missing.

    Type in machine files: stream_sink. Source: Voyager, section 5.1.
    Ports: `packets[i]` (target, hand-over).
    Statistics: `packets`, `missing`, `throughput` (B/s), `bytes` (B), `most`, `lateness` (s).

    Parameters:

    - `streams`: that there are; they are numbered from 0; a count, valid: 0 to 40000; default: 1
    - `step`: from a stream's beginning to the next one's: how many there are before packets are lost; off: it does not look; a duration, valid: off, or 1 ms to 100 s; default: off; source: Voyager, section 5.1
    """

    _component: ClassVar[Component] = Component(
        "stream_sink",
        (
            Parameter("streams", "count"),
            Parameter("step", "duration", ("off",)),
        ),
        (
            Port("packets", "target", array=True),
        ),
        (
            "packets",
            "missing",
            "throughput",
            "bytes",
            "most",
            "lateness",
        ),
    )

    streams: int | str | None = None
    """that there are; they are numbered from 0; a count, valid: 0 to 40000; default: 1"""

    step: Literal["off"] | str | None = None
    """from a stream's beginning to the next one's: how many there are before packets are lost; off: it does not look; a duration, valid: off, or 1 ms to 100 s; default: off; source: Voyager, section 5.1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StreamSource(Part):
    """Workstations that send streams, packet by packet, at exact times.

    Type in machine files: stream_source. Source: Voyager, section 5.1.
    Ports: `packets[i]` (initiator, hand-over).
    Statistics: `packets`, `throughput` (B/s).

    Parameters:

    - `streams__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 12; source: Voyager, section 5
    - `streams__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `streams__packet`: payload of a packet (with streams.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `streams__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `streams_2__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `streams_2__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `streams_2__packet`: payload of a packet (with streams_2.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `streams_2__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_2.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `streams_3__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `streams_3__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `streams_3__packet`: payload of a packet (with streams_3.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `streams_3__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_3.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `streams_4__count`: streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5
    - `streams_4__rate`: payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2
    - `streams_4__packet`: payload of a packet (with streams_4.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6
    - `streams_4__action`: play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_4.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own
    - `step`: from a stream's beginning to the next one's: how many are carried shows in one run; off: all begin together; a duration, valid: off, or 1 ms to 100 s; default: off; source: our own
    - `nodes`: that streams are dealt out to in turn, a port to each; a count, valid: 1 to 1000; default: 1
    """

    _component: ClassVar[Component] = Component(
        "stream_source",
        (
            Parameter("streams.count", "count"),
            Parameter("streams.rate", "data_rate"),
            Parameter("streams.packet", "size"),
            Parameter("streams.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("streams_2.count", "count"),
            Parameter("streams_2.rate", "data_rate"),
            Parameter("streams_2.packet", "size"),
            Parameter("streams_2.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("streams_3.count", "count"),
            Parameter("streams_3.rate", "data_rate"),
            Parameter("streams_3.packet", "size"),
            Parameter("streams_3.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("streams_4.count", "count"),
            Parameter("streams_4.rate", "data_rate"),
            Parameter("streams_4.packet", "size"),
            Parameter("streams_4.action", "choice", ("play", "record", "relay", "receive", "send")),
            Parameter("step", "duration", ("off",)),
            Parameter("nodes", "count"),
        ),
        (
            Port("packets", "initiator", array=True, count=("nodes", 1)),
        ),
        (
            "packets",
            "throughput",
        ),
        derived=(
            "streams.files",
            "streams.arriving",
            "streams.leaving",
            "streams.read",
            "streams.written",
            "streams_2.files",
            "streams_2.arriving",
            "streams_2.leaving",
            "streams_2.read",
            "streams_2.written",
            "streams_3.files",
            "streams_3.arriving",
            "streams_3.leaving",
            "streams_3.read",
            "streams_3.written",
            "streams_4.files",
            "streams_4.arriving",
            "streams_4.leaving",
            "streams_4.read",
            "streams_4.written",
        ),
    )

    streams__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 12; source: Voyager, section 5"""

    streams__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    streams__packet: str | None = None
    """payload of a packet (with streams.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    streams__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    streams_2__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    streams_2__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    streams_2__packet: str | None = None
    """payload of a packet (with streams_2.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    streams_2__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_2.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    streams_3__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    streams_3__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    streams_3__packet: str | None = None
    """payload of a packet (with streams_3.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    streams_3__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_3.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    streams_4__count: int | str | None = None
    """streams, dealt out to the thin nodes in turn; a count, valid: 0 to 10000; default: 0; source: Voyager, section 5"""

    streams_4__rate: str | None = None
    """payload of a stream; a data rate, valid: 1 kb/s to 1 Gb/s; default: 5 Mb/s; source: Voyager, Tables 1 and 2"""

    streams_4__packet: str | None = None
    """payload of a packet (with streams_4.count: 1 or more); a size, valid: 64 B to 9.14 kB; default: 4 KiB; source: Voyager, Tables 4 and 6"""

    streams_4__action: Literal["play", "record", "relay", "receive", "send"] | str | None = None
    """play: from files to the network; record: the other way; relay: from network to network; receive, send: without files (with streams_4.count: 1 or more); a choice, valid: play, record, relay, receive, send; default: play; source: Voyager, sections 3.2 and 5; relay: our own"""

    step: Literal["off"] | str | None = None
    """from a stream's beginning to the next one's: how many are carried shows in one run; off: all begin together; a duration, valid: off, or 1 ms to 100 s; default: off; source: our own"""

    nodes: int | str | None = None
    """that streams are dealt out to in turn, a port to each; a count, valid: 1 to 1000; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Switch(Part):
    """Switch of any number of ports: store and forward, buffers at every output port.

    Type in machine files: switch. Source: our own.
    Ports: `in[i]` (receiver, any), `out[i]` (sender, any).
    Statistics: `out[i].utilisation`, `out[i].wait_link`, `out[i].wait_buffer`, `out[i].queue_depth`, `out[i].class[c].bandwidth` (B/s), `out[i].class[c].queue_depth`, `out[i].class[c].wait_buffer`.

    Parameters:

    - `inputs`: receivers; a count, valid: 1 to 65536; default: 2
    - `outputs`: transmitters; a count, valid: 1 to 65536; default: 2
    - `buffers`: message buffers of an output port; a count, valid: 1 to 65536; default: 1
    - `buffer_freed`: when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send
    - `classes`: classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1
    - `serve`: which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict
    - `weights`: of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []
    """

    _component: ClassVar[Component] = Component(
        "switch",
        (
            Parameter("inputs", "count"),
            Parameter("outputs", "count"),
            Parameter("buffers", "count"),
            Parameter("buffer_freed", "choice", ("on_send", "on_arrival")),
            Parameter("classes", "count"),
            Parameter("serve", "choice", ("strict", "weighted")),
            Parameter("weights", "indices"),
        ),
        (
            Port("in", "receiver", array=True, count=("inputs", 2)),
            Port("out", "sender", array=True, line=True, count=("outputs", 2)),
        ),
        (
            "out[i].utilisation",
            "out[i].wait_link",
            "out[i].wait_buffer",
            "out[i].queue_depth",
            "out[i].class[c].bandwidth",
            "out[i].class[c].queue_depth",
            "out[i].class[c].wait_buffer",
        ),
    )

    inputs: int | str | None = None
    """receivers; a count, valid: 1 to 65536; default: 2"""

    outputs: int | str | None = None
    """transmitters; a count, valid: 1 to 65536; default: 2"""

    buffers: int | str | None = None
    """message buffers of an output port; a count, valid: 1 to 65536; default: 1"""

    buffer_freed: Literal["on_send", "on_arrival"] | str | None = None
    """when a buffer is free again; a choice, valid: on_send, on_arrival; default: on_send"""

    classes: int | str | None = None
    """classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are served as the last; a count, valid: 1 to 8; default: 1"""

    serve: Literal["strict", "weighted"] | str | None = None
    """which class is next: the one with the lowest number, or each by its weight, in bytes (with classes: 2 or more); a choice, valid: strict, weighted; default: strict"""

    weights: str | None = None
    """of the classes, from class 0 on; []: all alike (with classes: 2 or more, serve: weighted); a indices, valid: list of 1 to 1000000; default: []"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Task(Part):
    """A step of work: each payload is a job of a fixed time and a time a byte on a processor.

    Type in machine files: task. Source: PS2, section 6.
    Ports: `in` (target, hand-over), `done` (initiator, hand-over), `processor` (initiator, jobs), `memory_bus` (initiator, traffic), `work` (initiator, work), `threads` (initiator, threads), `pool` (target, threads).
    Statistics: `utilisation`, `queue_depth`, `jobs`.

    Parameters:

    - `level`: kernel jobs preempt user jobs; a choice, valid: kernel, user; default: user; source: PS2, section 7
    - `fixed`: processor time of a job, whatever its bytes; a duration, valid: 0 ps to 100 s; default: 0 ps
    - `per_byte`: processor time of a byte more; a duration, valid: 0 ps to 1 ms; default: 0 ps
    - `threads`: jobs at the processor at a time; 0: any number; a count, valid: 0 to 1000000; default: 0
    - `first_only`: jobs run on processor 0 alone, as interrupts do that go to one processor; a flag, valid: true or false; default: false
    - `traffic`: what the result is on the memory bus; a choice, valid: none, memory_read, disk_read, extract, merge, send, receive; default: none; source: PS2, Table 1
    """

    _component: ClassVar[Component] = Component(
        "task",
        (
            Parameter("level", "choice", ("kernel", "user")),
            Parameter("fixed", "duration"),
            Parameter("per_byte", "duration"),
            Parameter("threads", "count"),
            Parameter("first_only", "flag"),
            Parameter("traffic", "choice", ("none", "memory_read", "disk_read", "extract", "merge", "send", "receive")),
        ),
        (
            Port("in", "target"),
            Port("done", "initiator"),
            Port("processor", "initiator"),
            Port("memory_bus", "initiator"),
            Port("work", "initiator"),
            Port("threads", "initiator"),
            Port("pool", "target"),
        ),
        (
            "utilisation",
            "queue_depth",
            "jobs",
        ),
    )

    level: Literal["kernel", "user"] | str | None = None
    """kernel jobs preempt user jobs; a choice, valid: kernel, user; default: user; source: PS2, section 7"""

    fixed: str | None = None
    """processor time of a job, whatever its bytes; a duration, valid: 0 ps to 100 s; default: 0 ps"""

    per_byte: str | None = None
    """processor time of a byte more; a duration, valid: 0 ps to 1 ms; default: 0 ps"""

    threads: int | str | None = None
    """jobs at the processor at a time; 0: any number; a count, valid: 0 to 1000000; default: 0"""

    first_only: bool | str | None = None
    """jobs run on processor 0 alone, as interrupts do that go to one processor; a flag, valid: true or false; default: false"""

    traffic: Literal["none", "memory_read", "disk_read", "extract", "merge", "send", "receive"] | str | None = None
    """what the result is on the memory bus; a choice, valid: none, memory_read, disk_read, extract, merge, send, receive; default: none; source: PS2, Table 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Tb2Adapter(Part):
    """The adapter between a node of an SP2 and its switch: lane 0 to the switch, lane 1 from it.

    Type in machine files: tb2_adapter. Source: Disz et al., Table 3.
    Ports: `in[i]` (target, hand-over), `out[i]` (initiator, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `messages`, `dropped`, `queue_depth`, `wait` (s), `out[i].utilisation`, `out[i].throughput` (B/s).

    Parameters:

    - `rate`: of the adapter, or of each direction; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 40 MB/s; source: Disz et al., Table 3
    - `duplex`: each direction has the rate; false: both together; a flag, valid: true or false; default: false; source: our own
    """

    _component: ClassVar[Component] = Component(
        "tb2_adapter",
        (
            Parameter("rate", "data_rate"),
            Parameter("duplex", "flag"),
        ),
        (
            Port("in", "target", array=True),
            Port("out", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "messages",
            "dropped",
            "queue_depth",
            "wait",
            "out[i].utilisation",
            "out[i].throughput",
        ),
    )

    rate: str | None = None
    """of the adapter, or of each direction; a data rate, valid: 1 Mb/s to 1 Tb/s; default: 40 MB/s; source: Disz et al., Table 3"""

    duplex: bool | str | None = None
    """each direction has the rate; false: both together; a flag, valid: true or false; default: false; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class UnitFailures(Part):
    """Storage units of a multimedia server that fail together, and may return.

    Type in machine files: unit_failures. Source: our own.
    Ports: `coordinator` (initiator, connections to units), `unit[i]` (initiator, failures of a unit).

    Parameters:

    - `units`: that fail; a indices, valid: list of 0 to 9999; default: []; source: our own
    - `fail_at`: when they do; a duration, valid: 0 ps to 10000000 s; default: 10 s; source: our own
    - `detection`: from then until the break of the connection to the coordinator; a duration, valid: 0 ps to 1000 s; default: 100 ms; source: our own
    - `return_at`: when they work again; a duration, valid: never, or 1 ns to 10000000 s; default: never; source: our own
    """

    _component: ClassVar[Component] = Component(
        "unit_failures",
        (
            Parameter("units", "indices"),
            Parameter("fail_at", "duration"),
            Parameter("detection", "duration"),
            Parameter("return_at", "duration", ("never",)),
        ),
        (
            Port("coordinator", "initiator"),
            Port("unit", "initiator", array=True),
        ),
    )

    units: str | None = None
    """that fail; a indices, valid: list of 0 to 9999; default: []; source: our own"""

    fail_at: str | None = None
    """when they do; a duration, valid: 0 ps to 10000000 s; default: 10 s; source: our own"""

    detection: str | None = None
    """from then until the break of the connection to the coordinator; a duration, valid: 0 ps to 1000 s; default: 100 ms; source: our own"""

    return_at: Literal["never"] | str | None = None
    """when they work again; a duration, valid: never, or 1 ns to 10000000 s; default: never; source: our own"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VsdClient(Part):
    """Virtual shared disks of a node that has none: one request a disk, through a shared stage.

    Type in machine files: vsd_client. Source: Voyager, sections 3.2 and 5.2; the stage is our own.
    Ports: `requests` (target, hand-over), `done` (initiator, hand-over), `sent` (initiator, hand-over), `received` (target, hand-over).
    Statistics: `utilisation`, `throughput` (B/s), `blocks`, `response` (s), `queue_depth`.

    Parameters:

    - `shared`: of a byte in the stage that all requests of a node share, mean; a duration, valid: none, or 1 ps to 100 us; default: 176.991 ns; source: calibrated on Voyager, section 5.2, Table 5: one disk and four
    - `service`: law of the times in the shared stage (with shared: a time); a choice, valid: exponential, deterministic; default: exponential; source: our own
    - `control`: of a message without data; a size, valid: 1 B to 64 KiB; default: 64 B; source: our own
    - `outstanding`: requests of a node at a disk at a time; a count, valid: 1 to 64; default: 1; source: our own
    - `endpoint`: of its node on the network; a count, valid: 0 to 100000; default: 0
    - `first_node`: endpoint of the first node with disks; a count, valid: 0 to 100000; default: 1
    - `disks`: of the machine; a count, valid: 1 to 100000; default: 1
    - `disks_of_node`: of each node with disks; a count, valid: 1 to 100000; default: 1
    """

    _component: ClassVar[Component] = Component(
        "vsd_client",
        (
            Parameter("shared", "duration", ("none",)),
            Parameter("service", "choice", ("exponential", "deterministic")),
            Parameter("control", "size"),
            Parameter("outstanding", "count"),
            Parameter("endpoint", "count"),
            Parameter("first_node", "count"),
            Parameter("disks", "count"),
            Parameter("disks_of_node", "count"),
        ),
        (
            Port("requests", "target"),
            Port("done", "initiator"),
            Port("sent", "initiator"),
            Port("received", "target"),
        ),
        (
            "utilisation",
            "throughput",
            "blocks",
            "response",
            "queue_depth",
        ),
    )

    shared: Literal["none"] | str | None = None
    """of a byte in the stage that all requests of a node share, mean; a duration, valid: none, or 1 ps to 100 us; default: 176.991 ns; source: calibrated on Voyager, section 5.2, Table 5: one disk and four"""

    service: Literal["exponential", "deterministic"] | str | None = None
    """law of the times in the shared stage (with shared: a time); a choice, valid: exponential, deterministic; default: exponential; source: our own"""

    control: str | None = None
    """of a message without data; a size, valid: 1 B to 64 KiB; default: 64 B; source: our own"""

    outstanding: int | str | None = None
    """requests of a node at a disk at a time; a count, valid: 1 to 64; default: 1; source: our own"""

    endpoint: int | str | None = None
    """of its node on the network; a count, valid: 0 to 100000; default: 0"""

    first_node: int | str | None = None
    """endpoint of the first node with disks; a count, valid: 0 to 100000; default: 1"""

    disks: int | str | None = None
    """of the machine; a count, valid: 1 to 100000; default: 1"""

    disks_of_node: int | str | None = None
    """of each node with disks; a count, valid: 1 to 100000; default: 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VsdServer(Part):
    """The node with the disks of virtual shared disks, or a node's own disks.

    Type in machine files: vsd_server. Source: Voyager, sections 3.1, 3.2 and 5.2; the stage is our own.
    Ports: `string[i]` (target, base protocol), `received` (target, hand-over), `sent` (initiator, hand-over), `to_bus` (initiator, hand-over), `from_bus` (target, hand-over), `disk[i]` (initiator, requests).
    Statistics: `utilisation`, `throughput` (B/s), `blocks`, `queue_depth`.

    Parameters:

    - `shared`: of a byte in the stage that all requests of a node share, mean; a duration, valid: none, or 1 ps to 100 us; default: 176.991 ns; source: calibrated on Voyager, section 5.2, Table 5: one disk and four
    - `service`: law of the times in the shared stage (with shared: a time); a choice, valid: exponential, deterministic; default: exponential; source: our own
    - `control`: of a message without data; a size, valid: 1 B to 64 KiB; default: 64 B; source: our own
    - `first`: number of its first disk in the machine; others follow; a count, valid: 0 to 100000; default: 0
    - `capacity`: of each of its disks that is used; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own
    """

    _component: ClassVar[Component] = Component(
        "vsd_server",
        (
            Parameter("shared", "duration", ("none",)),
            Parameter("service", "choice", ("exponential", "deterministic")),
            Parameter("control", "size"),
            Parameter("first", "count"),
            Parameter("capacity", "size"),
        ),
        (
            Port("string", "target", array=True),
            Port("received", "target"),
            Port("sent", "initiator"),
            Port("to_bus", "initiator"),
            Port("from_bus", "target"),
            Port("disk", "initiator", array=True),
        ),
        (
            "utilisation",
            "throughput",
            "blocks",
            "queue_depth",
        ),
    )

    shared: Literal["none"] | str | None = None
    """of a byte in the stage that all requests of a node share, mean; a duration, valid: none, or 1 ps to 100 us; default: 176.991 ns; source: calibrated on Voyager, section 5.2, Table 5: one disk and four"""

    service: Literal["exponential", "deterministic"] | str | None = None
    """law of the times in the shared stage (with shared: a time); a choice, valid: exponential, deterministic; default: exponential; source: our own"""

    control: str | None = None
    """of a message without data; a size, valid: 1 B to 64 KiB; default: 64 B; source: our own"""

    first: int | str | None = None
    """number of its first disk in the machine; others follow; a count, valid: 0 to 100000; default: 0"""

    capacity: str | None = None
    """of each of its disks that is used; a size, valid: 1 B to 1000 TB; default: 2 GB; source: our own"""


class TrafficOptions(TypedDict, total=False):
    """How the sources of a traffic send."""

    rate: str | Mapping[str, Sequence[str | int]]
    """of each source, or of those that `per` puts together; an expression may name parameters of the machine. Of several rates each source has
    one: {"of": ["4 Mb/s", "15 Mb/s"], "weights": [3, 1]}"""
    file: str | Path
    """a trace: a CSV file with the columns time_s, source or stream, bytes, and sink if it likes (with arrivals: trace)"""
    after: str
    """the traffic that it follows, which stands before it (with arrivals: following)"""
    via: str | Sequence[str | Mapping[str, str | bool]]
    """parts that routes pass, in order: a path, or {"at": path, "when": expression}; between brackets may stand source.node, source.index,
    sink.node, sink.index and way, or *"""
    per: str
    """source, or what sources with one rate are in: node[*]"""
    kind: Literal["push", "read", "write", "mix"] | str
    """sources send I/Os; or requesters ask responders for them, write them there, or both in turn; a choice, valid: push, read, write, mix; default: push"""
    writes: float | str
    """part of the requests that write, spread evenly (with kind: mix); a fraction, valid: 0 to 1; default: 0.5"""
    acknowledged: bool | str
    """a write is done once its answer is back; else as soon as its data are there (with kind: write or mix); a flag, valid: true or false; default: false"""
    request: str
    """message that asks for data, or answers a write; not on PCI Express, which has packets of its own (with kind: read or write or mix); a size, valid: 1 B to 64 KiB; default: 32 B"""
    addresses: Literal["random", "sequential"] | str
    """where in its memory a responder is asked: each request at a place of its own, or one after another (with kind: read or write or mix); a choice, valid: random, sequential; default: random"""
    window: str
    """memory of a responder that is used (with kind: read or write or mix); a size, valid: 1 B to 1 TiB; default: 1 GiB"""
    align: str
    """requests begin at multiples of their size rounded up to this, counted from a page of 4 KiB; a power of two (with kind: read or write or mix); a size, valid: 1 B to 4 KiB; default: 64 B"""
    timeout: str
    """from when a request begins to leave until it is asked for again; where faults can lose it (with kind: read or write or mix); a duration, valid: 50 us to 1000 s; default: 10 ms; source: PCI Express Base Specification 3.0, section 2.8, Completion Timeout: 50 us to 50 ms"""
    retries: int | str
    """times that a request is asked for again, before it is lost; where faults can lose it (with kind: read or write or mix); a count, valid: 0 to 1000; default: 3"""
    arrivals: Literal["constant", "poisson", "on_off", "closed", "at_start", "trace", "following"] | str
    """when I/Os are asked for: at a constant interval, at random, in bursts, each when one before it has arrived, all at time 0, as a recording has them, or each when one of another traffic is done; a choice, valid: constant, poisson, on_off, closed, at_start, trace, following; default: constant"""
    io: Literal["source"] | str | Mapping[str, Sequence[str | int]]
    """an I/O; source: as the source's parameters say (with arrivals: constant or poisson or on_off or closed or at_start or following); a size, valid: source, or 1 B to 16 MiB; default: source"""
    message: Literal["source"] | str
    """what travels as one, at most an I/O; source: as the source's parameters say; a size, valid: source, or 1 B to 16 MiB; default: source"""
    outstanding: int | str
    """I/Os that a source has under way (with arrivals: closed); a count, valid: 1 to 1048576; default: 1"""
    ios: Literal["endless"] | int | str
    """I/Os that a source sends (with arrivals: constant or poisson or on_off or closed or at_start or trace); a count, valid: endless, or 1 to 1000000000; default: endless"""
    repeat: Literal["once"] | str
    """after which a trace begins again, and again; once: it does not (with arrivals: trace); a duration, valid: once, or 1 ps to 1000000 s; default: once"""
    on: str
    """mean length of a burst (with arrivals: on_off); a duration, valid: 1 ps to 1000 s; default: 100 ms"""
    off: str
    """mean length of a pause (with arrivals: on_off); a duration, valid: 1 ps to 1000 s; default: 100 ms"""
    destination: Literal["uniform", "zipf", "rotation", "fixed", "streams", "weighted", "drawn_by_weight"] | str
    """which of the sinks: all alike, the first most often, one after another, to source n sink n, that of the stream whose turn it is, in turn, each as often as its weight in `to` says, or drawn by that weight; a choice, valid: uniform, zipf, rotation, fixed, streams, weighted, drawn_by_weight; default: uniform"""
    zipf: float | str
    """exponent of Zipf's law (with destination: zipf); a fraction, valid: 0 to 10; default: 1"""
    drawn: Literal["message", "io"] | str
    """what has a destination of its own; a choice, valid: message, io; default: message"""
    include_self: bool | str
    """sinks of the source's own node are among the destinations; a flag, valid: true or false; default: true"""
    ways: int | str
    """ways that are told apart where several are the shortest; a count, valid: 1 to 64; default: 1"""
    way_of: Literal["source", "pair", "message", "parity", "balanced"] | str
    """what decides the way: the source's last index, source and sink together, the message's number, the sum of the numbers of both nodes, or the sink's node counted from the source's, from node to node with another way first (with ways: 2 or more); a choice, valid: source, pair, message, parity, balanced; default: source"""
    streams: int | str
    """streams that viewers play, each an I/O at a time; 0: none (with kind: push, destination: streams); a count, valid: 0 to 10000000; default: 0"""
    stream_rate: str
    """at which a viewer plays (with streams: 1 or more); a data rate, valid: 1 B/s to 1 Tb/s; default: 3.75 Mb/s"""
    client_buffer: str
    """playing time that a viewer holds (with streams: 1 or more); a duration, valid: 0 ps to 1000 s; default: 100 ms"""
    deadline: Literal["none"] | str
    """delay after which a message, or a request, is late: NAME.late is the fraction that are; a duration, valid: none, or 1 ps to 1000 s; default: none"""
    class_: int | str
    """of its messages, for parts that have a queue for each class; what such a part serves strictly it serves class 0 first; a count, valid: 0 to 7; default: 0"""
    rebuild_every: int | str
    """I/Os of a RAID controller of which one reads a part of a unit that is lost, to rebuild it; 0: none does (with kind: push, arrivals: constant or poisson or on_off); a count, valid: 0 to 1048576; default: 0"""
    rebuild_parts: int | str
    """parts that make a lost unit, which meet at a sink (with rebuild_every: 1 or more); a count, valid: 1 to 65536; default: 1"""
    rebuild_bytes: str
    """that each sink holds: its sources send what rebuilds them where a fault lets it return empty, and nothing else; 0: it is no rebuild (with kind: push, arrivals: constant); a size, valid: 0 B to 1024 TiB; default: 0 B"""


class JobOptions(TypedDict, total=False):
    """Jobs of a kind: how many there are, how large they are, when they are asked for."""

    count: int | str
    """jobs in all; a count, valid: 1 to 10000000; default: 1"""
    size: str
    """a job, where it begins; a size, valid: 1 B to 64 MiB; default: 64 KiB"""
    arrivals: Literal["at_start", "constant"] | str
    """when jobs are asked for: all at time 0, or in groups at a constant interval, the first at time 0; a choice, valid: at_start, constant; default: at_start"""
    interval: str
    """between groups (with arrivals: constant); a duration, valid: 1 ps to 1000 s; default: 50 ms"""
    group: int | str
    """jobs that are asked for together (with arrivals: constant); a count, valid: 1 to 65536; default: 1"""


# By their names in machine files.
LIBRARY: dict[str, type[Part]] = {
    "atm_link": AtmLink,
    "block_mover": BlockMover,
    "block_reader": BlockReader,
    "bus_bridge": BusBridge,
    "bus_requester": BusRequester,
    "bus_server": BusServer,
    "bus_sink": BusSink,
    "bus_source": BusSource,
    "c104_crossbar": C104Crossbar,
    "cache": Cache,
    "central_process": CentralProcess,
    "chain_mover": ChainMover,
    "coordinator": Coordinator,
    "delay": Delay,
    "disk": Disk,
    "disk_node": DiskNode,
    "disk_reader": DiskReader,
    "dram": Dram,
    "duty_cycle": DutyCycle,
    "ethernet": Ethernet,
    "extent_gatherer": ExtentGatherer,
    "extent_server": ExtentServer,
    "extent_store": ExtentStore,
    "fake_unit": FakeUnit,
    "fddi": Fddi,
    "fifo_bus": FifoBus,
    "gige_card": GigeCard,
    "host": Host,
    "host_adapter": HostAdapter,
    "infiniband_chip": InfinibandChip,
    "iommu": Iommu,
    "line_processor": LineProcessor,
    "link_engine": LinkEngine,
    "mbus": Mbus,
    "media_daemon": MediaDaemon,
    "memory": Memory,
    "memory_bus": MemoryBus,
    "microchannel": Microchannel,
    "network_adapter": NetworkAdapter,
    "network_process": NetworkProcess,
    "nt_bridge": NtBridge,
    "nvme_drive": NvmeDrive,
    "nvme_host": NvmeHost,
    "packet_sink": PacketSink,
    "packet_source": PacketSource,
    "packet_timer": PacketTimer,
    "pci_bus": PciBus,
    "pcie_link": PcieLink,
    "pcie_requester": PcieRequester,
    "pcie_switch": PcieSwitch,
    "plane_client": PlaneClient,
    "processing_unit": ProcessingUnit,
    "processor": Processor,
    "protocol_stack": ProtocolStack,
    "raid_controller": RaidController,
    "random_reader": RandomReader,
    "raw_writer": RawWriter,
    "recording_clients": RecordingClients,
    "requester": Requester,
    "root_complex": RootComplex,
    "scsi_controller": ScsiController,
    "scsi_string": ScsiString,
    "serial_link": SerialLink,
    "server": Server,
    "server_port": ServerPort,
    "session_clients": SessionClients,
    "session_player": SessionPlayer,
    "sg1010_switch": Sg1010Switch,
    "sg2010_bridge": Sg2010Bridge,
    "sink": Sink,
    "source": Source,
    "sp_switch": SpSwitch,
    "station_requester": StationRequester,
    "station_server": StationServer,
    "strand_mover": StrandMover,
    "stream_clients": StreamClients,
    "stream_sink": StreamSink,
    "stream_source": StreamSource,
    "switch": Switch,
    "task": Task,
    "tb2_adapter": Tb2Adapter,
    "unit_failures": UnitFailures,
    "vsd_client": VsdClient,
    "vsd_server": VsdServer,
}
# What a traffic can be given.
TRAFFIC = (
    Parameter("kind", "choice", ("push", "read", "write", "mix")),
    Parameter("writes", "fraction"),
    Parameter("acknowledged", "flag"),
    Parameter("request", "size"),
    Parameter("addresses", "choice", ("random", "sequential")),
    Parameter("window", "size"),
    Parameter("align", "size"),
    Parameter("timeout", "duration"),
    Parameter("retries", "count"),
    Parameter("arrivals", "choice", ("constant", "poisson", "on_off", "closed", "at_start", "trace", "following")),
    Parameter("io", "size", ("source",)),
    Parameter("message", "size", ("source",)),
    Parameter("outstanding", "count"),
    Parameter("ios", "count", ("endless",)),
    Parameter("repeat", "duration", ("once",)),
    Parameter("on", "duration"),
    Parameter("off", "duration"),
    Parameter("destination", "choice", ("uniform", "zipf", "rotation", "fixed", "streams", "weighted", "drawn_by_weight")),
    Parameter("zipf", "fraction"),
    Parameter("drawn", "choice", ("message", "io")),
    Parameter("include_self", "flag"),
    Parameter("ways", "count"),
    Parameter("way_of", "choice", ("source", "pair", "message", "parity", "balanced")),
    Parameter("streams", "count"),
    Parameter("stream_rate", "data_rate"),
    Parameter("client_buffer", "duration"),
    Parameter("deadline", "duration", ("none",)),
    Parameter("class", "count"),
    Parameter("rebuild_every", "count"),
    Parameter("rebuild_parts", "count"),
    Parameter("rebuild_bytes", "size"),
)
# What jobs can be given.
JOBS = (
    Parameter("count", "count"),
    Parameter("size", "size"),
    Parameter("arrivals", "choice", ("at_start", "constant")),
    Parameter("interval", "duration"),
    Parameter("group", "count"),
)
