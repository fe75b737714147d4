// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/fold/folded_sink.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/free_times.h>

namespace isochron {

/// Where messages end. Without a rate it takes what comes. With one it takes one message after another at that rate,
/// and each has a buffer from its grant until its last bit has been taken; while there is none the next one is held
/// back. One that stays (Arrivals) is not taken further: its buffer is free as soon as it has arrived. What every sink
/// of a machine that is made of general parts has, whatever it is reached by.
class MessageSink : public sc_core::sc_module,
                    public WithStatistics<MessageSink>,
                    public Traced,
                    public FoldedSink,
                    private Region::Activity,
                    private Region::Requester {
 public:
  struct Config {
    std::uint64_t rate = 0;     ///< at which it takes, bit/s; 0: any
    std::uint64_t buffers = 1;  ///< messages; with a rate

    ParameterTable parameters();
    Capacity capacity() const { return Capacity::of_rate(rate); }
  };

  ~MessageSink() override;

  std::uint64_t bytes() const { return bytes_; }        ///< that have arrived in this window
  std::uint64_t messages() const { return messages_; }  ///< that have arrived in this window
  bool has_rate() const { return clock_.has_value(); }
  // With a rate:
  const TimeIn& taking() const { return taking_; }      ///< a message is being taken
  const TimeIn& withheld() const { return withheld_; }  ///< a message waits for a buffer

  /// Without a rate.
  void take_folded(const Payload& payload, Time at) final { arrived(payload, at); }

  static Statistics<MessageSink> statistics();
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 protected:
  /// `rank`: of what it is reached by. Throws ModelError without a buffer.
  MessageSink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals,
              Region::Rank rank);

  /// Takes a buffer (true), or notes that one is asked for (false): granted() follows. One is asked for at a time.
  bool take_buffer(Time now);
  /// The message for which a buffer was taken will not come.
  void give_back(Time now) {
    if (clock_) free_buffer(now);
    show(now);
  }
  /// From now on it is noted since when the free buffers are free.
  void note_free_times() {
    if (clock_) free_times_.keep(free_);
  }
  /// Since when the buffer that was taken last had been free; 0: from the beginning, or it takes what comes.
  Time last_free_since() const { return clock_ ? free_times_.of_last() : 0; }
  /// A message with a buffer has arrived in whole. Data that are real are compared with their stream.
  void arrived(const Payload& payload, Time now);
  /// There is a buffer for what has waited.
  virtual void granted(Time now) = 0;

  static TypeInfo describe(const char* type, const char* summary, const PortInfo& port);

 private:
  void complete(Time now) final;
  void ask(Time now) final;
  void free_buffer(Time now);

  struct Probes;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Arrivals& arrivals_;
  std::optional<TransferClock> clock_;
  std::uint64_t buffers_;
  std::uint64_t free_;
  FreeTimes free_times_;
  Ring<std::uint64_t> untaken_;  ///< bytes of the messages that have arrived; the first is being taken
  TimeIn taking_;
  TimeIn withheld_;
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
