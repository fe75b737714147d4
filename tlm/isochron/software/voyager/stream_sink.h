// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/voyager/stream_ramp.h>

namespace isochron {

/// Receiver of the streams that a server sends: counts the packets of each, and by the gaps in their numbers those that
/// were lost on the way. Source: Voyager, section 5.1 (the stream sink, which tells streams apart by their number, and
/// notes sequence numbers and packets of each).
class StreamSink final : public sc_core::sc_module, public Measured, public Traced, public FlowCounter {
 public:
  /// Of a window.
  struct Counts {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
    std::uint64_t missing = 0;  ///< packets that did not come before a later one of the stream did
  };

  /// Streams are numbered from 0 to `streams` - 1, the packets of a stream from 0.
  StreamSink(const sc_core::sc_module_name& name, unsigned inlets, std::uint32_t streams);
  ~StreamSink() override;

  /// "packets[i]". A packet whose number is not above that of the one before in its stream ends the run with a
  /// ModelError, as does one of a stream that there is not.
  InletPort& packets(unsigned inlet) { return *packets_.at(inlet); }

  /// Streams begin one after another, each `step` after the one before it: it finds out how many there are before
  /// packets are lost, by the flow that it counts in. Before the simulation starts; once.
  void watch_ramp(Region& region, Time step);
  /// Known once enough streams have begun; see StreamRamp::most().
  std::optional<std::uint64_t> most() const { return ramp_ == nullptr ? std::nullopt : ramp_->most(); }

  const Counts& stream(std::uint32_t number) const { return streams_.at(number).counts; }  ///< in this window
  Counts all() const;                                                                      ///< in this window
  /// How long after it was due at its source each packet of the window came.
  const DelayHistogram& lateness() const { return lateness_; }
  std::uint64_t received() const { return received_; }        ///< packets of the run
  std::uint64_t fingerprint() const { return fingerprint_; }  ///< of the run: which packet came when

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "stream_sink";
  static TypeInfo type_info();

 private:
  struct Stream {
    Counts counts;
    std::uint64_t next = 0;  ///< number that the next packet has at least
  };

  void take(Payload& packet, Time now);

  InletOf<StreamSink> inlet_{*this, &StreamSink::take};
  std::vector<std::unique_ptr<InletPort>> packets_;
  std::vector<Stream> streams_;
  std::unique_ptr<StreamRamp> ramp_;
  DelayHistogram lateness_;
  std::uint64_t received_ = 0;
  std::uint64_t fingerprint_ = 0;
  PhaseProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
