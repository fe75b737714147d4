// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/move.h>
#include <isochron/dma/block_mover/unused_port.h>
#include <isochron/dma/dma_engine.h>

namespace isochron {

/// A RAID controller's DMA engine that is a block mover: the controller's memory at its port A, the bus at port B,
/// descriptors in a memory of their own, and the processor that runs the driver. Messages carry their stream's bytes,
/// which go through the block mover to the bus.
///
/// The block mover and what surrounds it live in a region of their own, at the kernel's time; messages come from and
/// go to the machine's region.
class BlockMoverEngine final : public DmaEngine, private Region::Requester {
 public:
  BlockMoverEngine(const sc_core::sc_module_name& name, const Domain& domain, const DmaEngineConfig& config,
                   Client& client);

  AtInitiatorBase& bus() override { return bus_; }
  bool has_room() const override { return held_ < config_.queue; }
  void take(Message& message, Time now) override;
  bool is_stuck() const override;
  std::uint64_t cycles() const override { return mover_->cycles(); }

 private:
  friend class AtInitiatorOf<BlockMoverEngine>;
  friend class AtTargetOf<BlockMoverEngine>;
  struct Order {
    Message* message = nullptr;
    Time came = 0;
  };
  /// A message whose bytes have all come from the block mover, with the burst that brought the last of them.
  struct Assembled {
    Message* message = nullptr;
    Payload* last_burst = nullptr;
  };

  // The processor
  void firmware();
  block_mover::Move prepare(Message& message);

  // Port B
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  bool takes_in(const Payload& payload);
  void bus_has_moved();

  // The bus
  void ask(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  DmaEngineConfig config_;
  Client& client_;
  Region& bus_region_;
  Region region_{"region"};
  MessagePool pool_{BlockMoverModule::pool_capacity};
  Domain domain_;
  AtInitiatorOf<BlockMoverEngine> bus_;
  AtTargetOf<BlockMoverEngine> port_b_;
  LocalMemory memory_;
  LocalMemory descriptors_;
  UnusedTarget no_reads_;
  UnusedInitiator no_stream_in_;
  UnusedTarget no_stream_out_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<BlockMoverModule> mover_;

  std::uint64_t held_ = 0;  ///< messages taken that the bus has not moved
  Ring<Order> orders_;      ///< that the processor has not seen
  KernelEvent work_{"work"};
  bool work_due_ = false;
  std::uint64_t prepared_ = 0;  ///< moves made
  Ring<Message*> moving_;       ///< in the block mover, in their order
  std::uint64_t came_of_first_ = 0;
  Ring<Assembled> assembled_;    ///< for the bus
  Payload* withheld_ = nullptr;  ///< the last burst of a message behind two others
  Assembled on_bus_;
  Ring<Payload*> answers_;  ///< bursts to answer
  KernelEvent moved_{"moved"};
};

/// Makes them, of either implementation of the block mover.
DmaEngineMaker block_mover_engine();

}  // namespace isochron
