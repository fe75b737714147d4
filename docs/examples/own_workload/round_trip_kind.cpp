// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/job_part.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

#include "round_trip_run.h"
#include "round_trip_workload.h"

namespace {

using namespace isochron;

/// All that a machine asks of round trips.
class RoundTripKind final : public WorkloadKind {
 public:
  const char* section() const override { return "round_trips"; }

  void read(const YamlNode& node, const FileReader&, MachineFile& file) const override {
    if (!node.is_sequence())
      throw InputError(node.position, "`round_trips` is no list", "Write lines `- {name: ..., at: ..., bytes: ...}`");
    for (const YamlNode& entry : node.items) {
      require_map(entry, "round_trips", {"name", "at", "bytes"});
      const YamlNode& name = required(entry, "name", "round_trips", "Add `name: ...`");
      file.workloads.of<RoundTripDeclaration>().push_back(
          {checked_name(read_text(name, "name"), name.position, "round trips"), entry.position,
           read_path(entry, "at", "round_trips"),
           read_expression(required(entry, "bytes", "round_trips", "Add `bytes: ...`"), "bytes")});
    }
  }

  void check(const MachineFile& file, const Expression::Scope& scope) const override {
    for (const RoundTripDeclaration& one : file.workloads.of<RoundTripDeclaration>()) {
      check_path(one.at, scope);
      one.bytes.check(scope, "`bytes`");
    }
  }

  void resolve(const MachineFile& file, const Names& parameters, Netlist& netlist) const override {
    for (const RoundTripDeclaration& one : file.workloads.of<RoundTripDeclaration>()) {
      const std::string path = one.at.path(parameters);
      const auto part = std::find_if(netlist.parts.begin(), netlist.parts.end(),
                                     [&path](const FlatPart& other) { return other.path == path; });
      if (part == netlist.parts.end())
        throw InputError(one.position, "there is no part `" + path + "`", "Name one of the machine");
      const auto* const job_part = part->config->as<JobPart>();
      if (job_part == nullptr || job_part->role() != JobPart::Role::serves)
        throw InputError(one.position, "`" + path + "` does not serve jobs", "Name a part that does");
      const Value bytes = one.bytes.evaluate(parameters);
      netlist.workloads.of<RoundTrip>().push_back({one.name, static_cast<std::size_t>(part - netlist.parts.begin()),
                                                   std::get<Number>(bytes).to_stored(Quantity::bytes)});
    }
  }

  void add_uses(const MachineFile& file, const Netlist&, Effects& uses) const override {
    for (const RoundTripDeclaration& one : file.workloads.of<RoundTripDeclaration>()) {
      uses.add(one.at);
      one.bytes.add_names(uses.effective);
    }
  }

  std::string text(const Netlist& netlist, const Names&) const override {
    std::string text;
    for (const RoundTrip& one : netlist.workloads.of<RoundTrip>())
      text += "  - {name: " + one.name + ", at: \"" + netlist.parts[one.part].path +
              "\", bytes: " + std::to_string(one.bytes) + " B}\n";
    return text.empty() ? text : "round_trips:\n" + text;
  }

  bool is_in(const Netlist& netlist) const override { return !netlist.workloads.of<RoundTrip>().empty(); }
  bool has_end(const Netlist&) const override { return false; }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes&, const Transits&,
                                    const PartShares& taken) const override {
    return std::make_unique<RoundTripWorkload>(netlist, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile&, const Netlist& netlist) const override {
    std::vector<StatisticInfo> figures{{"round_trips.bandwidth", "B/s", "bytes of payloads that have come back"}};
    for (const RoundTrip& one : netlist.workloads.of<RoundTrip>())
      figures.push_back({one.name + ".time", "s", "of a round trip", true});
    return figures;
  }

  void place(const Netlist& netlist, Assembly& machine) const override {
    for (const RoundTrip& one : netlist.workloads.of<RoundTrip>()) machine.place(one.name, StrandSource::type);
  }

  std::size_t largest_payload(const Netlist& netlist) const override {
    std::uint64_t largest = 1;
    for (const RoundTrip& one : netlist.workloads.of<RoundTrip>()) largest = std::max(largest, one.bytes);
    return static_cast<std::size_t>(largest);
  }

  std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const override {
    return std::make_unique<RoundTripRun>(context);
  }
};

const RoundTripKind kind;
const WorkloadRegistration registered{kind};

}  // namespace
