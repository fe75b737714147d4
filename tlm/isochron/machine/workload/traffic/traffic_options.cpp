// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/traffic_options.h>

#include <isochron/core/class_turns.h>
#include <isochron/core/text_numbers.h>
#include <isochron/endpoint/request_slot.h>
#include <isochron/machine/workload/traffic/option_rules.h>

namespace isochron {

ParameterTable TrafficOptions::parameters() {
  ParameterTable table;
  table.choice("kind", kind, {"push", "read", "write", "mix"},
               "sources send I/Os; or requesters ask responders for them, write them there, or both in turn");
  table.fraction("writes", requests.writes, {0, 1'000'000}, "part of the requests that write, spread evenly");
  table.flag("acknowledged", requests.acknowledged,
             "a write is done once its answer is back; else as soon as its data are there");
  table.bytes("request", requests.request, {1, 1 << 16},
              "message that asks for data, or answers a write; not on PCI Express, which has packets of its own");
  table.choice("addresses", requests.addresses, {"random", "sequential"},
               "where in its memory a responder is asked: each request at a place of its own, or one after another");
  table.bytes("window", requests.window, {1, std::uint64_t{1} << 40}, "memory of a responder that is used");
  table.bytes("align", requests.align, {1, 4096},
              "requests begin at multiples of their size rounded up to this, counted from a page of 4 KiB; a power of "
              "two");
  table.duration("timeout", timeout, {50 * microsecond, 1000 * second},
                 "from when a request begins to leave until it is asked for again; where faults can lose it",
                 "PCI Express Base Specification 3.0, section 2.8, Completion Timeout: 50 us to 50 ms");
  table.count("retries", requests.retries, {0, RequestSlot::most_retries},
              "times that a request is asked for again, before it is lost; where faults can lose it");
  table.choice("arrivals", arrivals, {"constant", "poisson", "on_off", "closed", "at_start", "trace", "following"},
               "when I/Os are asked for: at a constant interval, at random, in bursts, each when one before it has "
               "arrived, all at time 0, as a recording has them, or each when one of another traffic is done");
  table.bytes_or("io", io, "source", {1, 1 << 24}, "an I/O; source: as the source's parameters say");
  table.bytes_or("message", message, "source", {1, 1 << 24},
                 "what travels as one, at most an I/O; source: as the source's parameters say");
  table.count("outstanding", outstanding, {1, 1 << 20}, "I/Os that a source has under way");
  table.count_or("ios", ios, "endless", {1, 1'000'000'000}, "I/Os that a source sends");
  table.duration_or("repeat", repeat, "once", {1, latest_second * second},
                    "after which a trace begins again, and again; once: it does not");
  table.duration("on", on, {1, 1000 * second}, "mean length of a burst");
  table.duration("off", off, {1, 1000 * second}, "mean length of a pause");
  table.choice(
      "destination", destination, {"uniform", "zipf", "rotation", "fixed", "streams", "weighted", "drawn_by_weight"},
      "which of the sinks: all alike, the first most often, one after another, to source n sink n, that of the "
      "stream whose turn it is, in turn, each as often as its weight in `to` says, or drawn by that weight");
  table.fraction("zipf", zipf, {0, 10'000'000}, "exponent of Zipf's law");
  table.choice("drawn", drawn, {"message", "io"}, "what has a destination of its own");
  table.flag("include_self", include_self, "sinks of the source's own node are among the destinations");
  table.count("ways", ways, {1, 64}, "ways that are told apart where several are the shortest");
  table.choice(
      "way_of", way_of, {"source", "pair", "message", "parity", "balanced"},
      "what decides the way: the source's last index, source and sink together, the message's number, the sum of "
      "the numbers of both nodes, or the sink's node counted from the source's, from node to node with another "
      "way first");
  table.count("streams", streams, {0, 10'000'000}, "streams that viewers play, each an I/O at a time; 0: none");
  table.data_rate("stream_rate", stream_rate, {8, 1'000'000'000'000}, "at which a viewer plays");
  table.duration("client_buffer", client_buffer, {0, 1000 * second}, "playing time that a viewer holds");
  table.duration_or("deadline", deadline, "none", {1, 1000 * second},
                    "delay after which a message, or a request, is late: NAME.late is the fraction that are");
  table.count("class", traffic_class, {0, most_classes - 1},
              "of its messages, for parts that have a queue for each class; what such a part serves strictly it serves "
              "class 0 first");
  table.count(
      "rebuild_every", rebuild_every, {0, 1 << 20},
      "I/Os of a RAID controller of which one reads a part of a unit that is lost, to rebuild it; 0: none does");
  table.count("rebuild_parts", rebuild_parts, {1, 1 << 16}, "parts that make a lost unit, which meet at a sink");
  table.bytes("rebuild_bytes", rebuild_bytes, {0, std::uint64_t{1} << 50},
              "that each sink holds: its sources send what rebuilds them where a fault lets it return empty, and "
              "nothing else; 0: it is no rebuild");
  add_rules(traffic_option_rules(), table);
  return table;
}

}  // namespace isochron
