// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/rate.h>
#include <isochron/fabric/transputer.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/phase.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// C104 crossbar with the T9000 links that end at it. A packet takes the link it comes by and the link it leaves by
/// together, for its length at the links' rate; the crossbar adds no delay (Gennart et al., section 3.3). Each
/// link serves first come, first served, of one instant the packet with the lowest sequence number first: a packet
/// starts when it is the first in line on both of its links and both are free.
///
/// The link that a packet leaves by is its tag's `card`. A sender may have any number of requests open.
class C104Crossbar final : public sc_core::sc_module, public Measured, public Traced {
 public:
  static constexpr unsigned ports = 32;

  /// inputs + outputs <= 32. `bits_per_second`: of a link.
  C104Crossbar(const sc_core::sc_module_name& name, const Domain& domain, unsigned inputs, unsigned outputs,
               std::uint64_t bits_per_second);
  ~C104Crossbar() override;

  TransputerReceiverSocket& input(unsigned i);
  TransputerSenderSocket& output(unsigned j);
  const TimeIn& input_busy(unsigned i) const;
  const TimeIn& output_busy(unsigned j) const;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "c104_crossbar";
  static TypeInfo type_info();

 private:
  class Input;
  class Output;

  /// A packet that wants, or has, a connection.
  struct Connection {
    Payload* packet = nullptr;
    Input* input = nullptr;
    Output* output = nullptr;
    bool has_buffer = false;  ///< at the receiver
    bool sent = false;        ///< handed over by its sender
  };

  /// Grants connections once an instant's releases are known.
  class Arbiter;

  void want(Connection& connection, Time now);
  void connect(Time now);
  void begin(Connection& connection, Time now);
  void packet_across(Connection& connection, Time now);
  void start_of_simulation() override;

  struct Probes;
  /// For whoever traces: what happens to a connection's packet, after the state has changed.
  void note(Time now, Phase phase, const Connection& connection) {
    if (__builtin_expect(probes_ != nullptr, 0)) note_traced(now, phase, connection);
  }
  void note_traced(Time now, Phase phase, const Connection& connection);
  void show(Time now);

  Region& region_;
  Rate rate_;
  std::vector<std::unique_ptr<Input>> inputs_;
  std::vector<std::unique_ptr<Output>> outputs_;
  std::unique_ptr<Arbiter> arbiter_;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::vector<Connection*> free_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
