// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/media_streams.h>

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

namespace {

std::string name_of_group(std::size_t g) {
  return g == 0 ? "streams" : "streams_" + std::to_string(g + 1);
}

}  // namespace

ParameterTable MediaStreams::parameters() {
  ParameterTable table;
  for (std::size_t g = 0; g < groups.size(); ++g) table.nest(name_of_group(g), groups[g].parameters());
  table.duration_or("step", step, "off", {millisecond, 100 * second},
                    "from a stream's beginning to the next one's: how many are carried shows in one run; off: all "
                    "begin together",
                    "our own");
  return table;
}

std::vector<DerivedValue> MediaStreams::derived() const {
  std::vector<DerivedValue> found;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const StreamGroup& group = groups[g];
    const auto count = static_cast<double>(group.count);
    const auto add_rate = [&](const char* name, bool counts) {
      const double rate = counts ? count * static_cast<double>(group.rate) : 0;
      found.push_back({name_of_group(g) + name, Quantity::data_rate, rate});
    };
    found.push_back({name_of_group(g) + ".files", Quantity::count, group.has_file() ? count : 0});
    add_rate(".arriving", group.comes());
    add_rate(".leaving", group.goes());
    add_rate(".read", group.action == StreamAction::play);
    add_rate(".written", group.action == StreamAction::record);
  }
  return found;
}

std::uint64_t MediaStreams::count() const {
  std::uint64_t sum = 0;
  for (const StreamGroup& group : groups) sum += group.count;
  return sum;
}

std::uint64_t MediaStreams::files() const {
  std::uint64_t sum = 0;
  for (const StreamGroup& group : groups)
    if (group.has_file()) sum += group.count;
  return sum;
}

std::vector<const StreamGroup*> MediaStreams::by_number() const {
  std::vector<const StreamGroup*> all;
  all.reserve(count());
  for (const StreamGroup& group : groups) all.insert(all.end(), group.count, &group);
  return all;
}

std::vector<MediaStream> MediaStreams::of_node(std::uint32_t node, std::uint32_t nodes) const {
  const std::vector<const StreamGroup*> all = by_number();
  std::vector<MediaStream> found;
  std::uint64_t file = 0;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    const std::uint64_t of_file = all[number]->has_file() ? file++ : 0;
    if (number % nodes != node) continue;
    MediaStream stream;
    stream.number = number;
    stream.action = all[number]->action;
    stream.rate = all[number]->rate;
    stream.packet = static_cast<std::uint32_t>(all[number]->packet);
    stream.file = of_file;
    stream.destination = node;
    stream.begin = number * step;
    found.push_back(stream);
  }
  return found;
}

std::vector<StreamSource::Stream> MediaStreams::senders(std::uint32_t nodes) const {
  const std::vector<const StreamGroup*> all = by_number();
  std::vector<StreamSource::Stream> found;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    if (!all[number]->comes()) continue;
    StreamSource::Stream stream;
    stream.number = number;
    stream.rate = all[number]->rate;
    stream.packet = static_cast<std::uint32_t>(all[number]->packet);
    stream.outlet = number % nodes;
    stream.source = stream.destination = stream.outlet;
    stream.begin = number * step;
    found.push_back(stream);
  }
  return found;
}

}  // namespace isochron
