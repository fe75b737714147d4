// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/region.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Asks for numbered jobs, such as strands of a multidisk server, all at time 0 or in groups at regular intervals.
/// Source: Gennart et al., section 5.1.
class StrandSource final : public sc_core::sc_module, public Traced, private Region::Activity {
 public:
  struct Config {
    std::uint64_t strands = 256;  ///< in all
    std::uint64_t group = 256;    ///< asked for together
    std::uint64_t interval = 0;   ///< between groups, ps
  };
  /// Whoever is asked.
  class Server {
   public:
    virtual void request(std::uint64_t strand, Time now) = 0;

   protected:
    ~Server() = default;
  };

  StrandSource(const sc_core::sc_module_name& name, Region& region, const Config& config, Server& server);

  std::uint64_t requested() const { return next_; }

  static constexpr const char* type = "strand_source";
  static TypeInfo type_info();

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

 private:
  void start();
  void complete(Time now) override;

  Region& region_;
  Config config_;
  Server& server_;
  std::uint64_t next_ = 0;
  NumberProbe requested_;
  bool traced_ = false;
};

}  // namespace isochron
