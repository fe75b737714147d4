// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/endpoint/message_requester.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/pcie/pcie_requester_config.h>

namespace isochron {

/// A device on PCI Express that reads and writes memory by itself. A transfer leaves as packets: read requests cut at
/// multiples of the maximum read request size, each with a tag until its last completion has been taken, or writes cut
/// at multiples of the maximum payload size. Transfers leave in the order in which they were asked for, packet by
/// packet.
///
/// What comes back is taken in its order, as fast as the link brings it. After some transfers nothing is taken for a
/// time (`split_stall`, `odd_stall`), as if the link stood still.
class PcieRequester final : public MessageRequester, private PciePort::Listener, private Region::Activity {
 public:
  static constexpr const char* type = "pcie_requester";
  using Config = PcieRequesterConfig;

  PcieRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Departures& departures,
                Arrivals& arrivals);
  ~PcieRequester() override;

  PcieSocket& port() { return port_.socket; }
  static TypeInfo type_info();

  void served(const Tag& tag, std::uint64_t bytes, Time now) final;
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;

 private:
  /// The transfer whose packets leave.
  struct Sending {
    bool under_way = false;
    std::uint32_t slot = 0;
    std::uint64_t sent = 0;  ///< bytes
  };
  /// Transfers whose data are here and that are not done yet.
  class Pushing final : public DueQueue<std::uint32_t> {
   public:
    Pushing(PcieRequester& owner, Region& region) : DueQueue(region, Region::Rank::bus), owner_(owner) {}
    ~Pushing() override = default;

   private:
    void due(std::uint32_t& slot, Time now) override { owner_.finish(slot, now); }

    PcieRequester& owner_;
  };

  void start_of_simulation() override { port_.connect(); }
  void ask(Time now) final;
  void complete(Time now) final { ask(now); }
  /// When the next packet may leave, were there a tag.
  Time may_issue(const Slot& slot) const;
  bool issue(Time now);
  void send(const Slot& slot, std::uint64_t bytes, Time now);
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  void take(Payload& packet, Time now);
  void done(std::uint32_t slot, Time now) final;
  void withdraw(std::uint32_t number, Time now) final;
  Time stall_after(const Tag& read) const;
  Time time_of(const LinkDirection& direction, TlpType type_of, std::uint64_t data) const;

  Config config_;
  PciePort port_;
  RequestCut reads_;
  RequestCut writes_;
  Sending sending_;
  Time link_free_ = 0;   ///< from when on the next packet may leave
  Time chunk_free_ = 0;  ///< from when on the next write may begin
  Time read_free_ = 0;   ///< from when on the next read request may leave
  std::uint64_t writes_left_;
  std::vector<std::uint32_t> writes_out_;  ///< by slot: packets of a write that have not arrived
  // What has come in:
  class Taking final : public DueQueue<Payload*> {
   public:
    Taking(PcieRequester& owner, Region& region) : DueQueue(region, Region::Rank::link), owner_(owner) {}
    ~Taking() override = default;

   private:
    void due(Payload*& packet, Time now) override { owner_.take(*packet, now); }

    PcieRequester& owner_;
  };
  Time taken_ = 0;  ///< until when the last of it is taken, with what it stalls
  Taking taking_;
  Pushing pushing_;
};

}  // namespace isochron
