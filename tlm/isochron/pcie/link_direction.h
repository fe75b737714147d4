// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/core/bit_errors.h>
#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/watchdog.h>
#include <isochron/pcie/busy_time.h>
#include <isochron/pcie/credit_counters.h>
#include <isochron/pcie/dllp_queue.h>
#include <isochron/pcie/pcie_link_config.h>
#include <isochron/pcie/pcie_sockets.h>
#include <isochron/pcie/replay_buffer.h>
#include <isochron/pcie/skip_schedule.h>
#include <isochron/pcie/tlp_queues.h>
#include <isochron/protocol/losses.h>
#include <isochron/protocol/part_condition.h>

namespace isochron {

class ProbeList;

/// One direction of a PCI Express link: its transmitter, the credits and the replay buffer for what it sends, and the
/// DLLPs that the receiver at its beginning owes for what comes the other way.
///
/// Rules, by which both ways of computing it (FastDirection, ReferenceDirection) go:
///  - the transmitter sends one thing at a time. When it is free, a skip ordered set that is due goes first, then a
///  DLLP
///    that is due, then the packet that TlpQueues choose among those for which credits and replay buffer have room;
///  - in one instant, everything that comes in, is released, or falls due does so before any transmitter chooses;
///  - a packet is handed over at the time that the far end says (PcieDevice::ready());
///  - a packet that begins to leave while the link is dead takes its time, needs no credits, and is lost;
///  - a buffer that is released makes an UpdateFC due, a packet that has come in whole an Ack (DllpQueue). Either takes
///    effect when it has come across; where DLLPs are not simulated, so long after it is due as propagation and, for
///    credits, `credit_latency` say.
class LinkDirection : protected Region::Requester {
 public:
  /// What one window has counted. A packet and a DLLP count when they begin.
  struct Statistics {
    std::uint64_t tlps = 0;
    std::uint64_t payload = 0;    ///< bytes of data
    std::uint64_t tlp_bytes = 0;  ///< with overhead
    std::uint64_t dllps = 0;
    std::uint64_t dllp_bytes = 0;
    BusyTime busy;                              ///< a packet or DLLP is on its way out
    std::array<TimeIn, tlp_types> wait_credit;  ///< the first packet of a type lacks credits
    TimeIn wait_replay;                         ///< a packet that has credits lacks room in the replay buffer
    std::uint64_t errors = 0;                   ///< packets that came across with a wrong bit, and were sent again
    std::uint64_t lost = 0;                     ///< packets that were sent into a dead link
    BusyTime down;                              ///< nothing leaves
  };

  ~LinkDirection() override;
  LinkDirection(const LinkDirection&) = delete;
  LinkDirection& operator=(const LinkDirection&) = delete;

  /// Its name in reports, from now on.
  void call(const std::string& path) { path_ = path; }
  const char* name() const { return path_.c_str(); }
  /// Before the simulation starts.
  void connect(PcieDevice& from, PcieDevice& to, LinkDirection& back);

  /// A packet is ready for the transmitter; it came by `input`. Throws ModelError where the far end can never hold it.
  virtual void send(Payload& packet, unsigned input, Time now) = 0;
  /// The far end has released the buffer of a packet, or will at `when` >= the present.
  virtual void release(const Tlp& tlp, Time when) = 0;
  /// Faults will strike. Before the simulation starts.
  void expect_faults(std::uint64_t seed, Losses& losses);
  bool expects_faults() const { return bit_errors_ != nullptr; }
  /// What is wrong with it from `now` on, in place of what was before; `config`: with the parameters that it has now.
  void set_condition(const PartCondition& condition, const PcieLinkConfig& config, Time now);
  /// Brings the accounts up to `now`, at which everything has happened.
  virtual void bring_to(Time now) = 0;

  const Statistics& statistics() const { return statistics_; }
  /// All credits of the far end are here, up to the time of bring_to().
  bool credits_home() const { return credits_.all_home(); }
  std::uint64_t replay_held() const { return replay_.held(); }
  Rate rate() const { return rate_; }
  const TlpSize& size() const { return size_; }
  /// Bytes by which the Ack for a request that came the other way makes a completion longer.
  std::uint64_t ack_bytes() const { return ack_bytes_; }

  void start_window(Time now);
  void report_waits(std::vector<Wait>& waits) const;

