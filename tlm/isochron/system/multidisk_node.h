// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/disk_node/disk_node_interface.h>
#include <isochron/dma/block_mover.h>
#include <isochron/dma/link_engine.h>
#include <isochron/dma/strand_mover.h>
#include <isochron/host/memory.h>
#include <isochron/host/processing_unit.h>
#include <isochron/host/scsi_controller.h>
#include <isochron/storage/disk.h>
#include <isochron/system/bus_masters.h>
#include <isochron/system/multidisk_parameters.h>

namespace isochron {

/// The intelligent disk node of Gennart et al., section 3.2: disks on a SCSI bus, its controller, a processor and
/// a compressor on a memory bus, and a way out. In the shared-bus server the memory bus and the memory are everybody's;
/// in the other two they are the node's own, and a link engine or a block mover takes results out. Of subsystems the
/// disks and their controller may hang on the bus between the nodes, which reaches the node's memory too. One class for
/// all.
class MultidiskNode final : public BlockMover::Moved, private DiskNodeInterface::Client {
 public:
  /// Hears of strands that are where they are to end.
  class Results {
   public:
    /// Where it is to end: taken out by a block mover or, of subsystems, in the node's memory.
    virtual void at_its_end(std::uint64_t strand, Time now) = 0;

   protected:
    ~Results() = default;
  };
  /// What a node's parts need of the machine they are in.
  struct BuildContext {
    const Domain& domain;
    Results& results;
    std::uint64_t seed;
  };

  /// `around` is null where the node is only planned; it and `parameters` must outlive the node.
  MultidiskNode(const MultidiskParameters& parameters, const BuildContext* around, unsigned index);

  /// Its parts and connections, within the scope that is open. Throws ModelError if it has more disks than its
  /// interface can have.
  void assemble(Assembly& machine);
  /// Its masters on the bus that it shares with other nodes, by their ports within the node.
  std::vector<BusMaster> shared_masters() const;
  /// What that bus reaches of the node, subsystems' memory and controllers' buffers, starting at addresses that no
  /// other node has.
  struct Reached {
    std::uint64_t first;
    std::string port;  ///< within the node
  };
  std::vector<Reached> reached() const;
  static constexpr std::uint64_t address_space = std::uint64_t{1} << 40;  ///< bytes of each of these, and of the rest

  /// Results that are in the memory that all nodes share.
  Outlet in_shared_memory{"in_shared_memory"};

  /// Asks for a strand that is on this node.
  void request(std::uint64_t strand, Time now);

  /// It has a disk-node interface, and with it real data in memories.
  bool has_data() const { return has_interface_; }
  /// Its block mover moves real data, whatever is in memories.
  bool has_clocked_mover() const { return has_mover_ && mover_config_.clocked(); }
  /// Bytes that were compared: with their stream in its memory and by its processor, with what was read by its mover.
  std::uint64_t checked_bytes() const;
  /// Payloads of its mover's own.
  std::size_t outstanding() const { return mover_ == nullptr ? 0 : mover_->outstanding(); }
  /// Clock cycles of RTL simulated for it.
  std::uint64_t cycles() const;

 private:
  void moved(const Move& move, Time now) override;
  // What its parts hand on.
  void stored(Payload& payload, Time now);
  void processed(Payload& payload, Time now);
  void take_out(Payload& payload, Time now);
  void strand_moved(Payload& payload, Time now);

  // What the disk-node interface asks for. Strands lie one behind the other on a disk, each from a block's beginning.
  void read_disk(const DiskNodeInterface::Command& command, Time now) override;
  std::uint64_t stream_offset(unsigned disk, std::uint64_t block) const override;
  void describe(Message& message) const override;
  void strand_stored(std::uint64_t strand, Time now) override;

  void configure_mover(Assembly& machine);
  void add_units(Assembly& machine);
  void add_front(Assembly& machine);
  void add_way_out(Assembly& machine);
  void add_disks(Assembly& machine);
  void add_memory(Assembly& machine);
  /// The part between SCSI bus and memory.
  std::string front() const { return has_interface_ ? "disk_node" : "controller"; }
  bool has_link() const { return p_.architecture == Architecture::point_to_point; }
  bool has_mover() const { return has_mover_; }
  bool has_strand_mover() const { return p_.architecture == Architecture::subsystems && !has_mover(); }
  /// A controller on the shared bus writes into a buffer, from which the mover reads bursts.
  bool has_buffer() const { return has_mover() && p_.disks_on_shared_bus(); }
  std::vector<BusMaster> local_masters() const;
  std::uint64_t buffer_address() const { return (1 + p_.nodes + index_) * address_space; }
  /// Of the disk requests of a strand, when one is in memory.
  bool is_last_part(std::uint64_t strand);
  void moved_in(std::uint64_t strand, Time now);
  std::uint64_t blocks_per_strand() const;
  std::uint64_t strand_at(unsigned disk, std::uint64_t block) const;
  Tag tag_for(std::uint64_t strand, Time issued) const;
  void in_memory(Payload& payload, Time now);

  const MultidiskParameters& p_;
  const BuildContext* around_;
  unsigned index_;
  bool has_interface_ = false;  ///< instead of the controller
  BlockMover::Config mover_config_;
  bool has_mover_ = false;                    ///< ... that moves bursts: the machine's do, or this one counts edges
  std::uint64_t memory_address_;              ///< of its own memory; 0 where only its own bus reaches it
  std::vector<std::uint32_t> parts_missing_;  ///< of each strand of this node, by its turn on the node

  InletOf<MultidiskNode> stored_{*this, &MultidiskNode::stored};
  InletOf<MultidiskNode> processed_{*this, &MultidiskNode::processed};
  InletOf<MultidiskNode> compressed_{*this, &MultidiskNode::take_out};
  InletOf<MultidiskNode> moved_{*this, &MultidiskNode::strand_moved};

  std::vector<Disk*> disks_;
  DiskNodeInterface* interface_ = nullptr;  ///< instead of the controller
  ProcessingUnit* processor_ = nullptr;
  ProcessingUnit* compressor_ = nullptr;
  Memory* memory_ = nullptr;             ///< its own, or none
  LinkEngine* link_ = nullptr;           ///< point to point
  BlockMover* mover_ = nullptr;          ///< subsystems, in bursts ...
  StrandMover* strand_mover_ = nullptr;  ///< ... or a strand at a time
};

}  // namespace isochron
