// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/dma_engine_config.h>

#include <isochron/dma/dma_engine.h>
#include <isochron/part/part_registration.h>

namespace isochron {

namespace {
constexpr const char* dma_engine_names[] = {"paper", "tlm", "rtl"};
}  // namespace

const char* DmaEngineConfig::implementation_name() const {
  return dma_engine_names[static_cast<std::size_t>(implementation)];
}

ParameterTable DmaEngineConfig::parameters() {
  ParameterTable table;
  table.choice("impl", implementation, {dma_engine_names[0], dma_engine_names[1], dma_engine_names[2]},
               "no time of its own, or the block mover: its model, or its Verilog with real data",
               "paper: Milkovits 2005, section 6; else our own");
  table.absent("impl", [](const std::string& name) {
    const Implementations<DmaEngineMaker>& engines = dma_engines();
    if (name == dma_engine_names[0] || engines.find(name) != nullptr) return Absence{};
    const auto [cause, remedy] = engines.why_not(name);
    return Absence{cause, remedy};
  });
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "the block mover's clock", "our own");
  table.duration("memory_latency", memory_latency, {0, millisecond},
                 "of the controller's memory, as the block mover sees it", "our own");
  table.count("queue", queue, {1, 64}, "messages that the block mover is given ahead of the bus", "our own");
  table.counts_where(table.is("impl", {dma_engine_names[1], dma_engine_names[2]}),
                     {"clock", "memory_latency", "queue"});
  return table;
}

TypeInfo DmaEngineConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The DMA engines of a RAID controller: the paper's, or block movers as a model or as Verilog";
  info.source = "Milkovits 2005, section 6; docs/hardware/block_mover.md";
  info.ports = {{"bus", "base protocol", "initiator", "a message a transaction"}};
  info.statistics = {{"moved", "B", "by block movers since the simulation began, every byte checked where it arrived"},
                     {"cycles", "1", "clock cycles of Verilog simulated since the simulation began"}};
  info.describe_stage("");
  info.describe_stage("bus");  // of a block mover
  DmaEngineConfig config;
  info.describe_parameters(config.parameters());
  return info;
}

ISOCHRON_PART(dma_engine, DmaEngineConfig::type_info);

}  // namespace isochron
