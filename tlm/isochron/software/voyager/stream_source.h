// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// Workstations that send streams: each a packet of so many bytes every bytes / rate, exactly and without drift, from a
/// random time within its first interval on. Source: Voyager, section 5.1 (a timer by bandwidth over block size, a
/// stream's number and a sequence number in each packet); that streams begin at random times is our own. It never
/// waits: what cannot take a packet drops it.
class StreamSource final : public sc_core::sc_module,
                           public Measured,
                           public Traced,
                           public FlowCounter,
                           private Region::Activity {
 public:
  struct Stream {
    std::uint32_t number = 0;       ///< in the machine
    std::uint64_t rate = 0;         ///< bit/s of packets without headers, 1 and up
    std::uint32_t packet = 0;       ///< bytes, 1 and up
    std::uint32_t outlet = 0;       ///< by which it leaves
    std::uint32_t source = 0;       ///< endpoint that sends it
    std::uint32_t destination = 0;  ///< endpoint that it goes to
    Time begin = 0;                 ///< of its first interval, ps
  };

  /// Throws ModelError if a stream has no rate, empty packets or an outlet that there is not. The phase of a stream
  /// depends on the seed, the source's name and the stream's number alone.
  StreamSource(const sc_core::sc_module_name& name, const Domain& domain, const std::vector<Stream>& streams,
               unsigned outlets, std::uint64_t seed);
  ~StreamSource() override;

  /// "packets[i]".
  OutletPort& packets(unsigned outlet) { return *packets_.at(outlet); }

  std::uint64_t sent() const { return sent_before_ + sent_; }  ///< of the run

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "stream_source";
  static TypeInfo type_info();

 private:
  struct Sending {
    Stream stream;
    TransferClock clock;         ///< of its intervals
    Time due = 0;                ///< of its next packet
    std::uint64_t sequence = 0;  ///< ... and its number
  };

  void start();
  void complete(Time now) override;
  void send(Sending& sending, Time now);
  /// Of two streams, by their places, that whose next packet is due later; of one instant the later one in the list.
  bool later(std::size_t one, std::size_t other) const;

  Domain domain_;
  std::vector<std::unique_ptr<OutletPort>> packets_;
  std::vector<Sending> streams_;
  std::vector<std::size_t> due_;  ///< places of streams, a heap: the first is due first
  std::uint64_t sent_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t sent_before_ = 0;  ///< the window
  PhaseProbe phase_probe_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
