// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <isochron/core/rate.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/fold/folded_sink.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// Gigabit Ethernet card. Without a rate it takes what the bus brings (the paper, section 3.2: its memory is faster
/// than the bus, and the real cluster was measured with the cards' output disabled). With one it has a buffer for one
/// message: from the grant until the last bit is on the wire, which takes the message's bytes at the rate from when it
/// has arrived in whole. Meanwhile END_REQ is withheld. Data that are real it compares with their stream.
class GigeCard final : public sc_core::sc_module,
                       public WithStatistics<GigeCard>,
                       public Traced,
                       public FoldedSink,
                       private Region::Activity {
 public:
  struct Config {
    std::uint64_t rate = 0;  ///< on the wire, bit/s; 0: any

    ParameterTable parameters();
    /// Of the wire.
    Capacity capacity() const { return Capacity::of_rate(rate); }
  };
  using Arrivals = isochron::Arrivals;

  GigeCard(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals);
  ~GigeCard() override;

  AtTargetOf<GigeCard> socket;

  static constexpr const char* type = "gige_card";
  static TypeInfo type_info();

  /// Without a rate.
  void take_folded(const Payload& payload, Time at) override { arrived(payload, at); }

  static Statistics<GigeCard> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }
  std::uint64_t bytes() const { return bytes_; }  ///< arrived in this window
  /// Whose contents were real, and right, since the simulation began.
  std::uint64_t checked_bytes() const { return checked_bytes_; }
  bool has_rate() const { return wire_.has_value(); }
  // With a rate:
  const TimeIn& taken() const { return taken_; }        ///< the buffer: from the grant to the last bit
  const TimeIn& on_wire() const { return on_wire_; }    ///< a message is being sent
  const TimeIn& withheld() const { return withheld_; }  ///< a message waits for the buffer

 private:
  friend class AtTargetOf<GigeCard>;
  struct Probes;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< what has arrived is not kept
  void complete(Time now) override;

  void grant(Payload& payload, Time now);
  /// Returns whether the message goes on, to the wire.
  bool arrived(const Payload& payload, Time now);
  void check_data(const Payload& payload);
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Arrivals& arrivals_;
  std::optional<TransferClock> wire_;
  Payload* waiting_ = nullptr;  ///< whose END_REQ is withheld
  TimeIn taken_;
  TimeIn on_wire_;
  TimeIn withheld_;
  std::uint64_t bytes_ = 0;
  std::uint64_t checked_bytes_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
