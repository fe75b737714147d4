// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/voyager/shared_stage.h>
#include <isochron/software/voyager/vsd_config.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// The node with the disks, of virtual shared disks; or the disks of the node itself, where who asks is joined to it
/// without a network between. Source: Voyager, sections 3.1, 3.2 and 5.2.
///
/// A request is as a VsdClient's: its tag has the number of the disk (`sequence`), bytes and position (`offset`).
///  - A read goes to its disk, whose chunks come over a string; when the last one is there it crosses the node's bus
///    (`to_bus`, and back by `from_bus`), as long as the block, then goes through the shared stage, if that is here,
///    and back to who asked.
///  - A write goes through the shared stage, if that is here, crosses the bus, and then goes to its disk, whose medium
///    and string it takes as long as a read. What goes back is a control message.
/// Of a request that fails with its disk an error goes back at once, in a control message.
///
/// Requests of one instant come to a disk by who asks, then by stream. How many a disk has is their senders' matter.
class VsdServer final : public sc_core::sc_module,
                        public Measured,
                        public Traced,
                        public FaultyStation,
                        private Disk::Asker,
                        private Region::Requester {
 public:
  /// A disk of this node.
  struct Drive {
    std::uint32_t number = 0;  ///< in the machine
    Disk* disk = nullptr;
  };

  /// `strings`: that its disks are on, whose targets take any address.
  VsdServer(const sc_core::sc_module_name& name, const Domain& domain, const VsdConfig& config, unsigned strings,
            const std::vector<Drive>& drives, std::uint64_t seed);
  ~VsdServer() override;

  /// Requests. Held until they are answered. Throws ModelError if the disk is not here.
  InletPort received;
  OutletPort sent;     ///< answers
  OutletPort to_bus;   ///< blocks that cross the node's bus ...
  InletPort from_bus;  ///< ... and have crossed it
  /// "string[i]": the host's end of string i.
  AtTargetBase& string(unsigned index);

  /// Requests in this window that are answered, and the bytes of their blocks.
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t bytes() const { return bytes_; }
  /// The shared stage; nullptr: it is not here.
  const SharedStage* stage() const { return stage_.get(); }
  /// Requests that it has.
  std::uint64_t held() const { return static_cast<std::uint64_t>(depth_.level()); }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "vsd_server";
  static TypeInfo type_info();

 private:
  class String;
  friend class AtTargetOf<VsdServer>;
  struct Probes;

  /// A request that is at a disk.
  struct Open {
    std::uint64_t number = 0;  ///< by which its disk knows it
    Payload* payload = nullptr;
    std::uint64_t left = 0;  ///< bytes that are not across the string
  };
  struct Place {
    Drive drive;
    std::uint64_t bytes = 0;  ///< across its string in this window
  };

  void on_request(AtTargetBase& socket, Payload& chunk, Time now);
  void on_complete(AtTargetBase& socket, Payload& chunk, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< a disk cannot be looked at

  void ask(Time now) override;
  void receive(Payload& payload, Time now);
  void crossed(Payload& payload, Time now);
  void staged(Payload& payload, Time now);
  void cross(Payload& payload, Time now);
  void to_disk(Payload& payload, Time now);
  void answer(Payload& payload, Time now);
  void request_failed(const Tag& tag, Time now) override;
  /// The answer is on its way, done or not.
  void let_go(Payload& payload, Time now);
  Place& place_of(std::uint64_t disk);
  void show(Time now);

  Region& region_;
  VsdConfig config_;
  std::vector<Place> places_;
  std::vector<std::unique_ptr<String>> strings_;
  ArrivalQueue<Payload*> for_disks_;  ///< until the end of the instant
  std::vector<Open> open_;            ///< by number
  bool has_failed_ = false;           ///< some request has, with its disk
  std::uint64_t requests_ = 0;        ///< so far
  std::uint64_t crossing_ = 0;        ///< blocks on the bus
  InletOf<VsdServer> received_{*this, &VsdServer::receive};
  InletOf<VsdServer> crossed_{*this, &VsdServer::crossed};
  InletOf<VsdServer> staged_{*this, &VsdServer::staged};
  std::unique_ptr<SharedStage> stage_;
  std::uint64_t blocks_ = 0;
  std::uint64_t bytes_ = 0;
  LevelOverTime depth_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
