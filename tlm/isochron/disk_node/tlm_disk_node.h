// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/disk_node/disk_node_module.h>
#include <isochron/disk_node/tlm_strands.h>
#include <isochron/dma/block_mover/unused_port.h>

namespace isochron {

/// The disk-node interface at transaction level: registers, rings and interrupts of disk_node.v, with its latencies in
/// clock edges, round TlmStrands. It has what the machines use: reads through the ring, interrupts without coalescing,
/// requests without deadlines. Registers of the rest (direct request, slot table, coalescing, TIMEOUT) answer with
/// SLVERR, and a write or a degraded read stops the run: it is not there, and says so. The ports' attributes are
/// registers and no more: the base protocol has no place for them.
class TlmDiskNode final : public DiskNodeModule, private TlmStrands::Host {
 public:
  TlmDiskNode(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, DiskChannel& channel);

  AtTargetBase& registers() override { return registers_; }
  AtInitiatorBase& read(Port port) override;
  AtInitiatorBase& write(Port port) override;
  void arrived(std::uint64_t number, Time now) override { strands_.arrived(number, now); }
  bool interrupt() const override { return interrupt_; }
  const sc_core::sc_event& interrupt_changed() const override { return interrupt_changed_; }
  std::uint64_t cycles() const override { return 0; }

 private:
  friend class AtTargetOf<TlmDiskNode>;
  using Tick = TickCalls::Tick;
  struct Outstanding {
    bool used = false;
    std::uint16_t id = 0;
    std::uint32_t began = 0;
  };
  struct End {
    std::uint16_t id = 0;
    disk_node::Code code = disk_node::Code::done;
    std::uint32_t bytes = 0;
    std::uint32_t began = 0;
    std::uint32_t ended = 0;
  };

  // Registers
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  bool readable(std::uint32_t offset, std::uint32_t& value) const;
  bool idle() const;
  bool write_register(std::uint32_t offset, std::uint32_t value);
  std::uint32_t time() const;
  void raise(std::uint32_t causes);
  void update_interrupt();

  // Rings
  void fetch();
  void fetched(const Message& message);
  void load(const disk_node::Request& request);
  void strand_ended(unsigned place, disk_node::Code code, std::uint32_t bytes) override;
  void look(unsigned place, disk_node::Code code, std::uint32_t bytes);
  void complete();
  void completed();

  TickCalls calls_;
  AtTargetOf<TlmDiskNode> registers_;
  TlmStrands strands_;
  OrderedPort read_d_;
  OrderedPort write_d_;
  UnusedInitiator no_read_a_;
  UnusedInitiator no_read_b_;

  bool run_ = false;
  std::uint32_t settings_ = 2 | 64 << 16;
  std::uint32_t tick_cycles_ = 50;
  std::uint32_t interrupt_enable_ = 0;
  std::uint32_t interrupt_status_ = 0;
  bool interrupt_ = false;
  sc_core::sc_event interrupt_changed_{"interrupt_changed"};
  static constexpr std::uint32_t attributes_reset = 0x2233;
  std::array<std::uint32_t, 3> attributes_{attributes_reset, attributes_reset, attributes_reset};  ///< of the ports
  std::uint32_t count_requests_ = 0;
  std::uint32_t count_errors_ = 0;

  struct RingSlot {
    std::uint64_t base = 0;
    unsigned log2 = 0;
    std::uint32_t filled = 0;  ///< where the next entry is put
    std::uint32_t emptied = 0;
    std::uint32_t next_of(std::uint32_t index) const { return (index + 1) & ((1u << log2) - 1); }
  };
  RingSlot requests_in_;
  RingSlot completions_;
  bool phase_ = true;
  bool fetching_ = false;
  std::array<Outstanding, requests> outstanding_;
  std::optional<End> end_;  ///< whose completion is not in memory
  bool completing_ = false;
};

}  // namespace isochron
