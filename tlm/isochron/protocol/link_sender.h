// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/region.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/folded_source.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// An output port in front of a credit link: the head asks for a buffer at the far end once the transmitter is free,
/// and starts as soon as it has one. The logic of every LinkSender<Fabric>.
class LinkSenderBase : public OutputPort, public Region::Requester {
 public:
  const StageStatistics& statistics() const { return statistics_; }

  using OutputPort::fold;
  /// From now on `source` computes what is in front of it. Before the simulation starts.
  void fold(FoldedSource& source) { source_ = &source; }
  /// For what computes the port.
  StageStatistics& folded_statistics() { return statistics_; }
  /// The transmitter is free, and there is nothing to send.
  bool lacks_message() const { return queue_.empty() && !statistics_.busy.inside(); }

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final;

 protected:
  LinkSenderBase(const Domain& domain, unsigned buffers, BufferFreed freed);
  ~LinkSenderBase() override;

  void credit_received(Time now);
  void transmitter_free(Time now);

  /// At start of simulation.
  void connect_to(CreditForwardBase& link) {
    link_ = &link;
    answerer_ = &link.answerer();
  }

  CreditForwardBase* link_ = nullptr;

 private:
  void head_arrived(Time now) final;
  void ask(Time now) final;
  void start(Time now);
  struct Probes;
  /// For whoever traces.
  void note(Time now, Phase phase, const Payload* packet) {
    if (__builtin_expect(probes_ != nullptr, 0)) note_traced(now, phase, packet);
  }
  void note_traced(Time now, Phase phase, const Payload* packet);

  Region& region_;
  CreditForwardBase* answerer_ = nullptr;  ///< of requests to the link
  FoldedSource* source_ = nullptr;         ///< or none: what is in front of it is simulated
  StageStatistics statistics_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

/// See LinkSenderBase. Bind `socket` to the link's `in`.
template <class Fabric>
class LinkSender final : public LinkSenderBase, private CreditBackward<Fabric> {
 public:
  LinkSender(const std::string& name, const Domain& domain, unsigned buffers, BufferFreed freed)
      : LinkSenderBase(domain, buffers, freed), socket(name.c_str()) {
    socket.bind(static_cast<CreditBackward<Fabric>&>(*this));
  }

  CreditSenderSocket<Fabric> socket;

  std::string path() const override { return socket.name(); }
  /// To be called at start of simulation.
  void connect() { connect_to(*socket.get_base_port().operator->()); }

 private:
  void credit(Payload&, Time now) override { credit_received(now); }
  void sent(Time now) override { transmitter_free(now); }
};

}  // namespace isochron
