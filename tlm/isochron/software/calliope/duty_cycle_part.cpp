// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/part/configured.h>
#include <isochron/part/connections.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/stream_seats.h>

namespace isochron {

namespace {

class DutyCyclePart final : public PartConfig, public BlockReading {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.choice("pace", config_.pace, {"slots", "demand"},
                 "slots: each stream at its own time in a cycle; demand: round robin among those with an empty buffer",
                 "Calliope, section 2.2.1; round robin: section 2.3.3");
    table.count_or("slots", slots_, "streams", {1, 1000}, "of a disk in a cycle; streams: one for each of its streams",
                   "Calliope, section 2.2.1");
    table.count("streams", streams_, {0, 100'000}, "that there are slots for, of all disks");
    table.duration("cycle", config_.cycle, {1, 1'000'000 * second}, "in which each slot of a disk comes once",
                   "Calliope, section 2.2.1");
    table.bytes("block", config_.block, {512, 64 << 20}, "what a disk reads or writes at a time",
                "Calliope, section 2.3.3");
    table.choice("layout", layout_, {"copies", "striped", "single"},
                 "copies: every disk has a copy of each file; striped: blocks of a file go from disk to disk; single: "
                 "it is on one disk",
                 "Calliope, section 2.3.3");
    table.flag("keeps_slot", config_.keeps_slot, "who moves to another file of its disk waits for its own slot",
               "Calliope, section 2.3.1");
    table.counts_where(table.is("pace", {"slots"}), {"slots", "keeps_slot"});
    table.counts_where(table.is("layout", {"copies", "single"}), {"keeps_slot"});
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(DutyCycle::type);
    return {ports["buffers"], ports["served"], ports["chunks"], ports["disk"].calling(), ports["seats"].called()};
  }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const auto* const disk = other.as<Configured<Disk::Config>>())
      largest_chunk_ = std::max(
          largest_chunk_, disk->config().chunk == 0 ? config_.block : std::min(config_.block, disk->config().chunk));
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const unsigned disks = around.plan().counts[asked];
    if (disks == 0) return CompatibilityError{"it has no disk", "Join a port `disk[0]` to `requests` of one"};
    for (unsigned d = 0; d < disks; ++d) {
      const Disk::Config& disk = around.config_of<Disk::Config>({asked, d});
      if (!disk.is_mechanical())
        return CompatibilityError{"its disk `" + around.called({asked, d})->path() + "` does not know where blocks lie",
                                  "Set `latency: mechanical` there"};
      if (disk.mechanics.capacity < config_.block)
        return CompatibilityError{"a block of " + std::to_string(config_.block) + " B does not fit on its disk `" +
                                      around.called({asked, d})->path() + "`",
                                  "Use a smaller `block` or a larger `capacity`"};
    }
    return std::nullopt;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    std::vector<Disk*> disks;
    StreamFiles::Config places;
    DutyCycle::Config config = config_;
    for (unsigned d = 0; d < plan.counts[asked]; ++d) {
      disks.push_back(around.services.called<Disk>(plan, {asked, d}));
      const std::uint64_t capacity = disks.back()->config().mechanics.capacity;
      places.capacity = d == 0 ? capacity : std::min(places.capacity, capacity);
      config.elevator = config.elevator || disks.back()->config().order == Disk::Order::elevator;
    }
    places.disks = disks.size();
    places.block = config_.block;
    places.striped = config.striped = layout_ == Layout::striped;
    places.seed = around.seed.value();
    const bool fixed = config_.pace == DutyCycle::Pace::slots && slots_ > 0;
    config.slots = fixed ? slots_ : std::max<std::uint64_t>(1, (streams_ + disks.size() - 1) / disks.size());
    const auto seats = std::make_shared<StreamSeats>(places, layout_ == Layout::single);
    seats->cycle = machine.part<DutyCycle>(name, [&](const char* part) {
      return std::make_unique<DutyCycle>(part, machine.domain(), config, plan.counts[2], disks, seats->files);
    });
    around.services.offer({4, 0}, *seats);
    around.kept.push_back(seats);
  }

 private:
  enum class Layout { copies, striped, single };
  static constexpr unsigned asked = 3;

  std::uint64_t largest_chunk() const override { return largest_chunk_; }

  DutyCycle::Config config_;
  std::uint64_t slots_ = 0;  ///< 0: one for each stream
  std::uint64_t streams_ = 1;
  Layout layout_ = Layout::copies;
  std::uint64_t largest_chunk_ = 1;
};

}  // namespace

ISOCHRON_PART(duty_cycle, DutyCycle::type_info, make_part<DutyCyclePart>);

}  // namespace isochron
