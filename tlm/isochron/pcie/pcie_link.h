// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/pcie/link_direction.h>
#include <isochron/pcie/pcie_link_config.h>
#include <isochron/pcie/pcie_sockets.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/faulty.h>

namespace isochron {

/// A PCI Express link: two directions that are independent but for the Acks and UpdateFCs, which go the other way.
/// Ports of parts bind to `a` and `b`. In a domain of explicit phases it goes step by step.
class PcieLink final : public sc_core::sc_module, public Measured, public Traced, public Faulty {
 public:
  static constexpr const char* type = "pcie_link";
  using Config = PcieLinkConfig;

  PcieLink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~PcieLink() override;

  PcieEndSocket a{"a"};
  PcieEndSocket b{"b"};

  LinkDirection& a_to_b() { return *a_to_b_; }
  LinkDirection& b_to_a() { return *b_to_a_; }
  /// Nothing is missing of what has been sent: all credits and the replay buffers are as at the beginning. To be asked
  /// at the end of a run in which everything has arrived and has been released.
  bool all_home(Time now);

  static TypeInfo type_info();

  void expect_faults(const FaultContext& context) override;
  void set_condition(const PartCondition& condition, Time now) override;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

 private:
  /// What the part at one end sees.
  class End final : public PcieLinkEnd {
   public:
    End(LinkDirection& out, LinkDirection& in) : out_(out), in_(in) {}
    LinkDirection& outgoing() override { return out_; }
    LinkDirection& incoming() override { return in_; }

   private:
    LinkDirection& out_;
    LinkDirection& in_;
  };

  void end_of_elaboration() override;
  void bring_to(Time now);

  Config config_;
  std::unique_ptr<LinkDirection> a_to_b_;
  std::unique_ptr<LinkDirection> b_to_a_;
  End end_a_;
  End end_b_;
};

}  // namespace isochron
