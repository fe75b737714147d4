// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/core/class_turns.h>
#include <isochron/core/region.h>
#include <isochron/observe/phase.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/output_port.h>
#include <isochron/protocol/router.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

/// An output port in front of a credit link that tells classes of traffic apart (virtual channels): an OutputPort with
/// its own queue and buffers for each class, and one transmitter. When the transmitter is free, ClassTurns chooses
/// among the classes whose head can go; costs are bytes. A head that gets no buffer at the far end waits for its credit
/// while other classes go on. A packet that is being sent is not interrupted, and the choice is made once all that
/// happens in an instant is known.
///
/// A far end with fewer classes takes requests of one packet for each of its own classes at a time: classes that are
/// one there wait for each other. The logic of every ClassedLinkSender<Fabric>.
class ClassedLinkSenderBase : public Measured, public Traced, private Region::Requester {
 public:
  ~ClassedLinkSenderBase() override;

  unsigned classes() const { return turns_.classes(); }
  /// Where messages of a class go. Throws std::out_of_range.
  OutputPort& port(unsigned traffic_class);
  const OutputPort& port(unsigned traffic_class) const;
  const StageStatistics& statistics() const { return statistics_; }
  /// A message of the class is at the head and has no buffer at the far end.
  const TimeIn& wait_buffer(unsigned traffic_class) const;
  std::uint64_t bytes(unsigned traffic_class) const;  ///< sent in this window

  /// Its name in the SystemC hierarchy.
  virtual std::string path() const = 0;

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

  /// Adds to a type what the classes of its output port `port` report, where there are several.
  static void describe_classes(TypeInfo& info, const std::string& port);

 protected:
  ClassedLinkSenderBase(const Domain& domain, unsigned buffers, BufferFreed freed, const ClassService& service);

  void credit_received(const Payload& packet, Time now);
  void transmitter_free(Time now);

  CreditForwardBase* link_ = nullptr;  ///< fetched once, at start of simulation

 private:
  class ClassPort;
  struct Probes;

  void head_arrived(Time now);
  void ask(Time now) final;
  /// Classes whose head may be sent or asked for now.
  ClassMask ready();
  void start(unsigned traffic_class, ClassMask among, Time now);
  bool has_head() const { return heads_ != 0; }
  /// Classes whose requests are of one class there.
  ClassMask alike_at_far_end(unsigned traffic_class);

  /// For whoever traces.
  void note(Time now, Phase phase, const Payload* packet) {
    if (__builtin_expect(probes_ != nullptr, 0)) note_traced(now, phase, packet);
  }
  void note_traced(Time now, Phase phase, const Payload* packet);

  Region& region_;
  StageStatistics statistics_;
  ClassTurns turns_;
  BufferFreed freed_;
  std::vector<std::unique_ptr<ClassPort>> ports_;
  ClassMask heads_ = 0;       ///< classes that have a message
  ClassMask waiting_ = 0;     ///< classes whose head waits for a credit
  ClassMask granted_ = 0;     ///< classes whose head has a buffer at the far end
  unsigned sending_ = 0;      ///< class of the packet that is sent
  unsigned far_classes_ = 0;  ///< 0: not asked yet
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

/// The router of a part with one way out that has classes.
class OneClassedWay final : public Router {
 public:
  explicit OneClassedWay(ClassedLinkSenderBase& port) : port_(port) {}
  OutputPort& route(const Payload& payload) const override { return port_.port(class_of(payload, port_.classes())); }
  void each_port(const std::function<void(OutputPort&)>& visit) const override {
    for (unsigned c = 0; c < port_.classes(); ++c) visit(port_.port(c));
  }

 private:
  ClassedLinkSenderBase& port_;
};

/// See ClassedLinkSenderBase. Bind `socket` to the link's `in`.
template <class Fabric>
class ClassedLinkSender final : public ClassedLinkSenderBase, private CreditBackward<Fabric> {
 public:
  /// `buffers`: of each class, 1 or more.
  ClassedLinkSender(const std::string& name, const Domain& domain, unsigned buffers, BufferFreed freed,
                    const ClassService& service)
      : ClassedLinkSenderBase(domain, buffers, freed, service), socket(name.c_str()) {
    socket.bind(static_cast<CreditBackward<Fabric>&>(*this));
  }

  CreditSenderSocket<Fabric> socket;

  std::string path() const override { return socket.name(); }
  /// To be called at start of simulation.
  void connect() { link_ = socket.get_base_port().operator->(); }

 private:
  void credit(Payload& packet, Time now) override { credit_received(packet, now); }
  void sent(Time now) override { transmitter_free(now); }
};

}  // namespace isochron
