// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/paced_work.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// Processor and memory of a PC as one serial resource: jobs run first come, first served, and adapters that write to
/// memory slow them down. While two adapters or more transfer, the processor stands still. Source: Calliope, sections
/// 3.1 and 3.2.3; one resource for both explains its Table 1.
class Host final : public sc_core::sc_module,
                   public WithStatistics<Host>,
                   public Traced,
                   private Region::Activity,
                   private Region::Update {
 public:
  /// Something to do. It belongs to the host from run() until it is done.
  class Job {
   public:
    virtual ~Job() = default;
    /// It may be run again, even in the call.
    virtual void done(Time now) = 0;

   private:
    friend class Host;
    bool taken_ = false;  ///< waits or runs
  };
  /// An adapter that moves data into or out of memory beside the processor.
  class Dma {
   public:
    /// So many of the host's adapters transfer at the moment, this one among them. Returns the speed at which it now
    /// goes, of that which it has alone.
    virtual PacedWork::Speed share(unsigned transferring, Time now) = 0;

   protected:
    ~Dma() = default;
  };
  enum class Kind {
    send,  ///< a packet to the network
    other
  };

  struct Config {
    std::uint64_t packet = 99'762 * nanosecond;         ///< of sending or receiving a packet
    std::uint64_t byte = 93'291;                        ///< ps, of each of its bytes
    std::uint64_t server_packet = 59'840 * nanosecond;  ///< ps more of a packet that the server sends
    std::uint64_t dma = 90'000;                         ///< ps that an adapter's byte takes from the host
    std::uint64_t memory_write = 8ull * 25'000'000;     ///< bit/s of memory that the processor writes
    std::uint64_t memory_copy = 8ull * 18'000'000;      ///< ... copies
    std::uint64_t memory_read = 8ull * 53'000'000;      ///< ... reads
    bool stops = true;                                  ///< the processor stands still while two adapters transfer

    ParameterTable parameters();
    /// Work of a packet of `bytes`, ps. `server`: not a bare program's.
    Time packet_work(std::uint64_t bytes, bool server) const {
      return packet + byte * bytes + (server ? server_packet : 0);
    }
    /// Work of writing `bytes` to memory, ps.
    Time write_work(std::uint64_t bytes) const;
    /// Bound by memory alone: written once, copied once, read twice; B/s. Source: Calliope, section 3.2.3.
    double memory_bound() const;
  };

  Host(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~Host() override;

  /// `work`: ps at full speed. The job with the lowest `key` of an instant is first. Throws ModelError if the job
  /// waits or runs already.
  void run(Job& job, Kind kind, Time work, std::uint64_t key, Time now);
  /// A job that sends runs or waits.
  bool sending() const { return sending_ > 0; }

  /// An adapter of the host. It must outlive the simulation's last transfer. Before the simulation.
  void join(Dma& adapter);
  /// A transfer of `bytes` begins, which takes `time` where no other adapter transfers. Calls share() of all that
  /// transfer. Throws ModelError if the adapter has not joined, or transfers already.
  void begin_transfer(Dma& adapter, std::uint64_t bytes, Time time, Time now);
  /// Throws ModelError if it does not transfer.
  void end_transfer(Dma& adapter, Time now);

  const Config& config() const { return config_; }
  const TimeIn& busy() const { return busy_; }                   ///< a job is there, whatever its speed
  const TimeIn& stopped() const { return stopped_; }             ///< it stands still: two adapters or more transfer
  const DelayHistogram& stops() const { return stops_; }         ///< how long at a time, of those that have ended
  PacedWork::Speed speed() const { return speed_; }              ///< at the moment
  const LevelOverTime& queue_depth() const { return waiting_; }  ///< jobs that wait

  static Statistics<Host> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "host";
  static constexpr const char* calls = "jobs of a host";
  static constexpr const char* joins = "DMA";
  static TypeInfo type_info();

 private:
  struct Probes;

  struct Waiting {
    Job* job = nullptr;
    Kind kind = Kind::other;
    Time work = 0;
  };
  /// Transfer of an adapter, which slows the host.
  struct Transfer {
    Dma* adapter = nullptr;
    bool under_way = false;
    PacedWork::Speed steal = 0;  ///< of the host's speed, where no other adapter transfers
  };

  void complete(Time now) override;
  void update(Time now) override;

  Transfer& transfer_of(const Dma& adapter, bool under_way);
  /// Share of the host's speed that such a transfer takes, to the nearest billionth; none if `time` is 0.
  PacedWork::Speed steal(std::uint64_t bytes, Time time) const;
  void share_out(Time now);
  void schedule_end();
  /// Updates the probes of a trace.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Config config_;
  PacedWork work_;   ///< what is left of the job that runs
  Waiting running_;  ///< no job: none
  std::uint64_t sending_ = 0;
  PacedWork::Speed speed_ = PacedWork::full;
  unsigned transferring_ = 0;
  std::uint64_t jobs_done_ = 0;
  TimeIn busy_;
  TimeIn stopped_;
  Time stopped_at_ = 0;
  DelayHistogram stops_;
  LevelOverTime stolen_;  ///< billionths of its speed
  LevelOverTime waiting_;
  ArrivalQueue<Waiting> jobs_;
  std::vector<Transfer> transfers_;  ///< one for each adapter
  Probes* probes_ = nullptr;         ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
