// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/bus/arbiter.h>
#include <isochron/bus/bus_ports.h>
#include <isochron/bus/transfer_timing.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// A bus that one transfer holds at a time: masters bind to `device(i)`, `window(j)` binds to targets, map() says which
/// addresses a window answers to. MBUS, SCSI and the memory of a server interface processor are such buses; they differ
/// in their TransferTiming.
///
/// A request is accepted into the arbiter's queue at once (END_REQ); the arbiter's policy decides which is granted,
/// once all of an instant are there. The one that is granted holds the bus: its target sees it then, and a target that
/// withholds END_REQ, or the data of a read, blocks the bus meanwhile. When the last byte is across, the target gets
/// END_RESP and the master BEGIN_RESP. With a packet size, a transfer leaves the bus after each packet and queues
/// again: first come, first served is round robin then. Its target sees it with the last packet: had several transfers
/// their responses open at one target, which gives them one at a time (clause 15.2.6), they would wait for each other.
class FifoBus final : public sc_core::sc_module,
                      public WithStatistics<FifoBus>,
                      public Traced,
                      public FaultyStation,
                      public Rerouted,
                      private Region::Activity,
                      private Region::Update {
 public:
  /// `packet`: bytes after which a transfer lets others in; 0: never. `weights`: see make_arbiter().
  FifoBus(const sc_core::sc_module_name& name, const Domain& domain, std::unique_ptr<const TransferTiming> timing,
          std::uint64_t packet, unsigned devices, unsigned windows, Arbitration arbitration = Arbitration::first_come,
          const std::vector<std::uint64_t>& weights = {});
  ~FifoBus() override;

  unsigned devices() const { return ports_.size(); }
  AtTargetBase& device(unsigned index);
  AtInitiatorBase& window(unsigned index);
  /// Addresses first to last, both inclusive, belong to window `index`. Before the simulation starts.
  void map(std::uint64_t first, std::uint64_t last, unsigned index) { ports_.map(first, last, index); }
  /// From now on they belong to it, whatever they belonged to.
  void change(std::uint64_t first, std::uint64_t last, unsigned index) { ports_.change(first, last, index); }

  static Statistics<FifoBus> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }  ///< granted to a transfer
  /// Transfers ended, and their bytes.
  std::uint64_t transfers() const { return transfers_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Requests in the arbiter's queue.
  const LevelOverTime& queue_depth() const { return depth_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "fifo_bus";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<FifoBus>;
  friend class AtInitiatorOf<FifoBus>;
  class Device;
  class Window;

  /// A transaction between request and response.
  struct Transfer : BusRequest {
    Payload* payload = nullptr;
    Device* master = nullptr;
    Window* window = nullptr;
    std::uint64_t left = 0;  ///< bytes that have not crossed
    bool answered = false;   ///< the response is there
    bool across = false;     ///< every byte has crossed
  };

  void complete(Time now) override;
  void update(Time now) override;
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}  ///< the bus is free once the last byte is across
  unsigned on_debug(AtTargetBase& socket, Payload& payload);
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  void queue(Transfer& transfer, Time now);
  bool is_last_packet(const Transfer& transfer) const;
  std::uint64_t next_packet(const Transfer& transfer) const {
    return is_last_packet(transfer) ? transfer.left : packet_;
  }
  void move_on(Time now);
  void finish(Transfer& transfer);
  Transfer& take_transfer();
  Transfer& answered(const Payload& payload);

  struct Probes;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  // What a transaction touches stands together.
  alignas(64) Region& region_;
  Transfer* holder_ = nullptr;  ///< has the bus
  bool moving_ = false;         ///< a packet of it is on the bus
  std::uint64_t packet_;
  Probes* probes_ = nullptr;  ///< while it is traced
  TimeIn busy_;
  std::unique_ptr<Arbiter> arbiter_;
  LevelOverTime depth_;
  std::uint64_t transfers_ = 0;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<const TransferTiming> timing_;
  std::vector<Transfer*> free_;
  BusPorts<Device, Window> ports_;
  std::vector<std::unique_ptr<Transfer>> transfers_made_;
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
