// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/core/ring.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/pcie/nt_bridge_config.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// A non-transparent bridge: joins two trees of PCI Express, each with a root of its own. A packet that comes in by one
/// port leaves by the other after a latency, and fills a buffer of its input until its last byte has left.
///
/// The bridge asks under its own name on the other side. A read request needs an entry of its table until its last
/// completion has come back; without a free one it waits, and everything else passes it. Where messages can be lost an
/// entry is free again when whoever asked has given up.
class NtBridge final : public sc_core::sc_module,
                       public WithStatistics<NtBridge>,
                       public Traced,
                       private PciePort::Listener {
 public:
  static constexpr const char* type = "nt_bridge";
  using Config = NtBridgeConfig;

  /// `timeout`: after which a request is no longer answered, where messages can be lost; 0: none is.
  NtBridge(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Time timeout = 0);
  ~NtBridge() override;

  PcieSocket& a() { return sides_[0].port.socket; }
  PcieSocket& b() { return sides_[1].port.socket; }
  static Statistics<NtBridge> statistics();
  static TypeInfo type_info();

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  /// Adds who waits for answers, for a report of a machine that stands still.
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 private:
  struct Probes;
  /// A read request that has an entry, where it can be lost.
  struct Open {
    Tag tag;
    std::uint64_t number = 0;
  };
  struct Side {
    Side(const char* name, const PciePort::Config& config, PciePort::Listener& listener)
        : port(name, config, listener) {}

    PciePort port;
    std::uint64_t entries = 0;  ///< free, for read requests that come in here
    Ring<Payload*> waiting;     ///< read requests that came in here and have no entry
    std::vector<Open> open{};
  };
  /// A packet that came in at `side`.
  struct Crossing {
    Payload* packet = nullptr;
    unsigned side = 0;
  };
  class Crossings final : public DueQueue<Crossing> {
   public:
    Crossings(NtBridge& owner, Region& region) : DueQueue(region, Region::Rank::link), owner_(owner) {}
    ~Crossings() override = default;

   private:
    void due(Crossing& crossing, Time now) override { owner_.cross(crossing, now); }

    NtBridge& owner_;
  };

  /// When the request `number` that came in at `side` is no longer answered.
  struct Timeout {
    unsigned side = 0;
    std::uint64_t number = 0;
  };
  class Timeouts final : public DueQueue<Timeout> {
   public:
    Timeouts(NtBridge& owner, Region& region) : DueQueue(region, Region::Rank::timer), owner_(owner) {}
    ~Timeouts() override = default;

   private:
    void due(Timeout& timeout, Time now) override { owner_.give_up(timeout, now); }

    NtBridge& owner_;
  };

  void start_of_simulation() override;
  unsigned side_of(const PciePort& port) const { return &port == &sides_[0].port ? 0 : 1; }
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  void tlp_leaves(PciePort& port, const Payload& packet, Time now, Time end) final;
  std::string holder(const PciePort& port, TlpType of) const final;
  void cross(const Crossing& crossing, Time now);
  /// A read request that came in at `side` takes an entry and goes on.
  void ask(unsigned side, Payload& request, Time now);
  /// The last completion of a request that came in at `side` crosses. False: it has been given up.
  bool closes(unsigned side, const Tag& answer);
  void give_up(const Timeout& timeout, Time now);
  /// An entry for requests that came in at `side` is free.
  void give_entry(unsigned side, Time now);
  void note_wait(Time now);
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Domain domain_;
  Config config_;
  std::array<Side, 2> sides_;
  Crossings crossings_;
  Time timeout_;
  Timeouts timeouts_;
  std::uint64_t asked_ = 0;  ///< requests, where some can be lost
  LevelOverTime outstanding_;
  LevelOverTime queued_;
  TimeIn wait_entry_;
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
