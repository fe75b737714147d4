// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/net/ethernet_source.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/time_in.h>
#include <isochron/protocol/service_pace.h>

namespace isochron {

/// What carries one frame at a time, for its bytes at the rate: a hub with all that is joined to it, or one direction
/// of a link to a switch. Sources that have frames take turns, a frame each, in the order of their numbers. Which is
/// next is decided at the end of an instant, once all that comes in it is there.
class EthernetMedium final : private Region::Activity, private Region::Update {
 public:
  /// Hears of frames that have arrived whole.
  class Listener {
   public:
    virtual void arrived(const EthernetFrame& frame, Time now) = 0;

   protected:
    ~Listener() = default;
  };

  /// `bits_per_second`: 1 or more. Joins the region. The sources and `pace` must outlive it.
  EthernetMedium(Region& region, ServicePace& pace, std::uint64_t bits_per_second, std::vector<EthernetSource*> sources,
                 Listener& listener);
  ~EthernetMedium() override;

  /// A source has a frame that it may not have had before.
  void offer() {
    if (!busy_.inside()) region_.request_update(*this);
  }
  /// What is on it; a null message: nothing.
  const EthernetFrame& frame() const { return frame_; }
  const TimeIn& busy() const { return busy_; }    ///< a frame or the gap behind it is on the medium
  std::uint64_t bytes() const { return bytes_; }  ///< of frames that have arrived in this window, with their gaps
  void start_window(Time now);

  /// Signals under the name of `part`. `stations`: names of the owners, by number; must outlive the trace.
  void list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& stations);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  struct Probes;

  void complete(Time now) override;
  void update(Time now) override;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  ServicePace& pace_;
  TransferClock clock_;
  EthernetFrame frame_;
  TimeIn busy_;
  std::uint64_t bytes_ = 0;
  std::vector<EthernetSource*> sources_;
  std::size_t next_ = 0;  ///< source that is asked first
  Listener& listener_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
