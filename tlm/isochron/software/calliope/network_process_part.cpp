// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/addressing_part.h>
#include <isochron/part/configured.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/network_process.h>

namespace isochron {

namespace {

/// Who calls it makes room for streams.
class NetworkProcessPart final : public PartConfig, public Configured<NetworkProcess::Config>, public AddressingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.bytes("block", config_.block, {512, 64 << 20}, "that a buffer holds", "Calliope, section 2.3.3");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(NetworkProcess::type);
    return {
        ports["buffers"],        ports["served"],          ports["packets"],         ports["received"].unless_needed(),
        ports["host"].calling(), ports["timer"].calling(), ports["streams"].called()};
  }
  const NetworkProcess::Config& config() const override { return config_; }
  const char* flow_unit() const override { return "B"; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    Host& host = *around.services.called<Host>(plan, {4, 0});
    PacketTimer& timer = *around.services.called<PacketTimer>(plan, {5, 0});
    NetworkProcess* const process = machine.part<NetworkProcess>(name, [&](const char* part) {
      return std::make_unique<NetworkProcess>(part, machine.domain(), config_, host, timer);
    });
    around.services.offer({6, 0}, *process);
    around.counter = process;
    if (around.work == nullptr) return;
    around.work->add_account([process](ReplicationRecord& record) {
      record.messages += process->packets_sent();
      add_fingerprint(record, process->fingerprint());
    });
  }

 private:
  NetworkProcess::Config config_;
};

}  // namespace

ISOCHRON_PART(network_process, NetworkProcess::type_info, make_part<NetworkProcessPart>);

}  // namespace isochron
