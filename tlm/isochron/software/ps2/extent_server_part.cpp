// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>
#include <isochron/software/ps2/extent_server.h>
#include <isochron/software/ps2/plane_payloads.h>
#include <isochron/software/ps2/served_blocks.h>

namespace isochron {

namespace {

class ExtentServerPart final : public PartConfig, public HandOverPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("depth", depth_, {1, 64}, "requests at a disk at a time; 1: they block", "PS2, section 7");
    table.data_rate("string_rate", string_rate_, {8, 1'000'000'000'000},
                    "at which a chunk comes to memory: that of its SCSI strings", "PS2, section 6");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(ExtentServer::type);
    return {ports["string"],   ports["disk"].calling(), ports["store"].calling(), ports["memory_bus"].calling(),
            ports["requests"], ports["arrived"],        ports["taken"],           ports["read"],
            ports["failed"]};
  }
  bool hears_failures() const override { return true; }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const Connections of_store = *around.called(store);
    const ServedBlocks& blocks = *of_store.as<ServedBlocks>();
    const std::uint64_t share = blocks.disks_of_a_server(of_store.plan()), joined = around.plan().counts[1];
    if (joined != share)
      return CompatibilityError{"it has " + std::to_string(joined) + " disks, and of those of `" + of_store.path() +
                                    "` " + std::to_string(share) + " are its own",
                                "Join as many disks, or set `disks` of the store"};
    const auto [begin, bytes] = blocks.place_on_a_disk();
    for (unsigned d = 0; d < joined; ++d) {
      const Connections of_disk = *around.called({1, d});
      const Disk::Config& config = of_disk.as<Configured<Disk::Config>>()->config();
      if (config.is_mechanical() && begin + bytes > config.mechanics.capacity)
        return CompatibilityError{"`" + of_disk.path() + "`, a disk of " + std::to_string(config.mechanics.capacity) +
                                      " B, has no room for " + std::to_string(bytes) + " B of `" + of_store.path() +
                                      "` from " + std::to_string(begin) + " B on",
                                  "Let them begin earlier, or use more or larger disks"};
      if (!of_disk.behind({0, 0}) || !leads_here(*of_disk.behind({0, 0}), around))
        return CompatibilityError{"no bus leads to it from its disk `" + of_disk.path() + "`",
                                  "Join the disk's string to one of its ports `string`"};
    }
    return std::nullopt;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const auto& directory = *around.services.called<ExtentServer::Directory>(plan, store);
    std::vector<Disk*> disks;
    for (unsigned d = 0; d < plan.counts[1]; ++d) {
      disks.push_back(around.services.called<Disk>(plan, {1, d}));
      disks.back()->set_medium(directory.medium(d));
    }
    ExtentServer::Config config;
    config.depth = depth_;
    config.transfer_of_a_byte = 8 * second / string_rate_;
    config.with_data = directory.medium(0) != nullptr;
    machine.add<ExtentServer>(name, config, plan.counts[0], disks, directory,
                              *around.services.called<MemoryBus>(plan, memory_bus));
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef store{2, 0}, memory_bus{3, 0}, arrived{5, 0}, read{7, 0}, failed{8, 0};
  static constexpr unsigned taken = 6, requests = 4;

  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    const double working = static_cast<double>(disks_that_work(around)), all = around.plan().counts[1];
    if (input.group == requests) {
      require_payloads(payloads, PlanePayloads::requests, "requests", around,
                       "Join `request` of a plane_client or a block_reader to it");
      require_own(payloads, around);
      Payloads extents = payloads.part(working / all);
      extents.bytes = payloads.asked;
      extents.what = PlanePayloads::extents;
      extents.seconds = 0;  // from now on
      book.take(
          around.called(memory_bus)->number(), "", 1, extents,
          extents.bytes * seconds(around.config_of<MemoryBus::Config>(memory_bus).of(MemoryBus::Traffic::disk_read)));
      return {{arrived, extents}, {failed, payloads.part(1 - working / all)}};
    }
    if (input.group != taken) return {};
    require_payloads(payloads, PlanePayloads::extents, "taken", around, "Join to it what takes extents from `arrived`");
    const auto bytes = static_cast<std::uint64_t>(payloads.bytes);
    const ServedBlocks& blocks = *around.called(store)->as<ServedBlocks>();
    const std::uint64_t span = blocks.are_at_random() ? blocks.place_on_a_disk().bytes : 0;
    const Payloads of_disk = payloads.part(1 / working);
    for (unsigned d = 0; d < around.plan().counts[1]; ++d) {
      const Connections disk = *around.called({1, d});
      const Connections string = *disk.behind({0, 0});
      const Disk::Config& config = around.config_of<Disk::Config>({1, d});
      if (config.failed) continue;
      // Where they follow each other the arm may go next to nowhere.
      double cycle = config.least_service(bytes, span);
      const std::uint64_t chunk = config.chunk == 0 ? bytes : std::min(bytes, config.chunk);
      const std::uint64_t full = (bytes - 1) / chunk, last = bytes - full * chunk;
      const double of_last = on_string(disk, last);
      if (depth_ == 1) cycle += of_last + payloads.seconds;
      const double of_string = static_cast<double>(full) * on_string(disk, chunk) + of_last;
      book.take(disk.number(), "", 1, of_disk, cycle);
      book.take(string.number(), "", 1, of_disk, of_string);
      book.add_events(of_disk.count * static_cast<double>(2 * (full + 1) + 1));
      // Data that a disk reads faster than its string, shared with others, takes them wait.
      const double on_medium = payloads.bytes * 8 / static_cast<double>(config.rate);
      book.add_memory(payloads.bytes * std::max(0.0, 1 - on_medium / (of_string * disks_of(string, around))));
    }
    return {{read, payloads}};
  }

  /// It has no other server's extents.
  static void require_own(const Payloads& requests, const Connections& around) {
    const unsigned own = around.plan().calls.at(store).port.index;
    if (requests.server == own) return;
    const std::string& of_store = around.called(store)->path();
    around.refuse(fmt::format("`{}` is server {} of `{}`, and is asked for extents of server {}", around.path(), own,
                              of_store, requests.server),
                  fmt::format("Join `request[{}]` of the client to it, or its `store` to `{}.server[{}]`", own,
                              of_store, requests.server));
  }
  /// Disks that have not failed.
  static unsigned disks_that_work(const Connections& around) {
    unsigned working = 0;
    for (unsigned d = 0; d < around.plan().counts[1]; ++d) working += !around.config_of<Disk::Config>({1, d}).failed;
    return working;
  }
  /// Its disks on a string.
  static unsigned disks_of(const Connections& string, const Connections& around) {
    unsigned disks = 0;
    for (unsigned d = 0; d < around.plan().counts[1]; ++d)
      disks += around.called({1, d})->behind({0, 0})->number() == string.number();
    return disks;
  }
  static bool leads_here(const Connections& string, const Connections& around) {
    const std::optional<Connections> host = string.behind({1, 0});
    return host && host->number() == around.number();
  }
  /// Seconds that the disk has its string for `bytes`.
  static double on_string(const Connections& disk, std::uint64_t bytes) {
    const PartConfig& string = disk.behind({0, 0})->config();
    const std::optional<Capacity> capacity = string.capacity_from(disk.input_behind({0, 0})->port, bytes);
    return capacity ? static_cast<double>(bytes) / capacity->contended : 0;
  }

  std::uint64_t depth_ = 1;
  std::uint64_t string_rate_ = 8ull * 10 * 1024 * 1024;
};

}  // namespace

ISOCHRON_PART(extent_server, ExtentServer::type_info, make_part<ExtentServerPart>);

}  // namespace isochron
