// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/core/rate.h>
#include <isochron/core/split_mix.h>
#include <isochron/endpoint/request_board.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/pcie/root_complex_bus.h>
#include <isochron/pcie/root_complex_config.h>
#include <isochron/pcie/root_complex_out.h>
#include <isochron/protocol/address_translation.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/timed_memory.h>

namespace isochron {

/// A host as PCI Express devices see it: root ports, and behind them memory with a last-level cache. A read request is
/// answered after a latency, in completions; answers leave in the order in which they are ready. A write has arrived
/// once it is taken, one after another where there is a rate, and has its buffer until then; a read request has it
/// until its address is translated. Bus masters of the host can work on the same memory.
class RootComplex final : public sc_core::sc_module,
                          public WithStatistics<RootComplex>,
                          public Traced,
                          private PciePort::Listener,
                          private RootComplexBus::Host,
                          private RootComplexOut::Host {
 public:
  static constexpr const char* type = "root_complex";
  using Config = RootComplexConfig;

  /// What it calls; of each there may be none. `translation`: of the addresses of all that comes. `memory`: data that
  /// are not in the cache come from there, and what is written goes there.
  struct Called {
    AddressTranslation* translation = nullptr;
    TimedMemory* memory = nullptr;
  };

  /// Where the memory of a host with a `bus` lies, and what it keeps.
  struct BusMemory {
    std::uint64_t first = 0;
    std::uint64_t size = std::uint64_t{1} << 41;
    MemoryContents::Content content = MemoryContents::Content::streams;
  };
  /// What is behind its port `out`, if it has one: data that are not in the cache come from there, and what is written
  /// goes there.
  struct OuterMemory {
    std::uint64_t first = 0;
    std::uint64_t size = std::uint64_t{1} << 41;
  };

  /// `endpoint`: its own number; it throws ModelError when a packet for another one comes. `requests` and what is
  /// called outlive this; `seed`: of what is drawn. Without `bus` or `out` it has no such port.
  RootComplex(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint32_t endpoint,
              const RequestBoard& requests, std::uint64_t seed, const Called& called,
              const std::optional<BusMemory>& bus = std::nullopt, const std::optional<OuterMemory>& out = std::nullopt);
  ~RootComplex() override;

  PcieSocket& port(unsigned i) { return ports_.at(i)->socket; }
  /// Of a host that has it.
  AtTargetBase& bus() { return bus_->socket; }
  /// Of a host that has it.
  AtInitiatorBase& out() { return out_->socket; }
  static Statistics<RootComplex> statistics();
  static TypeInfo type_info();

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final;

 private:
  struct Probes;
  /// A read that is under way, or a write that is taken.
  struct Job {
    Tag tag;
    PciePort* port = nullptr;
    Tlp tlp;                  ///< that fills its buffer
    bool translated = false;  ///< its address is; else it waits for that
  };
  class Jobs final : public DueQueue<Job> {
   public:
    Jobs(RootComplex& owner, Region& region) : DueQueue(region, Region::Rank::link), owner_(owner) {}
    ~Jobs() override = default;

   private:
    void due(Job& job, Time now) override {
      if (job.translated)
        owner_.end(job, now);
      else
        owner_.begin(job, now);
    }

    RootComplex& owner_;
  };

  void start_of_simulation() override;
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  std::string holder(const PciePort& port, TlpType of) const final;
  /// The address of the job is translated.
  void begin(Job job, Time now);
  void count_read(const Job& job, Time now);
  /// Whether what the job asks for is behind `out`.
  bool is_outside(const Job& job) const;
  void begin_outside(const Job& job);
  void access_over(std::uint32_t access, Time now) final;
  /// Its data have been read or written, or need not be: it ends at `at`.
  void end_at(const Job& job, Time at, Time now);
  Time access_done(std::uint64_t offset, std::uint64_t bytes, TimedMemory::Access access, Time now) final;
  /// When the data of a read are there, with a latency from `draws`.
  Time read_done(std::uint64_t address, std::uint64_t bytes, SplitMix64& draws, Time now);
  Time latency(std::uint64_t address, SplitMix64& draws) const;
  Time write_done(std::uint64_t address, std::uint64_t bytes, Time now);
  void end(const Job& job, Time now);
  void answer(const Job& job, Time now);
  /// Of a transfer with a request above the maximum payload size.
  bool is_beside_longer(const Tag& tag) const;
  void note_length(const Tag& tag);

  Domain domain_;
  Config config_;
  std::uint32_t endpoint_;
  const RequestBoard& requests_;
  Called called_;
  SplitMix64 draws_;
  SplitMix64 bus_draws_;  ///< apart: what bus masters do changes no latency of a device
  CompletionCut cut_;
  std::vector<std::unique_ptr<PciePort>> ports_;
  std::unique_ptr<RootComplexBus> bus_;
  std::unique_ptr<RootComplexOut> out_;
  std::vector<Job> outside_;                 ///< that are under way behind `out`, by number of access
  std::vector<std::uint32_t> outside_free_;  ///< numbers
  Jobs jobs_;
  std::optional<TransferClock> clock_;              ///< of writes
  Time taking_ = 0;                                 ///< until when the writes that have come are taken
  std::vector<std::vector<std::uint64_t>> longer_;  ///< by source and slot: number of its last such transfer, and 1
  std::uint64_t reads_ = 0;
  std::uint64_t read_bytes_ = 0;
  std::uint64_t write_bytes_ = 0;
  std::uint64_t reading_ = 0;  ///< requests that have not been answered
  Probes* probes_ = nullptr;   ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
