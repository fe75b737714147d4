// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <isochron/disk_node/disk_node_module.h>
#include <isochron/disk_node/request_rings.h>
#include <isochron/dma/block_mover/driver_access.h>

#include "equivalence_memory.h"
#include "random_strands.h"

namespace isochron::cosim {

/// A disk-node interface of either kind between disks and two memories, with a requester that drives batches of
/// requests through its rings and writes down what became of each. A disk takes a time that follows from the block
/// alone, one command after the other.
class StrandPlace final : public sc_core::sc_module, private DiskChannel {
 public:
  struct Batch {
    StrandRegime regime;
    std::vector<TimedStrand> strands;
  };
  struct Outcome {
    unsigned batch = 0;
    disk_node::Completion completion;
    Time requested = 0;
    Time done = 0;  ///< its completion reached memory
  };

  StrandPlace(const sc_core::sc_module_name& name, DiskNodeModule::Implementation implementation,
              const std::vector<Batch>& batches, std::uint64_t seed, const DiskNodeModule::Config& config = {});

  /// In the order of completion.
  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  /// What the registers said of the ports' attributes, see told_attributes.
  const std::vector<std::uint32_t>& attributes() const { return attributes_; }
  /// Whether they were refused while requests may come.
  bool attributes_stand() const { return attributes_stand_; }
  EquivalenceMemory& memory(unsigned port) { return port == 0 ? a_ : b_; }
  const DiskNodeModule& node() const { return *node_; }
  /// What the register TIME said at the end.
  std::uint32_t time() const { return time_; }
  /// The bytes of a block: of the disk, and of nothing else.
  static void contents(unsigned disk, std::uint64_t block, std::uint8_t* data);

 private:
  void requester();
  void take(unsigned batch, disk_node::RequestRings& rings);
  void written(std::uint64_t address);
  void begin(const DiskChannel::Command& command, Time now) override;
  void read(unsigned disk, std::uint64_t block, std::uint8_t* data) const override { contents(disk, block, data); }

  const std::vector<Batch>& batches_;
  std::uint64_t seed_;
  Region region_{"region"};
  MessagePool pool_{DiskNodeModule::pool_capacity};
  Domain domain_{region_, pool_, Phases::shortcut};
  EquivalenceMemory a_;
  EquivalenceMemory b_;
  EquivalenceMemory d_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<DiskNodeModule> node_;
  std::array<Time, DiskNodeModule::disks> disk_free_{};
  const StrandRegime* regime_ = nullptr;
  std::vector<Time> requested_;
  std::vector<unsigned> disk_of_;
  std::array<unsigned, DiskNodeModule::disks + 1> under_way_{};  ///< requests of each disk, and of one that is none
  std::vector<Time> done_;
  std::vector<Outcome> outcomes_;
  std::vector<std::uint32_t> attributes_;
  bool attributes_stand_ = false;
  std::uint32_t time_ = 0;
};

}  // namespace isochron::cosim
