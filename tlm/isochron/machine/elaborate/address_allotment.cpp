// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/address_allotment.h>

#include <map>

#include <fmt/format.h>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/job_part.h>
#include <isochron/part/master_part.h>
#include <isochron/part/own_work.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

// Beyond all addresses of endpoints (EndpointAddress), of which a machine has fewer than parts.
constexpr std::uint64_t first_memory = std::uint64_t{1} << 59;
constexpr std::uint64_t first_window = std::uint64_t{1} << 60;

void require_ports(const FlatPart& memory) {
  // A root complex has one port for masters.
  if (memory.groups[1].role != Port::Role::target) return;
  const auto& ports = memory.joined[1];
  if (ports.empty()) return;
  if (ports.front())
    throw InputError(memory.position, fmt::format("`{0}.port[0]` is `{0}.socket`", memory.path),
                     "Join `socket`, and port[1] and those that follow");
  for (std::size_t i = 1; i < ports.size(); ++i)
    if (!ports[i])
      throw InputError(memory.position, fmt::format("`{}.port[{}]` is joined to nothing", memory.path, i),
                       "Number the ports from 1 on, without gaps");
}

class Allotment {
 public:
  explicit Allotment(Netlist& netlist) : netlist_(netlist) {}

  void all() {
    std::uint64_t next = first_memory;
    for (FlatPart& part : netlist_.parts)
      if (part.config->is_memory()) {
        require_ports(part);
        part.plan.address = next;
        next += memory_bytes;
      }
    for (std::size_t p = 0; p < netlist_.parts.size(); ++p) {
      if (netlist_.parts[p].config->as<Interconnect>() != nullptr) windows_of(p);
      for (const PortRef& output : read_and_written(p)) master(p, output);
    }
  }

 private:
  void windows_of(std::size_t bus) {
    FlatPart& part = netlist_.parts[bus];
    std::map<std::uint64_t, PortRef> taken;
    for (unsigned g = 0; g < part.groups.size(); ++g) {
      if (part.groups[g].role != Port::Role::initiator || part.joined[g].size() < 2) continue;
      for (unsigned i = 0; i < part.joined[g].size(); ++i) {
        const PortRef window{g, i};
        const std::optional<TransferPath> path = path_to_target(netlist_, bus, window, true);
        const FlatPart* const behind = path ? &netlist_.parts[path->end] : nullptr;
        // What endpoints are behind is the routes' matter, unless masters work on their memory.
        if (behind == nullptr || (behind->config->is_endpoint() && !behind->config->is_memory())) continue;
        const std::uint64_t address = behind->config->is_memory() ? behind->plan.address : next_window_;
        if (!behind->config->is_memory()) next_window_ += memory_bytes;
        const auto [other, is_new] = taken.emplace(address, window);
        if (!is_new)
          throw InputError(netlist_.behind(bus, window)->position,
                           fmt::format("`{0}.{1}` and `{0}.{2}` both lead to `{3}`", part.path,
                                       part.port_name(other->second), part.port_name(window), behind->path),
                           "Leave one of them out");
        part.plan.addresses[window] = address;
      }
    }
  }

  /// Outputs by which the part works on a memory.
  std::vector<PortRef> read_and_written(std::size_t number) const {
    const FlatPart& part = netlist_.parts[number];
    std::vector<PortRef> outputs;
    if (const JobPart* const job = part.config->as<JobPart>())
      for (unsigned g = 0; g < part.groups.size(); ++g) {
        const PortRef output{g, 0};
        const bool sends = job->role() == JobPart::Role::sends && job->sends_by() == output;
        const bool is_open = !part.groups[g].required && !netlist_.is_joined(number, output);
        const bool carries = part.groups[g].role == Port::Role::initiator && !part.groups[g].calls && !is_open;
        if (carries && !sends) outputs.push_back(output);
      }
    if (const auto* const working = part.config->as<WorkingPart>()) {
      const OwnWork work = working->own_work();
      for (const JobTransfer& one : work.round.transfers) outputs.push_back(one.port);
    }
    if (const auto* const master = part.config->as<MasterPart>())
      for (const PortRef& output : master->works_by())
        if (netlist_.is_joined(number, output)) outputs.push_back(output);
    return outputs;
  }

  void master(std::size_t number, const PortRef& output) {
    FlatPart& part = netlist_.parts[number];
    part.plan.addresses[output] = memory_behind(number, output, true);
    const std::uint64_t read = memory_behind(number, output, false);
    if (read != part.plan.addresses[output]) part.plan.read_addresses[output] = read;
  }

  std::uint64_t memory_behind(std::size_t number, const PortRef& output, bool write) const {
    const FlatPart& part = netlist_.parts[number];
    const std::optional<TransferPath> path = path_to_target(netlist_, number, output, write);
    if (!path || !netlist_.parts[path->end].config->is_memory())
      throw InputError(part.position,
                       fmt::format("`{}.{}` leads to {}, and no memory", part.path, part.port_name(output),
                                   path ? fmt::format("`{}`", netlist_.parts[path->end].path) : "nothing"),
                       "Join it to a bus whose window leads to a memory");
    return netlist_.parts[path->end].plan.address;
  }

  Netlist& netlist_;
  std::uint64_t next_window_ = first_window;
};

}  // namespace

void allot_addresses(Netlist& netlist) {
  Allotment(netlist).all();
}

}  // namespace isochron
