// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <isochron/core/clock_grid.h>
#include <isochron/core/region.h>
#include <isochron/host/cache_port.h>
#include <isochron/host/work_done.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>

namespace isochron {

/// A processor that runs one of the programs of Gennart et al., section 3.5, over an area of memory, a cache line
/// at a time: load of each line (Program 1, left), store to each line (Program 1, right, and memset), or load of a
/// source line and store to a destination line (memcpy). It begins at time 0 with the cache as the same program would
/// have left it, so that a short area gives the figures of a long one.
class LineProcessor final : public sc_core::sc_module,
                            public Traced,
                            private Region::Activity,
                            private Cache::Processor {
 public:
  enum class Program { read, write, copy };
  struct Config {
    Program program = Program::copy;
    std::uint64_t bytes = 32'000'000;        ///< of the area (copy: of each area), whole lines
    std::uint64_t clock = 50'000'000;        ///< Hz
    std::uint64_t instruction_cycles = 0;    ///< of a line, after its accesses, outside the bus
    std::uint64_t source = 1ull << 40;       ///< address
    std::uint64_t destination = 1ull << 41;  ///< address

    /// Lines that come from memory, and go to it, for each line of the area in the steady state.
    std::uint64_t fills() const { return program == Program::copy ? 2 : 1; }
    std::uint64_t write_backs() const { return program == Program::read ? 0 : 1; }
    /// `program` and `bytes`.
    ParameterTable program_parameters();
    /// `instruction_cycles`.
    ParameterTable instruction_parameters();
    /// What is wrong with an area of lines of `line` bytes.
    std::vector<ParameterProblem> problems(std::uint64_t line) const;
  };

  /// `done` hears that the last line is done.
  LineProcessor(const sc_core::sc_module_name& name, Region& region, const Config& config, WorkDone& done);

  CachePort cache;  ///< its own

  std::uint64_t bytes_left() const { return bytes_ - offset_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "line_processor";
  static TypeInfo type_info();

 private:
  struct Access {
    std::uint64_t base;
    bool write;
  };

  void start();
  void warm_up();
  void filled(Time now) override { go_on(now); }
  void complete(Time now) override;
  void go_on(Time now);
  bool ended(Time now);

  Region& region_;
  WorkDone& done_;
  std::uint64_t bytes_;
  ClockGrid grid_;
  std::uint64_t instruction_cycles_;
  std::array<Access, 2> accesses_{};  ///< to each line
  unsigned used_ = 0;                 ///< of them
  unsigned next_ = 0;                 ///< access of this line
  std::uint64_t offset_ = 0;          ///< of this line
  NumberProbe lines_;
  bool traced_ = false;
};

}  // namespace isochron
