// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/net/fddi_rotations.h>
#include <isochron/net/fddi_station.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

/// The token of an FDDI ring, and the frames of the station that has it.
///
/// It goes from station to station in the order of their numbers. A free token costs no events: where it is, and which
/// station's turn comes first, is computed. Nor does the end of a frame behind which nobody has anything to send. What
/// happens in an instant is decided at its end, once all that comes in it is there.
class FddiRing final : private Region::Activity, private Region::Update {
 public:
  /// Hears of frames.
  class Listener {
   public:
    /// A frame has begun, and arrives whole at its destination at `arrival`. Calls for the same destination come in the
    /// order of their arrivals.
    virtual void sent(const FddiFrame& frame, Time arrival) = 0;

   protected:
    ~Listener() = default;
  };

  /// Joins the region. The stations must outlive it.
  FddiRing(Region& region, const FddiConfig& config, std::vector<FddiStation*> stations, Listener& listener);
  ~FddiRing() override;

  /// A station has a message that it did not have before.
  void offer() {
    ++unsent_;
    if (!sending_ || !region_.is_scheduled(*this)) region_.request_update(*this);
  }
  /// The station that has the token, or had it last, or that it has passed last.
  unsigned holder() const { return holder_; }
  /// A frame is on the ring.
  bool busy(Time now) const { return sending_ && now < end_; }
  /// Time with a frame on the ring, in this window.
  Time busy_time(Time now) const { return busy_time_ - unfinished(now); }
  /// Of frames that have begun in this window, without the token's.
  std::uint64_t bytes() const { return bytes_; }
  /// Of the token, as of the last one that had come about before `now`.
  const FddiRotations& rotations(Time now);
  void start_window(Time now);

  /// Signals under the name of `part`. `stations`: names of the owners, by number; must outlive the trace.
  void list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& stations);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  struct Probes;
  struct Turn {
    unsigned station = 0;
    Time time = end_of_time;  ///< when the token comes there; end_of_time: nobody has anything to send
  };

  void complete(Time now) override;
  void update(Time now) override;
  /// From a station to the next visit of another one, or of itself.
  Time distance(unsigned from, unsigned to) const {
    return positions_[to] > positions_[from] ? positions_[to] - positions_[from]
                                             : latency_ + positions_[to] - positions_[from];
  }
  Time unfinished(Time now) const { return busy(now) ? end_ - now : 0; }
  bool may_go_on(Time now) const;
  void release();
  void catch_up(Time now);
  void pass_stations(Time now);
  Turn next_turn() const;
  void capture(unsigned station, Time now);
  void begin_frame(Time now);
  void await_end();
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  const FddiConfig& config_;
  Time latency_;
  Time token_time_;
  std::vector<FddiStation*> stations_;
  std::vector<Time> positions_;  ///< by station, from station 0
  std::uint64_t unsent_ = 0;     ///< messages of which a frame is to be sent
  unsigned holder_ = 0;
  bool sending_ = false;  ///< a frame has begun, and what follows it is not decided
  Time end_ = 0;          ///< of the frame
  Time left_ = 0;         ///< when the free token left `holder_`
  Time hold_until_ = 0;   ///< asynchronous frames may begin before this
  Time allowance_ = 0;    ///< what is left for synchronous frames
  FddiFrame frame_;       ///< that has begun last
  Time busy_time_ = 0;    ///< that of the present frame as if it were over
  std::uint64_t bytes_ = 0;
  FddiRotations rotations_;
  Listener& listener_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
