// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <isochron/device/delivery_ledger.h>
#include <isochron/device/server_port.h>
#include <isochron/device/strand_source.h>
#include <isochron/fabric/c104_crossbar.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/moments.h>
#include <isochron/observe/trace.h>
#include <isochron/system/multidisk_node.h>

namespace isochron {

/// A multiprocessor multidisk server of Gennart et al. as SystemC modules: disk nodes, and what joins them in its
/// architecture. Runs until its last strand is delivered.
class MultidiskServer final : public StrandSource::Server,
                              public MultidiskNode::Results,
                              public ServerPort::Stored,
                              public ProcessingUnit::Processed {
 public:
  /// `parameters` must have no problems() and outlive the server.
  MultidiskServer(const MultidiskParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);
  ~MultidiskServer();

  /// `progress(simulated picoseconds)` is called now and then; it may be empty. Throws ModelError on deadlock, a lost
  /// or doubled strand, or a protocol violation.
  void run(const std::function<void(std::uint64_t)>& progress, Trace* trace = nullptr);
  ReplicationRecord record() const;

  /// When the last strand was delivered.
  Time completion_time() const { return completion_; }
  /// Called for every delivery, for tests; before run().
  void set_listener(std::function<void(std::uint64_t strand, Time now)> listener) { listener_ = std::move(listener); }

 private:
  /// Strands that are read, or resampled.
  struct Deliveries {
    std::uint64_t strands = 0;
    Time last = 0;
  };

  void request(std::uint64_t strand, Time now) override;
  void in_shared_memory(Payload& payload, Time now) override;
  void at_its_end(std::uint64_t strand, Time now) override;
  void stored_at_server(Payload& payload, Time now) override;
  void processed(ProcessingUnit& unit, Payload& payload, Time now) override;

  /// Some node has a disk-node interface, and with it real data.
  bool has_data() const;
  void report_parts(ReplicationRecord& record) const;
  void record_stages(ReplicationRecord& record) const;
  void record_interfaces(ReplicationRecord& record) const;
  void build_nodes(InstanceOverrides& overrides, std::uint64_t seed);
  void join_by_shared_bus();
  void join_by_links();
  void deliver(std::uint64_t strand, Time now);
  Tag tag_for(std::uint64_t strand) const;
  std::string waits() const;

  const MultidiskParameters& parameters_;
  Region region_{"fabric"};
  MessagePool pool_;
  Domain domain_;
  DeliveryLedger ledger_;
  DelayHistogram delays_;
  Moments delay_seconds_;
  std::vector<Time> issued_;  ///< of each strand
  Deliveries read_, resampled_;
  Time completion_ = 0;
  std::function<void(std::uint64_t, Time)> listener_;

  std::unique_ptr<StrandSource> source_;
  std::unique_ptr<ProcessingUnit> network_;  ///< network interface, behind the shared bus or the server's memory
  std::unique_ptr<ProcessingUnit> server_processor_;  ///< point to point: for the network protocol
  std::vector<std::unique_ptr<MultidiskNode>> nodes_;
  std::unique_ptr<FifoBus> shared_;         ///< MBUS of the shared bus, or between subsystems
  std::unique_ptr<C104Crossbar> crossbar_;  ///< point to point
  std::vector<std::unique_ptr<ServerPort>> server_ports_;
  std::unique_ptr<FifoBus> server_bus_;  ///< of the server interface processor's memory
  std::unique_ptr<Memory> memory_;       ///< on the shared bus, or the server's
  std::vector<Measured*> measured_;
};

}  // namespace isochron
