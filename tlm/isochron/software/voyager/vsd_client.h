// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/voyager/shared_stage.h>
#include <isochron/software/voyager/vsd_config.h>

namespace isochron {

/// The virtual shared disks of a node that has none: it sends requests for blocks to the nodes with the disks. Source:
/// Voyager, sections 3.2 and 5.2.
///
/// A request is a payload, a read or a write command, whose tag has the number of the disk in the machine (`sequence`),
/// the block's bytes and its position on the disk (`offset`). Of a disk `outstanding` requests are under way; others
/// wait, first come, first served, of one instant by stream. The payload itself goes to the node of the disk
/// (`destination`) and comes back to this one (`source`), as long as what it carries: the block or a control message.
class VsdClient final : public sc_core::sc_module,
                        public Measured,
                        public Traced,
                        public FaultyStation,
                        private Region::Requester {
 public:
  /// `endpoint`: of this node. `nodes`: endpoint of the node of each disk of the machine, by the disk's number.
  VsdClient(const sc_core::sc_module_name& name, const Domain& domain, const VsdConfig& config, std::uint32_t endpoint,
            std::vector<std::uint32_t> nodes, std::uint64_t seed);
  ~VsdClient() override;

  /// Held until they are done. Throws ModelError if the machine has no such disk.
  InletPort requests;
  OutletPort done;
  OutletPort sent;     ///< to the network
  InletPort received;  ///< answers. Throws ModelError if nobody waits for it

  /// Requests in this window that are done, and the bytes of their blocks.
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t bytes() const { return bytes_; }
  /// The shared stage; nullptr: it is not here.
  const SharedStage* stage() const { return stage_.get(); }
  /// Requests that wait for their disk's turn.
  const LevelOverTime& queue_depth() const { return depth_; }
  /// Requests that it has, those under way too.
  std::uint64_t held() const { return held_; }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "vsd_client";
  static TypeInfo type_info();

 private:
  struct Request {
    Payload* payload = nullptr;
    Time came = 0;
  };
  /// What this node has of a disk.
  struct Drive {
    std::uint32_t node = 0;
    ArrivalQueue<Request> waiting;
    std::vector<Request> under_way;
    bool noted = false;  ///< its next may begin
  };
  struct Probes;

  void ask(Time now) override;
  void accept(Payload& payload, Time now);
  void receive(Payload& payload, Time now);
  void staged(Payload& payload, Time now);
  void note(std::uint32_t disk);
  void send(Payload& payload, Time now);
  void finish(Payload& payload, Time now);
  Drive& drive_of(const Payload& payload);
  void show(Time now);

  Region& region_;
  VsdConfig config_;
  std::uint32_t endpoint_;
  std::vector<Drive> drives_;          ///< by number
  std::vector<std::uint32_t> noted_;   ///< disks whose next may begin
  std::vector<std::uint32_t> asking_;  ///< scratch of ask()
  InletOf<VsdClient> accepted_{*this, &VsdClient::accept};
  InletOf<VsdClient> received_{*this, &VsdClient::receive};
  InletOf<VsdClient> staged_{*this, &VsdClient::staged};
  std::unique_ptr<SharedStage> stage_;
  std::uint64_t held_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t bytes_ = 0;
  Time response_ = 0;  ///< of those blocks, from their request on, together
  LevelOverTime depth_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
