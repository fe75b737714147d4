// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/host/cache_tags.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/port.h>

namespace isochron {

class Cache;

/// Of a cache: where its processor is joined.
class ProcessorPort final : public sc_core::sc_object, public Port {
 public:
  static constexpr const char* spoken = "cache port";

  ProcessorPort(const char* name, Cache& cache) : sc_object(name), cache_(cache) {}

  Cache& cache() const { return cache_; }
  const char* protocol() const override { return spoken; }
  Role role() const override { return Role::target; }
  std::string path() const override { return name(); }

 private:
  void join(Port&) override {}  ///< it begins no connection

  Cache& cache_;
};

/// A write-allocate, write-back cache between a processor and a bus. A miss pushes a line out, writes it back if it is
/// dirty, and then fills: each a transfer of a line, one at a time. A hit takes no time, since the processor's
/// instructions are counted apart. Lines are counted, not kept. Source: Gennart et al., section 3.5.
class Cache final : public sc_core::sc_module, public WithStatistics<Cache>, public Traced {
 public:
  struct Config {
    std::uint64_t size = 1 << 20;  ///< bytes
    std::uint64_t ways = 1;        ///< lines a set; 1: direct mapped

    ParameterTable parameters();
    /// What is wrong with a cache of lines of `line` bytes; nothing if that is no power of two, which the bus says.
    std::vector<ParameterProblem> problems(std::uint64_t line) const;
  };
  /// The processor behind the cache.
  class Processor {
   public:
    /// The line that access() missed is there.
    virtual void filled(Time now) = 0;

   protected:
    ~Processor() = default;
  };

  /// `line` bytes; the pool's messages must hold as many.
  Cache(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t line);

  ProcessorPort processor;
  AtInitiatorOf<Cache> socket;

  /// Before the simulation starts.
  void serve(Processor& whom) { processor_ = &whom; }

  /// A load or store within the line at `address`, a multiple of the line. True: a hit. False: the processor hears
  /// filled() later, and must not access() before.
  bool access(std::uint64_t address, bool write);
  /// The same without time, for a cache that has served before the simulation starts.
  void warm(std::uint64_t address, bool write) { tags_.access(address, write); }

  static Statistics<Cache> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }
  /// Lines that came from memory, and that went to it, in this window.
  std::uint64_t fills() const { return fills_; }
  std::uint64_t write_backs() const { return write_backs_; }
  std::uint64_t line() const { return tags_.line(); }
  std::uint64_t size() const { return tags_.size(); }

  static constexpr const char* type = "cache";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<Cache>;

  void send(std::uint64_t address, tlm::tlm_command command);
  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  /// For whoever traces.
  void show(const char* doing);

  Region& region_;
  MessagePool& pool_;
  Processor* processor_ = nullptr;
  CacheTags tags_;
  std::uint64_t wanted_ = 0;  ///< the line to be filled
  bool missing_ = false;      ///< a transfer is under way
  std::uint64_t fills_ = 0;
  std::uint64_t write_backs_ = 0;
  TextProbe state_;
  const char* doing_;
  bool traced_ = false;
};

}  // namespace isochron
