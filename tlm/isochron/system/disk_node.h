// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/device/block_mover.h>
#include <isochron/device/disk.h>
#include <isochron/device/disk_node_interface.h>
#include <isochron/device/link_engine.h>
#include <isochron/device/memory.h>
#include <isochron/device/processing_unit.h>
#include <isochron/device/scsi_controller.h>
#include <isochron/observe/instance_overrides.h>
#include <isochron/system/multidisk_parameters.h>

namespace isochron {

/// The intelligent disk node of Gennart et al., section 3.2: disks on a SCSI bus, its controller, a processor and
/// a compressor on a memory bus, and a way out. In the shared-bus server the memory bus and the memory are everybody's;
/// in the other two they are the node's own, and a link engine or a block mover takes results out. One class for all
/// three.
class DiskNode final : public sc_core::sc_module,
                       public ScsiController::Stored,
                       public ProcessingUnit::Processed,
                       public BlockMover::Moved,
                       private DiskNodeInterface::Client {
 public:
  /// Hears of strands that the node has done with.
  class Results {
   public:
    /// In the shared memory.
    virtual void in_shared_memory(Payload& payload, Time now) = 0;
    /// Taken out by the block mover.
    virtual void moved_out(std::uint64_t strand, Time now) = 0;

   protected:
    ~Results() = default;
  };
  /// What a node's parts need of the machine they are in.
  struct Surroundings {
    const MultidiskParameters& parameters;
    const Domain& domain;
    InstanceOverrides& overrides;
    Results& results;
    std::uint64_t seed;
  };

  /// A node's masters on its memory bus, in this order.
  enum Master : unsigned { controller_master, processor_master, compressor_master, way_out_master };
  /// The rates of `masters` nodes' masters of `parameters`, for a RatedTransfers.
  static std::vector<RatedTransfers::Rates> bus_rates(const MultidiskParameters& parameters);
  /// How many masters a node has on its memory bus.
  static unsigned masters(const MultidiskParameters& parameters);

  DiskNode(const sc_core::sc_module_name& name, const Surroundings& around, unsigned index);
  ~DiskNode() override;

  /// Joins the node to a bus that it shares, from device `first` on.
  void join(FifoBus& shared, unsigned first);
  /// Throws ModelError if it has more disks than its interface can have.
  void require_fit() const;
  /// Asks for a strand that is on this node.
  void request(std::uint64_t strand, Time now);

  std::vector<std::unique_ptr<Disk>> disks;
  std::unique_ptr<FifoBus> scsi;
  std::unique_ptr<ScsiController> controller;    ///< or
  std::unique_ptr<DiskNodeInterface> interface;  ///< ... the disk-node interface, with real data
  std::unique_ptr<ProcessingUnit> processor;
  std::unique_ptr<ProcessingUnit> compressor;
  std::unique_ptr<FifoBus> bus;       ///< its own, or none
  std::unique_ptr<Memory> memory;     ///< its own, or none
  std::unique_ptr<LinkEngine> link;   ///< point to point
  std::unique_ptr<BlockMover> mover;  ///< subsystems

  /// Every part that keeps statistics.
  std::vector<Measured*> measured();

 private:
  void stored(Payload& payload, Time now) override;
  void processed(ProcessingUnit& unit, Payload& payload, Time now) override;
  void moved(const Move& move, Time now) override;

  // What the disk-node interface asks for. Strands lie one behind the other on a disk, each from a block's beginning.
  void read_disk(const DiskNodeInterface::Command& command, Time now) override;
  std::uint64_t stream_offset(unsigned disk, std::uint64_t block) const override;
  void describe(Message& message) const override;
  void strand_stored(std::uint64_t strand, Time now) override;

  void make_front(const Surroundings& around);
  std::uint64_t blocks_per_strand() const;
  std::uint64_t strand_at(unsigned disk, std::uint64_t block) const;
  Tag tag_for(std::uint64_t strand, Time issued) const;
  void in_memory(Payload& payload, Time now);
  void take_out(Payload& payload, Time now);

  const MultidiskParameters& parameters_;
  Results& results_;
  Domain domain_;
  unsigned index_;
  std::vector<std::uint32_t> parts_missing_;  ///< of each strand of this node, by strand / nodes
};

}  // namespace isochron
