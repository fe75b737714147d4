// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include <isochron/core/ring.h>
#include <isochron/disk_node/disk_node_interface.h>
#include <isochron/disk_node/disk_node_module.h>
#include <isochron/disk_node/request_rings.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/unused_port.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A disk node's way from disks to memory that is a disk-node interface: the node's own disks and SCSI bus behind its
/// channel, its bus at port A or B, rings in a memory of their own, and the processor that runs the driver. The disks
/// give the times; the bytes are the stream's, and go through the interface to the bus.
///
/// The interface and what surrounds it live in a region of their own, at the kernel's time; disks, bus and strands are
/// the machine's region's.
class DiskNodeEngine final : public DiskNodeInterface, private DiskChannel, private Region::Requester {
 public:
  DiskNodeEngine(const sc_core::sc_module_name& name, const Domain& domain, const DiskNodeConfig& config,
                 const Shape& shape, Client& client);

  AtTargetBase& scsi() override { return scsi_; }
  AtInitiatorBase& bus() override { return bus_; }
  void read(const Strand& strand, Time now) override;
  std::uint64_t moved_bytes() const override { return moved_bytes_; }
  std::uint64_t cycles() const override { return node_->cycles(); }
  std::uint64_t under_way() const override { return under_way_; }

 private:
  friend class AtInitiatorOf<DiskNodeEngine>;
  friend class AtTargetOf<DiskNodeEngine>;
  enum Socket : unsigned { from_disks, from_interface };
  struct Order {
    Strand strand;
    Time came = 0;
  };
  /// What the interface has written, with the last burst of it, on the machine's bus.
  struct Transfer {
    Payload* written = nullptr;
    Message* on_bus = nullptr;
  };
  /// A strand of which some bytes have come.
  struct Assembly {
    Message* message = nullptr;
    std::uint64_t came = 0;
  };

  // The processor
  void firmware();
  std::optional<Time> push_requests(disk_node::RequestRings& rings);
  disk_node::Request prepare(const Strand& strand);
  void end(const disk_node::Completion& completion);

  // Sockets
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  Message* take_in(const Payload& payload);
  Message& new_transfer(std::uint64_t address, std::uint64_t bytes);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  // The channel
  void begin(const DiskChannel::Command& command, Time now) override;
  void read(unsigned disk, std::uint64_t block, std::uint8_t* data) const override;

  void ask_machine();
  void ask(Time now) override;
  void machine_has_moved();

  DiskNodeConfig config_;
  Shape shape_;
  Client& client_;
  Domain machine_;
  Region region_{"region"};
  MessagePool pool_{DiskNodeModule::pool_capacity};
  Domain domain_;
  AtTargetOf<DiskNodeEngine> scsi_;
  AtInitiatorOf<DiskNodeEngine> bus_;
  RequestQueue<DiskNodeEngine> outbox_{bus_};
  AtTargetOf<DiskNodeEngine> port_;
  LocalMemory rings_;
  UnusedTarget no_read_a_;
  UnusedTarget no_read_b_;
  UnusedTarget no_write_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<DiskNodeModule> node_;

  /// By disk: what the processor has not put into the ring, and how many requests it has.
  std::array<Ring<Order>, DiskNodeModule::disks> orders_;
  std::array<unsigned, DiskNodeModule::disks> asked_{};
  std::unordered_map<std::uint16_t, Strand> in_rings_;
  std::uint16_t next_id_ = 0;
  std::uint64_t under_way_ = 0;
  std::uint64_t moved_bytes_ = 0;
  KernelEvent work_{"work"};
  bool work_due_ = false;
  std::unordered_map<std::uint64_t, Assembly> assembling_;  ///< by strand
  // For the machine
  Ring<DiskChannel::Command> commands_;
  Ring<Message*> to_bus_;
  Ring<std::uint64_t> stored_;
  // From the machine
  std::vector<Transfer> on_bus_;
  Ring<Payload*> answers_;
  Ring<std::uint64_t> arrived_;
  KernelEvent moved_{"moved"};
};

/// Makes them, of either implementation of the disk-node interface.
DiskNodeInterfaceMaker disk_node_engine();

}  // namespace isochron
