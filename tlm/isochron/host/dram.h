// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/host/dram_channel.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/timed_memory.h>

namespace isochron {

/// The memory of a host as its devices and programs share it: channels, each a server with a rate, which addresses take
/// in turn.
///
/// A transfer is split by its addresses. Each channel moves what falls to it, first come, first served; the transfer is
/// over when the last of them has moved its bytes, and `latency` later. What a channel loses by activations and by
/// turning from reads to writes is in the efficiencies: no bank and no row is modelled.
///
/// The end of a transfer is known when it comes: the part makes no events while nobody traces it.
class Dram final : public sc_core::sc_module,
                   public TimedMemory,
                   public WithStatistics<Dram>,
                   public Traced,
                   private Region::Activity {
 public:
  struct Config {
    std::uint64_t channels = 4;               ///< 1 to 32
    std::uint64_t rate = 153'600'000'000;     ///< bits/s of a channel
    std::uint64_t read_efficiency = 1000000;  ///< millionths, of a read that does not follow a write
    std::uint64_t write_efficiency = 1000000;
    std::uint64_t mixed_efficiency = 1000000;  ///< of a transfer that follows one of the other kind
    std::uint64_t latency = 0;                 ///< ps
    std::uint64_t interleave = 256;            ///< bytes

    ParameterTable parameters();
    DramChannel::Rates rates() const;
  };

  Dram(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~Dram() override;

  Time done(std::uint64_t address, std::uint64_t bytes, Access access, Time now) override;

  const DramChannel& channel(unsigned i) const { return *channels_.at(i); }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  static Statistics<Dram> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "dram";
  static constexpr const char* calls = "memory";  ///< as descriptions and machine files have it
  static TypeInfo type_info();

 private:
  /// Bytes below `address` that lie in the channel.
  std::uint64_t bytes_below(std::uint64_t address, std::uint64_t channel) const;
  /// Of the window up to `end`, of one channel on average.
  Time busy(Time end) const;
  std::uint64_t bytes_read() const;
  std::uint64_t bytes_written() const;

  void complete(Time now) override { show(now); }
  /// Shows the present state and comes back when it changes.
  void show(Time now);

  const Config config_;
  Region& region_;
  std::vector<std::unique_ptr<DramChannel>> channels_;
  bool traced_ = false;
};

}  // namespace isochron
