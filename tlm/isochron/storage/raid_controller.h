// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/core/timed_queue.h>
#include <isochron/core/timed_ring.h>
#include <isochron/dma/dma_engine.h>
#include <isochron/endpoint/changing_source.h>
#include <isochron/endpoint/destination_policy.h>
#include <isochron/fold/folded_master.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/departures.h>
#include <isochron/protocol/faulty.h>
#include <isochron/storage/disk_delay.h>
#include <isochron/storage/lost_units.h>

namespace isochron {

/// RAID controller: I/Os at a constant interval, each ready after a disk delay of its own, then sent as messages
/// through one or two DMA engines, in the order in which the I/Os became ready (the paper, sections 3.1 and 6). Where
/// the disks have a rate, I/Os pass one after another at the end of their delays, and are ready when they are whole.
/// Control messages are left out, as in the paper. Payloads are made when an engine takes them, so that a backlog costs
/// no memory.
class RaidController final : public sc_core::sc_module,
                             public Measured,
                             public Traced,
                             public Faulty,
                             public ChangingSource,
                             public FoldedMaster,
                             private Region::Requester {
 public:
  static constexpr std::size_t max_engines = 2;

  /// Whose messages two engines take.
  enum class DmaQueue {
    shared,     ///< those of one queue: an I/O's go by either
    per_engine  ///< an I/O's go by one engine: the first that has none left to send, of two the lower
  };
  struct Config {
    std::uint64_t io = 128ull * 1024;  ///< bytes an I/O
    std::uint64_t message = 1024;      ///< bytes a message, at most `io`
    std::uint64_t dma_engines = 1;
    DmaQueue dma_queue = DmaQueue::shared;
    DiskDelay disk_delay;
    std::uint64_t disk_rate = 0;                   ///< of the disks together, bit/s; 0: any
    std::array<DmaEngineConfig, max_engines> dma;  ///< an engine each

    ParameterTable parameters();
    /// Of its disks together.
    Capacity capacity() const { return Capacity::of_rate(disk_rate); }
  };
  /// What the machine decides for its controllers.
  struct Workload {
    /// Interval between I/Os: the time that `io` bytes take at this rate, times numerator / denominator.
    std::uint64_t bits_per_second = 0;
    std::uint64_t interval_numerator = 1;
    std::uint64_t interval_denominator = 1;
    LostUnits lost_units;
    std::uint64_t io_limit = 0;  ///< stop after so many I/Os; 0: go on for ever
    std::uint64_t seed = 1;
    bool off = false;  ///< its node is down
  };
  using Addressing = std::function<std::uint64_t(const Destination&)>;

  RaidController(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                 const Workload& workload, std::unique_ptr<DestinationPolicy> destinations, Addressing addressing,
                 Departures& departures, unsigned source);
  ~RaidController() override;

  AtInitiatorBase& engine(unsigned index);
  unsigned engines() const;
  bool has_block_movers() const;
  /// Clock cycles of RTL simulated for its engines.
  std::uint64_t cycles() const;
  const Config& config() const { return config_; }

  static constexpr const char* type = "raid_controller";
  static TypeInfo type_info();

  // With one engine, of the paper:
  void fold(FoldedHead& head) override { head_ = &head; }
  bool has_next() const override { return has_message(sending_[0]); }
  Message& next() override;
  void entered_bus(Time at) override { put_on_bus(at); }
  void left_bus(std::uint64_t bytes, Time at) override { off_bus(bytes, at); }
  void request_ready() override { domain_.region.request(*this); }
  void show_request(Message* message) override;

  void expect_faults(const FaultContext&) override {}
  void set_condition(const PartCondition& condition, Time) override { slow_ = condition.slow; }

  void fail(Losses& losses, Time) override { losses_ = &losses; }
  /// Adds a traffic whose I/Os are only asked for, by `again`; `block` there is below 2^48. Before the simulation
  /// starts; the result lasts as long as this.
  ChangingSource& add_asked(std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, unsigned source);

  std::uint64_t change(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations, Time now) override;
  void again(std::uint64_t block, Time issued, Time now) override;
  void silence(Time now) override;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// A DMA engine that is a component of its own has messages and nothing that would move them.
  bool is_stuck() const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }
  std::uint64_t bytes() const { return bytes_; }  ///< sent in this window, counted when the bus has moved them
  std::uint64_t messages() const { return messages_; }
  const TimeIn& wait_link() const { return wait_link_; }  ///< a message is ready and every place on the bus is taken
  const LevelOverTime& depth() const { return depth_; }   ///< messages ready and not on the bus
  bool has_disk_rate() const { return disk_clock_.has_value(); }
  // With a disk rate:
  const TimeIn& disks_busy() const { return disks_busy_; }           ///< an I/O passes
  const LevelOverTime& disks_depth() const { return disks_depth_; }  ///< I/Os past their delay that do not pass yet
  /// Of its bandwidth over time.
  static constexpr Time interval = 100 * millisecond;

