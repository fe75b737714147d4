// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/voyager_streams.h>

namespace isochron {

ParameterTable StreamGroup::parameters() {
  ParameterTable table;
  table.count("count", count, {0, 10'000}, "streams, dealt out to the thin nodes in turn", "Voyager, section 5");
  table.data_rate("rate", rate, {1'000, 1'000'000'000}, "payload of a stream", "Voyager, Tables 1 and 2");
  table.bytes("packet", packet, {64, 9'140}, "payload of a packet", "Voyager, Tables 4 and 6");
  table.choice("action", action, {"play", "record", "relay", "receive", "send"},
               "play: from files to the network; record: the other way; relay: from network to network; receive, send: "
               "without files",
               "Voyager, sections 3.2 and 5; relay: our own");
  table.counts_where(table.at_least("count", 1), {"packet", "action"});
  return table;
}

void VoyagerStreams::add_to(ParameterTable& table) {
  for (std::size_t g = 0; g < groups.size(); ++g)
    table.nest(g == 0 ? "streams" : "streams_" + std::to_string(g + 1), groups[g].parameters());
  table.duration_or("step", step, "off", {millisecond, 100 * second},
                    "from a stream's beginning to the next one's: how many are carried shows in one run; off: all "
                    "begin together",
                    "our own");
}

std::uint64_t VoyagerStreams::count() const {
  std::uint64_t sum = 0;
  for (const StreamGroup& group : groups) sum += group.count;
  return sum;
}

std::uint64_t VoyagerStreams::files() const {
  std::uint64_t sum = 0;
  for (const StreamGroup& group : groups)
    if (group.has_file()) sum += group.count;
  return sum;
}

std::vector<const StreamGroup*> VoyagerStreams::by_number() const {
  std::vector<const StreamGroup*> all;
  all.reserve(count());
  for (const StreamGroup& group : groups) all.insert(all.end(), group.count, &group);
  return all;
}

}  // namespace isochron
