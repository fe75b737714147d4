// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/core/split_mix.h>
#include <isochron/device/destination_policy.h>
#include <isochron/device/source_load.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/departures.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// Makes I/Os as a SourceLoad says, and messages of them, in order: what every source of a machine that is made of
/// general parts has, whatever it sends by. A payload is made when it can leave, so that a backlog costs no memory.
class MessageSource : public sc_core::sc_module,
                      public Measured,
                      public Traced,
                      private Region::Activity,
                      protected Region::Requester {
 public:
  using Addressing = std::function<std::uint64_t(const Destination&)>;

  ~MessageSource() override;

  const SourceLoad& load() const { return load_; }
  /// Its next I/O has a time.
  bool has_timer() const { return region_.is_scheduled(*this); }

  /// To be called when `bytes` of a message of this source have arrived where they go; a closed loop starts its next
  /// I/O when all of one have. In a completion of the region, or at the kernel's time. Throws ModelError for what is
  /// not under way.
  void delivered(const Tag& tag, std::uint64_t bytes, Time now);

  std::uint64_t bytes() const { return bytes_; }          ///< that left in this window
  std::uint64_t messages() const { return messages_; }    ///< that left in this window
  const LevelOverTime& depth() const { return depth_; }   ///< messages ready and not gone
  const TimeIn& wait_link() const { return wait_link_; }  ///< there is one

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 protected:
  /// `addressing`: of the bus or routers behind it; `source`: its endpoint. Throws ModelError for a load that cannot
  /// be: see SourceLoad; and a message fits into one of the pool.
  MessageSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
                std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
                std::uint32_t source);

  bool has_message() const { return sending_.under_way || at_start_left_ > 0 || !ready_.empty(); }
  /// Makes the next message, which leaves its source: the caller sends it at once. With one reference.
  Message& next_message();
  /// One has gone: it no longer waits.
  void gone(Time now) { change_depth(now, -1); }
  /// Counts what has left.
  void sent(std::uint64_t bytes) {
    bytes_ += bytes;
    ++messages_;
  }
  /// ask() is to be called in this instant.
  void request() { region_.request(*this); }

  /// The statistics of a source that sends `where`, "over the link".
  static void describe(TypeInfo& info, const std::string& where);

 private:
  /// The I/O whose messages are being sent.
  struct Sending {
    Io io;
    bool under_way = false;
    std::uint64_t bytes = 0;  ///< of all of it
    std::uint64_t sent = 0;
    std::uint32_t index = 0;  ///< of the next message
    Destination last;
  };
  /// An I/O of a closed loop that has not arrived in whole.
  struct Open {
    std::uint64_t block;
    std::uint64_t left;  ///< bytes
  };

  void start();
  void complete(Time now) final;
  void io_ready(Time now);
  /// Size of the I/O that is asked for now.
  std::uint64_t next_size();
  void take_io();
  std::int64_t messages_of(std::uint64_t bytes) const {
    return static_cast<std::int64_t>((bytes + load_.message - 1) / load_.message);
  }
  void check() const;
  void set_interval();
  void schedule_next();
  Time exponential(double mean);
  bool traced() const { return load_.arrivals == SourceLoad::Arrivals::trace; }
  bool ended() const {
    if (traced() && (load_.repeat == 0 || load_.trace->empty())) return ios_ == load_.trace->size();
    return load_.io_limit != 0 && ios_ == load_.io_limit;
  }
  /// The I/O `number` of the trace, which may begin again.
  const TracedIo& traced_io(std::uint64_t number) const { return (*load_.trace)[number % load_.trace->size()]; }
  /// When the next one is asked for.
  Time next_traced() const { return traced_io(ios_).at + ios_ / load_.trace->size() * load_.repeat; }
  void change_depth(Time now, std::int64_t by);

  struct Probes;
  /// Updates the probes of a trace.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  MessagePool& pool_;
  SourceLoad load_;
  std::unique_ptr<DestinationPolicy> destinations_;
  Addressing addressing_;
  Departures& departures_;
  std::uint32_t source_;
  SplitMix64 draws_;
  SplitMix64 size_draws_;
  IoInterval interval_;
  IoInterval::Wide carry_ = 0;
  Time next_io_ = 0;       ///< on_off: of the time that it has been on
  Time on_until_ = 0;      ///< of that time, the end of the present length of it
  Time off_so_far_ = 0;    ///< before the present length
  std::uint64_t ios_ = 0;  ///< asked for
  std::uint64_t at_start_left_ = 0;
  Ring<Io> ready_;
  Ring<std::uint64_t> drawn_sizes_;  ///< of those in `ready_`
  Sending sending_;
  std::vector<Open> open_;
  std::uint64_t sequence_ = 0;
  std::uint64_t made_ = 0;  ///< bytes of messages so far
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  LevelOverTime depth_;
  TimeIn wait_link_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
