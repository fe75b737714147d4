// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/split_mix.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/software/calliope/session_post.h>
#include <isochron/software/calliope/session_table.h>

namespace isochron {

/// All clients of a multimedia server together: they ask its coordinator for sessions, without waiting for one another.
/// Source: Calliope, sections 2.1 and 3.3.
class SessionClients final : public sc_core::sc_module, public Measured, public Traced, private Region::Activity {
 public:
  enum class Arrivals { poisson, constant };
  enum class Lengths { constant, exponential };
  struct Config {
    std::uint64_t rate = 50'000'000;  ///< requests, millionths of one a second
    Arrivals arrivals = Arrivals::poisson;
    std::uint64_t requests = 0;           ///< after which they stop; 0: never
    std::uint64_t session = 60 * second;  ///< length, or mean of it
    Lengths lengths = Lengths::constant;
    std::uint64_t contents = 100;
    std::uint64_t zipf = 0;              ///< exponent, millionths: item c is asked for as (c + 1)^-zipf; 0: all alike
    std::uint64_t composite = 0;         ///< fraction of sessions with two streams, millionths
    std::uint64_t recordings = 0;        ///< fraction of sessions that record, millionths
    std::uint64_t estimate = 1'000'000;  ///< of a recording's length, over that; millionths, 1,000,000 or more
    // Of the machine around it.
    std::uint64_t message = 338;  ///< of a request, bytes

    /// Those above the machine's.
    ParameterTable parameters();
  };

  /// `sessions` must outlive it.
  SessionClients(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                 SessionTable& sessions, std::uint64_t seed);
  ~SessionClients() override;

  OutletPort requests;

  const SessionTable& sessions() const { return sessions_; }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "session_clients";
  static TypeInfo type_info();

 private:
  struct Probes;

  void start();
  void complete(Time now) override;
  /// When the next request is made.
  void schedule_next();
  void fill_in(Session& session);
  std::uint32_t draw_content();

  Region& region_;
  Config config_;
  SessionTable& sessions_;
  SessionPost post_;
  SplitMix64 gaps_;
  SplitMix64 contents_;
  SplitMix64 lengths_;
  SplitMix64 kinds_;
  std::vector<std::uint64_t> weights_;  ///< of items up to each, 2^-32; empty: all alike
  std::uint64_t made_ = 0;
  std::uint64_t made_before_ = 0;  ///< this window
  Time next_ = 0;
  bool traced_ = false;
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
