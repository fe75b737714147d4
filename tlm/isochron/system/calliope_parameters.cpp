// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/calliope_parameters.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace isochron {

namespace {

constexpr std::uint64_t session_messages = 3;  // of a session
constexpr std::uint64_t most_frame = 9'038;    // bytes on the wire, with the largest mtu
constexpr double events_of_request = 4;        // completions: of a request until it is played
constexpr double events_of_end = 4;            // ... of its end
constexpr double bytes_of_session = 200;       // while it is known
constexpr double events_of_packet = 3.3;       // with its share of chunks
constexpr double events_of_frame = 1.2;        // of each after a packet's first
constexpr double bytes_of_unit = 80'000;       // histograms and queues of its parts
constexpr double bytes_of_buffer = 4'600;      // a message: its first page
constexpr Time longest_run = 10'000'000 * second;

/// Of the largest of a session's frames.
std::uint64_t most_payload(std::uint64_t bytes) {
  constexpr std::uint64_t around = 38;  // preamble, header, check sequence and gap
  return std::max((bytes + session_messages - 1) / session_messages, around) - around;
}

}  // namespace

ParameterTable CalliopeParameters::table() {
  const std::string paper = "Calliope, section ";
  ParameterTable table;
  table.choice("unit", unit, {"real", "fake"}, "storage units; fake: they only report the ends of sessions",
               paper + "3.3");
  streams.add_to(table);
  table.data_rate("streams.audio", audio_rate, {1'000, 100'000'000}, "of the second stream of a composite session",
                  "our own: VAT's 8 bits at 8 kHz");
  storage.add_to(table);
  table.nest("coordinator", clients.parameters());
  table.nest("coordinator", coordinator.parameters());
  table.count("coordinator.units", coordinator.units, {1, 10'000}, "storage units", paper + "3.3");
  table.bytes("coordinator.bytes", bytes, {1, session_messages * most_frame},
              "of a session's three messages on the network, frames and all",
              paper + "3.3: 6 % at 60 requests a second");
  table.duration_or("coordinator.fake", fake, "session", {nanosecond, 100'000 * second},
                    "that each session lasts at a fake unit; session: coordinator.session", paper + "3.3");
  table.indices("coordinator.failures", failures, {0, 9'999}, "units that fail", "our own");
  table.duration("coordinator.fail_at", fail_at, {0, longest_run}, "when they do", "our own");
  table.duration("coordinator.detection", detection, {0, 1'000 * second},
                 "from then until the break of the connection to the coordinator", "our own");
  table.duration_or("coordinator.return_at", return_at, "never", {nanosecond, longest_run}, "when they work again",
                    "our own");
  table.nest("network", network.parameters());
  table.counts_where({"coordinator.fake", "session", [this] { return length_counts(); }},
                     {"coordinator.session", "coordinator.lengths"}, {"coordinator.fake"});
  table.counts_where(table.at_least("coordinator.recordings", 1), {"coordinator.space"});
  const Condition real = table.is("unit", {"real"});
  table.counts_where(real,
                     {"streams.kind", "streams.packet", "streams.phase", "streams.audio", "trace", "disks",  "adapters",
                      "adapter_of",   "block",          "disk",          "adapter",       "host",  "memory", "timer",
                      "stall",        "layout",         "duty",          "clients",       "vcr",   "fddi"});
  table.counts_where(table.is("unit", {"fake"}), {"coordinator.fake"});
  table.counts_where({"coordinator.failures", "one unit or more", [this] { return !failures.empty(); }},
                     {"coordinator.fail_at", "coordinator.detection", "coordinator.return_at", "coordinator.policy"});
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

std::uint64_t CalliopeParameters::frame_of(Note note) const {
  // What three do not divide: a byte more in the first messages.
  const std::uint64_t number = static_cast<std::uint64_t>(note);
  return bytes / session_messages + (number < bytes % session_messages ? 1 : 0);
}

std::uint64_t CalliopeParameters::message_bytes(Note note) const {
  // Beyond padding each byte of a message is one on the wire.
  const std::uint64_t frame = frame_of(note);
  if (frame <= network.frame_bytes(0)) return 0;
  return network.segment() + frame - network.frame_bytes(network.segment());
}

std::vector<ParameterProblem> CalliopeParameters::own_problems() const {
  std::vector<ParameterProblem> found;
  const std::uint64_t least = session_messages * network.frame_bytes(0),
                      most = session_messages * network.frame_bytes(network.segment());
  if (network.headers < network.mtu && (bytes < least || bytes > most)) {
    found.push_back({"coordinator.bytes",
                     std::to_string(bytes) + " B are not what three frames take, " + std::to_string(least) + " to " +
                         std::to_string(most) + " B",
                     "use a number between",
                     {"coordinator.bytes", "network.mtu", "network.headers"},
                     {{"coordinator.bytes", bytes < least ? least : most}, {"network.mtu", most_payload(bytes)}}});
  }
  const std::uint64_t units = coordinator.units;
  const std::uint64_t apart = units / std::gcd(units, coordinator.stride);
  if (coordinator.copies > 1 && coordinator.copies > apart)
    found.push_back(
        {"coordinator.copies",
         std::to_string(coordinator.copies) + " copies, " + std::to_string(coordinator.stride) +
             " units apart, do not find as many of " + std::to_string(units) + " units",
         "use fewer copies or more units",
         {"coordinator.copies", "coordinator.units", "coordinator.stride"},
         {{"coordinator.copies", apart}, {"coordinator.units", coordinator.copies}, {"coordinator.stride", 1}}});
  const auto last = std::max_element(failures.begin(), failures.end());
  if (last != failures.end() && *last >= units)
    found.push_back({"coordinator.failures",
                     "there is no unit " + std::to_string(*last),
                     "name units from 0 to " + std::to_string(units - 1),
                     {"coordinator.failures", "coordinator.units"},
                     {{"coordinator.units", *last + 1}}});
  if (!failures.empty() && return_at != 0 && return_at <= fail_at + detection)
    found.push_back({"coordinator.return_at",
                     "units return before the coordinator knows that they have failed",
                     "let them return after fail_at and detection",
                     {"coordinator.return_at", "coordinator.fail_at", "coordinator.detection"},
                     {{"coordinator.return_at", fail_at + detection + millisecond},
                      {"coordinator.fail_at", 0},
                      {"coordinator.detection", 0}}});
  if (is_real()) {
    const std::size_t before = found.size();
    for (ParameterProblem& problem : storage.problems()) found.push_back(std::move(problem));
    for (ParameterProblem& problem : streams.problems()) found.push_back(std::move(problem));
    // What units carry can be said only of parts that can be.
    const bool can_be = found.size() == before && storage.fddi.headers < storage.fddi.mtu;
    if (storage.disks == 0)
      found.push_back({"disks", "streams need a disk", "use 1 or more", {"disks", "unit"}, {{"disks", 1}}});
    else if (can_be && streams_a_unit() == 0)
      found.push_back({"streams.rate",
                       "a unit cannot carry one such stream",
                       "use slower streams or faster parts",
                       {"streams.rate", "unit"},
                       {{"streams.rate", 1'500'000}}});
    else if (can_be && slots() * storage.disks < streams_a_unit())
      found.push_back({"duty.slots",
                       std::to_string(streams_a_unit()) + " streams a unit need more than " +
                           std::to_string(storage.slots) + " slots on each of " + std::to_string(storage.disks) +
                           " disks",
                       "use more slots, or `streams`",
                       {"duty.slots", "coordinator.streams_a_unit", "disks"},
                       {{"duty.slots", (streams_a_unit() + storage.disks - 1) / storage.disks}}});
  }
  if (clients.composite > 0 && coordinator.streams_a_unit < 2)
    found.push_back({"coordinator.streams_a_unit",
                     "no unit has room for the two streams of a composite session",
                     "use 2 or more",
                     {"coordinator.streams_a_unit", "coordinator.composite"},
                     {{"coordinator.streams_a_unit", 2}, {"coordinator.composite", 0}}});
  return found;
}

std::uint64_t CalliopeParameters::streams_a_unit() const {
  if (!is_real()) return coordinator.streams_a_unit;
  const double each = streams.mean_rate(1) / 8;
  double most = static_cast<double>(coordinator.streams_a_unit);
  for (const ResourceBound& bound : storage.bounds(streams.packet_bytes(), true, true, false))
    most = std::min(most, bound.limit / each);
  return static_cast<std::uint64_t>(most);
}

std::uint64_t CalliopeParameters::slots() const {
  if (storage.slots_a_disk() > 0) return storage.slots_a_disk();
  return (streams_a_unit() + storage.disks - 1) / storage.disks;
}

Time CalliopeParameters::cycle() const {
  return static_cast<Time>(static_cast<double>(storage.block) * 8 / streams.mean_rate(1) * 1e12);
}

SessionClients::Config CalliopeParameters::clients_config() const {
  SessionClients::Config config = clients;
  config.message = message_bytes(Note::request);
  if (length_counts()) return config;
  config.session = fake;
  config.lengths = SessionClients::Lengths::constant;
  return config;
}

Coordinator::Config CalliopeParameters::coordinator_config() const {
  Coordinator::Config config = coordinator;
  config.rate = streams.rate;
  config.streams_a_unit = streams_a_unit();
  // Where each file is on one disk its bandwidth is that disk's.
  config.disks = is_real() && storage.layout == StorageUnitParameters::Layout::single ? storage.disks : 1;
  config.message = message_bytes(Note::order);
  return config;
}

double CalliopeParameters::session_seconds() const {
  return seconds(length_counts() ? clients.session : fake);
}

double CalliopeParameters::mean_members() const {
  return 1 + static_cast<double>(clients.composite) * 1e-6;
}

std::vector<ResourceBound> CalliopeParameters::bounds() const {
  const double asked = *demand();
  const auto bound = [asked](const char* resource, const char* description, double sessions) {
    return ResourceBound{resource, description, asked, sessions, sessions, "1/s"};
  };
  const double places = static_cast<double>(coordinator.units) * static_cast<double>(streams_a_unit());
  return {bound("coordinator.processor", "processor of the coordinator", 1 / seconds(coordinator.processor)),
          bound("coordinator.network", "network between clients, coordinator and units",
                static_cast<double>(network.rate) / 8 / static_cast<double>(bytes)),
          bound("streams", "streams of all units, for as long as sessions last",
                places / (mean_members() * session_seconds()))};
}

RunSize CalliopeParameters::size(const MeasurePlan& plan, double built) const {
  const double time = seconds(plan.warm_up + plan.duration);
  double made = *demand() * time;
  if (clients.requests != 0) made = std::min(made, static_cast<double>(clients.requests));
  RunSize size;
  // Nobody plays at first. Sessions that have ended, and those that play on the mean over the run, as if lengths were
  // exponential; streams play when a cycle is over.
  const double ages = time / session_seconds();
  const double ended_part = 1 - (1 - std::exp(-ages)) / ages;
  size.events = made * (events_of_request + ended_part * events_of_end);
  if (is_real()) {
    const double begun = std::max(0.0, time - seconds(cycle())) / time;
    const double places = static_cast<double>(coordinator.units * streams_a_unit());
    const double playing = std::min(*demand() * session_seconds() * ended_part * mean_members(), places) * begun;
    const double packet_rate = streams.mean_rate(1) / 8 / static_cast<double>(streams.packet_bytes());
    const auto more_frames = static_cast<double>(storage.fddi.frames(streams.packet_bytes()) - 1);
    size.events += playing * time * packet_rate * (events_of_packet + events_of_frame * more_frames);
    const double at_end = std::min(*demand() * session_seconds() * (1 - std::exp(-ages)) * mean_members(), places);
    size.peak_memory += static_cast<double>(coordinator.units) * bytes_of_unit + at_end * 3 * bytes_of_buffer;
  }
  const double alive = std::min(made, *demand() * (session_seconds() + time));
  size.peak_memory += RunSize::empty_process + built * RunSize::part + alive * bytes_of_session +
                      (clients.zipf > 0 ? 8.0 * static_cast<double>(clients.contents) : 0);
  return size;
}

}  // namespace isochron
