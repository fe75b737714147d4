// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/class_turns.h>
#include <isochron/core/rate.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/part/class_parameters.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/request_queue.h>
#include <isochron/storage/disk_mechanics.h>
#include <isochron/storage/medium.h>
#include <isochron/storage/seek_latency.h>

namespace isochron {

/// Magnetic disk on a SCSI bus: serves requests one after another, each after a latency of its own, at the rate of its
/// medium, into a buffer from which it then goes over the bus: whole (store and forward; Gennart et al., section 3.2),
/// or in chunks, each as soon as it is off the medium (PS2, section 6). The medium goes on meanwhile: the buffer has
/// room for what the bus has not taken. With `chunks: one_by_one` it goes on once the chunk is across.
///
/// With `latency: mechanical` the time before a transfer is the arm's way and the rotation. The arm begins at position
/// 0 and stays at the end of what it read last. How many requests the disk has at a time is their sender's matter.
///
/// With several classes of traffic the class of the next request is chosen first, and then, as `order` says, one of its
/// requests.
class Disk final : public sc_core::sc_module,
                   public WithStatistics<Disk>,
                   public Traced,
                   public FaultyStation,
                   private Region::Activity,
                   private Region::Update {
 public:
  enum class Freed {
    after_medium,  ///< the next request begins once the medium's transfer has ended
    after_scsi     ///< ... once the data is across the SCSI bus, its last chunk too
  };
  /// Of the requests that wait; with `latency: mechanical`.
  enum class Order {
    fifo,     ///< as they came
    elevator  ///< the nearest in the arm's present direction, and where there is none it turns round; ties as they came
  };
  /// Of one request.
  enum class Chunks {
    overlapped,  ///< the medium goes on with the next one at once
    one_by_one   ///< ... once the one before is across: each is a command of its own
  };
  struct Config {
    SeekLatency latency;
    std::uint64_t rate = 8ull * 4'000'000;  ///< of the medium, bit/s
    Freed freed = Freed::after_medium;
    DiskMechanics mechanics;  ///< where latency.law is mechanical
    Order order = Order::fifo;
    std::uint64_t chunk = 0;  ///< bytes that go to the bus at a time; 0: a request's, all in one
    Chunks chunks = Chunks::overlapped;
    bool failed = false;  ///< it must not be asked for anything
    ClassParameters classes;

    /// Of a disk without mechanics.
    ParameterTable parameters();
    /// Of every disk.
    ParameterTable all_parameters();
    /// With requests of `bytes`, where its bus takes no time. Mechanical: at random over the whole disk.
    Capacity capacity(std::uint64_t bytes) const;
    /// Seconds, on the mean, of a request of `bytes`, latency and medium, in the fastest zone; mechanical: where
    /// requests are spread at random over `span` bytes of the disk, 0: they follow each other.
    double least_service(std::uint64_t bytes, std::uint64_t span) const;
    bool is_mechanical() const { return latency.law == SeekLatency::Law::mechanical; }
    /// Zones of the medium have rates of their own, instead of `rate`.
    bool has_zones() const { return is_mechanical() && mechanics.zones > 1; }
  };

  Disk(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, const Seed& seed);

  AtInitiatorOf<Disk> socket;

  /// Asks for `bytes` >= 1 that `tag` describes and that lie on the disk from `position` on, to be sent to `address` on
  /// the bus. Requests of one instant come in the order of their sequence numbers. Each chunk is a message of its own,
  /// written to `address` and its offset in the request; its tag is the request's, but for `offset`, that offset, and
  /// `bytes`, the request's. Throws ModelError if the disk has failed, and if a mechanical disk is read past its end.
  void read(const Tag& tag, std::uint64_t address, std::uint64_t position, std::uint64_t bytes, Time now);
  /// The same where the law of latencies leaves open where the bytes lie.
  void read(const Tag& tag, std::uint64_t address, std::uint64_t bytes, Time now) { read(tag, address, 0, bytes, now); }
  /// What it sends is read from `medium`, which must outlive it. Without one no data are written. Before the
  /// simulation.
  void set_medium(const Medium* medium) { medium_ = medium; }

  /// Hears of requests that fail with the disk, each once: of what waited, of what it served, of what comes until it is
  /// back. In an update of the region, or in the completions of an instant.
  class Asker {
   public:
    virtual void request_failed(const Tag& tag, Time now) = 0;

   protected:
    ~Asker() = default;
  };
  /// Whoever asks, and outlives it. Before the simulation.
  void set_asker(Asker& asker) { asker_ = &asker; }
  /// It must not be asked; what happens instead is its sender's matter.
  bool failed() const { return config_.failed || dead_; }
  const Config& config() const { return config_; }

  void expect_faults(const FaultContext& context) override;
  void set_condition(const PartCondition& condition, Time now) override;

  static Statistics<Disk> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }
  const LevelOverTime& queue_depth() const { return depth_; }  ///< requests not yet begun

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "disk";
  static constexpr const char* calls = "requests";  ///< as descriptions and machine files have it
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<Disk>;

  struct Request {
    Tag tag;
    std::uint64_t address = 0;
    std::uint64_t position = 0;
    std::uint64_t bytes = 0;
  };

  void complete(Time now) override;
  void update(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  Request take_next();
  /// The place of the request that is next of those of one class, which has one; `inwards`: the direction of the arm
  /// then.
  std::size_t next_of(const ArrivalQueue<Request>& requests, bool& inwards) const;
  std::size_t nearest(const ArrivalQueue<Request>& requests, bool inwards) const;
  std::uint64_t waiting() const { return static_cast<std::uint64_t>(depth_.level()); }
  Time draw_latency();
  void read_chunk(Time now);
  /// The request that it serves, and all that wait, will never be read.
  void fail_served(Time now);
  void fail_waiting(Time now);
  void fail(const Request& request, Time now);
  Time medium_time(std::uint64_t bytes) const;
  void free(Time now);
  /// For whoever traces.
  TransactionId served() const;
  void show(Time now);

  Domain domain_;
  Config config_;
  Rate rate_;
  RandomStream latencies_;
  RandomStream rotations_;
  const Medium* medium_ = nullptr;
  std::vector<ArrivalQueue<Request>> requests_;  ///< by class
  ClassTurns turns_;
  Request serving_;
  bool dead_ = false;             ///< it has failed, and what is asked of it fails
  Losses* losses_ = nullptr;      ///< hears of what faults destroy; once faults are expected
  Asker* asker_ = nullptr;        ///< or none
  bool is_reading_ = false;       ///< a chunk comes off the medium
  Time ends_ = 0;                 ///< of what it does, as things stood when it began
  Time transfer_from_ = 0;        ///< when the first byte of it was under the head; waits for chunks to cross are added
  std::uint64_t off_medium_ = 0;  ///< bytes of it, with the chunk that is being read
  std::uint64_t chunk_ = 0;       ///< bytes of that chunk
  std::uint64_t to_cross_ = 0;    ///< bytes of it that are not across the bus; where it is freed after_scsi
  std::uint64_t arm_ = 0;         ///< position of the arm
  bool inwards_ = true;           ///< the arm's direction, of the elevator
  const Payload* awaited_ = nullptr;  ///< the chunk that must be across before the medium goes on
  LevelOverTime depth_;
  TimeIn busy_;
  RequestQueue<Disk> outbox_{socket};
  ServerProbes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<ServerProbes> own_probes_;
};

}  // namespace isochron
