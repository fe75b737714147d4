// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/key_index.h>
#include <isochron/core/least_recently_used.h>
#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/address_translation.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// The address translation of a host's devices: it keeps the translations of the pages used last, and has walkers that
/// look up the others in tables in memory.
///
/// A page whose translation is there costs nothing. Any other page waits for a walker, first come, first served, and
/// then for its walk. A request for a page that has a walk already, under way or still waiting, ends with that walk.
/// The translation is there from the end of the walk on, in place of the one used longest ago.
///
/// All walks take the same time, so they end in the order of their requests, and a request's end is known when it
/// comes: the part makes no events while nobody traces it.
class Iommu final : public sc_core::sc_module,
                    public AddressTranslation,
                    public WithStatistics<Iommu>,
                    public Traced,
                    private Region::Activity {
 public:
  struct Config {
    std::uint64_t entries = 64;                     ///< 1 to 4096
    std::uint64_t page = 4096;                      ///< bytes: 4 KiB, 2 MiB or 1 GiB
    std::uint64_t walkers = 6;                      ///< 1 to 64
    std::uint64_t walk_latency = 290 * nanosecond;  ///< ps, up to 1 ms

    ParameterTable parameters();
  };

  Iommu(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~Iommu() override;

  Time translated(std::uint64_t address, std::uint64_t bytes, Time now) override;

  void start_window(Time now) override;
  static Statistics<Iommu> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "iommu";
  static constexpr const char* calls = "translation";  ///< as descriptions and machine files have it
  static TypeInfo type_info();

 private:
  struct Walk {
    std::uint64_t page = 0;
    Time start = 0;
    Time end = 0;
  };
  struct Probes;
  static constexpr std::uint32_t numbers = 0x7fffffff;  ///< walks are counted modulo this plus 1

  Time page_translated(std::uint64_t page, Time now);
  /// Keeps the translations of walks that have ended by `now`.
  void end_walks(Time now);
  /// Picoseconds of walkers from `now` on that are taken already.
  Time walking_after(Time now) const;
  /// Picoseconds that pages wait for a walker from `now` on, as far as is known then.
  Time waiting_after(Time now) const;
  /// Of the window up to `end`, of one walker on average.
  Time walked(Time end) const { return (walking_ - walking_after(end)) / config_.walkers; }
  Time waited(Time end) const { return waiting_ - waiting_after(end); }

  void complete(Time now) override { show(now); }
  /// Shows the present state and comes back when it changes.
  void show(Time now);

  const Config config_;
  unsigned page_bits_;
  Region& region_;
  LeastRecentlyUsed translations_;
  Ring<Walk> walks_;         ///< that have not ended, in the order of their ends
  KeyIndex walked_for_;      ///< numbers of walks by their pages
  std::uint32_t first_ = 0;  ///< number of the first walk in `walks_`
  Ring<Time> walker_free_;   ///< when each walker is, in order
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::uint64_t joined_ = 0;
  Time walking_ = 0;          ///< of all walks, from the window's start on
  Time waiting_ = 0;          ///< likewise
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