  void list_probes(ProbeList& list, const std::string& part, const std::string& prefix);
  virtual void start_trace(Time now);
  virtual void stop_trace() { probes_ = nullptr; }

 protected:
  LinkDirection(Region& region, const PcieLinkConfig& config);

  /// Something about the link changes at `now`: DLLPs whose time came before have been sent, those from then on go at
  /// `until` or later.
  virtual void hold_dllps(Time now, Time until) = 0;
  /// What is on the link in the direction's time.
  struct Sent {
    Tlp tlp;
    unsigned input = 0;
    Payload* packet = nullptr;
    std::uint64_t bytes = 0;  ///< on the link
    Time end = 0;             ///< its last byte has left
    Time whole = 0;           ///< ... and has come in
    Time ready = 0;           ///< the far end can handle it; of what is lost: it has left
    bool lost = false;        ///< it never arrives
  };

  /// What can choose a packet: the first for which there is room.
  bool choose(TlpQueues::Place& place) const;
  /// The packet at `place` begins to leave at `now`.
  Sent begin(const TlpQueues::Place& place, Time now);
  /// A packet that was sent into a dead link has left it.
  void drop(Payload& packet, Time now);
  /// A DLLP begins to leave at `start`; returns the end.
  Time begin(const Dllp& dllp, Time start);
  /// A DLLP for this direction's packets has come.
  void take_effect(const Dllp& dllp, Time now);
  /// Puts a packet into the queues, and checks it.
  void enqueue(Payload& packet, unsigned input, Time now);
  /// A packet has come in by this direction: the Ack for a request goes the other way.
  void note_request(TlpType type) {
    if (type == TlpType::non_posted && back_->ack_bytes_ != 0) ++back_->requests_;
  }
  /// Of a DLLP that is due and whose time on the link does not count.
  Time effect_of(const Dllp& dllp, Time due) const { return std::max(due, up_from_) + delay_of(dllp); }
  Time delay_of(const Dllp& dllp) const { return propagation_ + (dllp.is_ack() ? 0 : credit_latency_); }
  void note_waits(Time now) {
    if (counted_) note_counted_waits(now);
  }
  Tlp tlp_of(const Payload& packet) const { return of_link(Tlp::of(packet)); }
  Tlp of_link(const Tlp& tlp) const { return tlp.among(service_.classes); }
  bool has_room(const Tlp& tlp) const {
    if (dead_) return true;
    return credits_.may_go(tlp) && (replay_.unlimited() || replay_.has_room(size_.bytes(tlp)));
  }
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }

  // What a packet touches stands together.
  Region& region_;
  TlpQueues* queues_ = nullptr;
  PcieDevice* from_ = nullptr;
  PcieDevice* to_ = nullptr;
  LinkDirection* back_ = nullptr;
  TransferClock clock_;
  Time free_ = 0;         ///< from when on the transmitter is free of what is known
  Time up_from_ = 0;      ///< the end of the last outage
  bool simulated_;        ///< DLLPs are
  bool counted_ = false;  ///< credits or replay buffer can hold a packet back
  bool acknowledged_;     ///< packets are
  bool dead_ = false;     ///< packets that begin to leave are lost; DLLPs go on, so that credits and Acks come home
  TlpSize size_;
  CreditCounters credits_;
  ReplayBuffer replay_;
  DllpQueue owed_;
  SkipSchedule skips_;
  Statistics statistics_;
  Time propagation_;
  Time credit_latency_;

 private:
  struct Probes;

  void note_counted_waits(Time now);
  void set_rate(Rate rate);
  Time attempts_end(std::uint64_t bytes, Time now);
  void show_traced(Time now);
  void show_waiting(TlpType type, Time now);

  std::string path_;
  Rate rate_;
  std::uint64_t ack_bytes_;
  std::uint64_t requests_ = 0;  ///< that have come the other way and whose Acks no completion has carried yet
  std::array<Time, tlp_types> header_time_{};
  DllpPolicy policy_;
  ClassService service_;
  const Payload* on_link_ = nullptr;  ///< for whoever traces
  Probes* probes_ = nullptr;          ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
  std::unique_ptr<BitErrors> bit_errors_;  ///< where faults strike
  Losses* losses_ = nullptr;               ///< likewise
};

}  // namespace isochron