 private:
  friend class AtInitiatorOf<RaidController>;
  struct Engine;
  /// A traffic's messages.
  struct Outgoing {
    std::unique_ptr<DestinationPolicy> destinations;
    Addressing addressing;
    std::uint32_t source;
    std::uint64_t sequence = 0;
  };
  class Asked;
  /// An I/O whose messages are being sent, by an engine or by all of them.
  struct Sending {
    Outgoing* of = nullptr;
    Io io;
    bool under_way = false;
    std::uint64_t sent = 0;   ///< bytes handed to engines
    std::uint32_t index = 0;  ///< of the next message
    Destination last;
  };

  /// Brings all that sends its messages to the present.
  void advance(Time now);
  void set_interval();
  void start_io();
  void lose_io(const Io& io, Time now);
  void read(std::uint32_t source, std::uint64_t block, Time issued, Time now);
  /// Takes the next one that is ready.
  void begin(Sending& sending);
  /// Of one I/O, with what faults make of it.
  Time disk_delay();
  void delay_over();
  void io_passed();
  void pass(const Io& io, Time now);
  void io_ready(Io io, Time now);
  void ask(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorOf<RaidController>& socket, Payload& payload, Time now);
  void send_next(Engine& engine);
  Sending& sending_of(const Engine& engine);
  bool has_message(const Sending& sending) const { return sending.under_way || !ready_.empty(); }
  bool has_message() const { return has_message(sending_[0]) || (sending_.size() > 1 && has_message(sending_[1])); }
  Message& next_message(const Engine& engine);
  void put_on_bus(Time now);
  void moved(std::uint64_t bytes, Time now);
  void off_bus(std::uint64_t bytes, Time now);
  void sent(std::uint64_t bytes, Time now);
  void note_waiting(Time now);

  struct Probes;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Domain domain_;
  Config config_;
  Workload workload_;
  double slow_ = 1;  ///< times that disk delays are longer
  Outgoing own_;
  std::vector<std::unique_ptr<Asked>> asked_;
  Departures& departures_;
  std::vector<std::unique_ptr<Engine>> engines_;
  FoldedHead* head_ = nullptr;  ///< that computes the bus; or none
  KernelEvent io_due_{"io_due"};
  TimedQueue<Io> disks_{"disk_done"};
  std::optional<TransferClock> disk_clock_;
  Time disks_free_ = 0;
  TimedRing<Io> passing_{"io_whole"};
  TimeIn disks_busy_;
  LevelOverTime disks_depth_;
  SplitMix64 delays_;
  std::uint64_t interval_quotient_ = 0;  ///< the interval is quotient + remainder / denominator picoseconds
  std::uint64_t interval_remainder_ = 0;
  std::uint64_t interval_denominator_ = 1;
  std::uint64_t carry_ = 0;
  Time next_io_ = 0;
  std::uint64_t ios_ = 0;
  Losses* losses_ = nullptr;  ///< that hears of what it asks for, once it has failed
  Ring<Io> ready_;
  std::vector<Sending> sending_;  ///< one, or one an engine
  unsigned on_bus_ = 0;           ///< engines whose message is on the bus
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  TimeIn wait_link_;
  LevelOverTime depth_;
  std::vector<std::uint64_t> by_interval_{0};
  Time interval_end_ = interval;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
