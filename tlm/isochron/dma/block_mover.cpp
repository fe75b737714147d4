// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover.h>

#include <stdexcept>

#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/clocked_block_mover.h>
#include <isochron/dma/rate_block_mover.h>

namespace isochron {

ParameterTable BlockMover::Config::rate_parameters() {
  ParameterTable table;
  table.bytes("burst", burst, {1, 1 << 20}, "what it reads and writes at a time", "our own");
  table.duration("setup", setup, {0, second}, "before each move", "our own");
  table.count("outstanding", outstanding, {1, 64}, "bursts between read request and write response", "our own");
  return table;
}

std::uint64_t BlockMover::Config::burst_bytes() const {
  return clocked() ? std::uint64_t{BlockMoverModule::max_burst} * BlockMoverModule::data_bytes : burst;
}

ParameterTable BlockMover::Config::parameters() {
  ParameterTable table;
  BlockMoverModule::add_choice(table, implementation);
  table.choice("timing", timing, {"rate", "clocked"},
               "of the model: by the rates of its buses, or by clock edges, with registers, descriptors and real data",
               "our own");
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "its clock", "our own");
  table.duration("memory_latency", memory_latency, {0, millisecond},
                 "of the memory with the descriptors, as the block mover sees it", "our own");
  table.counts_where(table.is("impl", {"tlm"}), {"timing"});
  table.counts_where({"timing", "clocked, or impl: rtl", [this] { return clocked(); }}, {"clock", "memory_latency"});
  table.include(rate_parameters());
  table.counts_where({"timing", "rate, and impl: tlm", [this] { return !clocked(); }},
                     {"burst", "setup", "outstanding"}, {"clock", "memory_latency"});
  return table;
}

ParameterTable BlockMover::Config::strand_parameters() {
  ParameterTable table = parameters();
  table.counts_where({"dma.unit", "burst", [] { return false; }}, {"burst", "setup", "outstanding"});
  return table;
}

std::unique_ptr<BlockMover> BlockMover::make(const char* name, const Domain& domain, const Config& config,
                                             Moved& moved) {
  if (config.clocked()) return std::make_unique<ClockedBlockMover>(name, domain, config, moved);
  return std::make_unique<RateBlockMover>(name, domain, config, moved);
}

void BlockMover::submit(const Move& move, Time now) {
  if (move.row_bytes == 0 || move.rows == 0 || move.planes == 0)
    throw std::invalid_argument("block mover: a move of nothing");
  if (move.source.port > system || move.destination.port > system)
    throw std::invalid_argument("block mover: there are two ports, local and system");
  submit_checked(move, now);
}

TransactionId BlockMover::transaction_of_move(const Move& move) {
  TransactionId id;
  id.none = false;
  id.sequence = move.sequence;
  id.bytes = static_cast<std::uint32_t>(move.row_bytes * move.rows * move.planes);
  return id;
}

TypeInfo BlockMover::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "Block mover: moves of up to three dimensions between two ports, one pass over each bus; a model, or its Verilog";
  info.source = "Gennart et al., section 5.3; docs/hardware/block_mover.md";
  info.ports = {{"local", "base protocol", "initiator", "towards local memory"},
                {"system", "base protocol", "initiator", "towards the shared bus"}};
  info.statistics = {
      {"utilisation", "1", "fraction of time that it has a move"},
      {"queue_depth", "1", "moves that wait for it, mean over time"},
      {"bytes", "B", "written"},
      {"moved", "B",
       "written since the simulation began, every byte compared with what was read (timing: clocked, or impl: rtl)"},
      {"cycles", "1", "clock cycles of Verilog simulated since the simulation began (impl: rtl; else 0)"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
