// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist_assembly.h>

#include <string>

namespace isochron {

namespace {

/// The end of the name of depth `depth` in `path`: 7 of "node[0].raid[1]" at depth 0.
std::size_t end_of_name(const std::string& path, std::size_t depth) {
  std::size_t dot = path.find('.');
  for (; depth > 0 && dot != std::string::npos; --depth) dot = path.find('.', dot + 1);
  return dot;
}

/// What stands in one part of the hierarchy is built within its scope.
class PartBuilder {
 public:
  PartBuilder(const Netlist& netlist, Assembly& machine, BuildContext& around,
              const std::function<void(std::size_t)>& built)
      : netlist_(netlist), assembly_(machine), around_(around), built_(built) {}

  void build(std::size_t first, std::size_t last, std::size_t depth) {
    while (first < last) {
      const FlatPart& part = netlist_.parts[first];
      const std::size_t end = end_of_name(part.path, depth);
      const std::size_t begin = depth == 0 ? 0 : end_of_name(part.path, depth - 1) + 1;
      if (end == std::string::npos) {
        around_.services.begin(first);
        part.config->build(assembly_, part.path.substr(begin), part.plan, around_);
        if (built_) built_(first);
        ++first;
        continue;
      }
      // What has the same name up to here stands together.
      const std::string scope = part.path.substr(0, end + 1);
      std::size_t next = first;
      while (next < last && netlist_.parts[next].path.compare(0, scope.size(), scope) == 0) ++next;
      assembly_.scope(part.path.substr(begin, end - begin), [&] { build(first, next, depth + 1); });
      first = next;
    }
  }

 private:
  const Netlist& netlist_;
  Assembly& assembly_;
  BuildContext& around_;
  const std::function<void(std::size_t)>& built_;
};

}  // namespace

void build_parts(const Netlist& netlist, Assembly& machine, BuildContext& around,
                 const std::function<void(std::size_t)>& built) {
  PartBuilder(netlist, machine, around, built).build(0, netlist.parts.size(), 0);
}

void bind_parts(const Netlist& netlist, Assembly& machine) {
  for (std::size_t c = 0; c < netlist.connections.size(); ++c) {
    const FlatConnection& one = netlist.connections[c];
    if (one.back && *one.back < c) continue;  // the same two peers
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    const PortGroup& output = from.groups[one.output.group];
    if (output.calls) {
      // A part that calls late is drawn by the connection that brings it the answers.
      if (!output.late) machine.note_calls(from.path, to.path, output.protocol);
      continue;
    }
    machine.connect(from.path + "." + from.joined_name(one.output), to.path + "." + to.joined_name(one.input));
  }
}

}  // namespace isochron
