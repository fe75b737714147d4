// SPDX-License-Identifier: Apache-2.0
// A machine with a part that loses its work stands still without a cycle of waits, also while a clock goes on beside
// it.
#include <optional>

#include <gmock/gmock.h>

#include <isochron/core/error.h>
#include <isochron/fabric/general_link.h>
#include <isochron/machine/composed_simulation.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/part_types.h>
#include <isochron/protocol/output_ports.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

using testing::HasSubstr;

/// Takes messages and forgets to send them on.
class Leak final : public sc_core::sc_module, public OutputPorts {
 public:
  Leak(const sc_core::sc_module_name& name, const Domain& domain, bool has_clock)
      : sc_module(name), out_("out", domain, 1, BufferFreed::on_send), queue_(this->name()) {
    has(queue_);
    has(out_);
    if (has_clock) clock_.emplace("clock", sc_core::sc_time(10, sc_core::SC_NS));
  }

  static constexpr const char* type = "leak";
  static TypeInfo type_info() {
    TypeInfo info;
    info.name = type;
    info.kind = "fabric";
    info.ports = {{"in", GeneralLink::name, "receiver", ""}, {"out", GeneralLink::name, "sender", ""}};
    return info;
  }

 private:
  class Queue final : public OutputPort {
   public:
    explicit Queue(std::string path) : OutputPort(64, BufferFreed::on_send), path_(std::move(path)) {}
    std::string path() const override { return path_; }

   private:
    void head_arrived(Time) override {}

    std::string path_;
  };

  void start_of_simulation() override {
    in_.connect();
    out_.connect();
  }

  GeneralSender out_;
  Queue queue_;
  OneWay to_queue_{queue_};
  GeneralReceiver in_{"in", to_queue_};
  std::optional<sc_core::sc_clock> clock_;
};

class LeakPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.flag("has_clock", has_clock_, "a clock goes on in it");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Leak::type);
    return {ports["in"], ports["out"].driving()};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext&) const override {
    machine.add<Leak>(name, has_clock_);
  }

 private:
  bool has_clock_ = false;
};

ISOCHRON_PART(leak, Leak::type_info, make_part<LeakPart>);

/// What a run says that it ends with.
std::string end_of_run(bool has_clock) {
  auto netlist = std::make_unique<Netlist>(
      testbench::netlist_of("parts:\n"
                            "  from: {type: source}\n"
                            "  leak: {type: leak, has_clock: " +
                            std::string(has_clock ? "true" : "false") +
                            "}\n"
                            "  to: {type: sink}\n"
                            "connect:\n"
                            "  - {from: from.out, to: leak.in, link: {type: serial_link, name: a}}\n"
                            "  - {from: leak.out, to: to.in, link: {type: serial_link, name: b}}\n"
                            "traffic:\n"
                            "  - {name: t, from: from, to: to, arrivals: closed, io: 4 KiB, message: 1 KiB}\n"));
  traffic_kind().plan(*netlist, 1);
  ComposedSimulation model(std::move(netlist), {}, 1, true, false);
  try {
    model.run_to(millisecond);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "the end of its window";
}

TEST(Standstill, OfTrafficThatAPartLoses) {
  EXPECT_THAT(end_of_run(false), HasSubstr("deadlock at 0.0000"));
}

TEST(Standstill, IsNotHiddenByAClock) {
  EXPECT_THAT(end_of_run(true), HasSubstr("deadlock at 0.0000"));
}

}  // namespace
}  // namespace isochron
