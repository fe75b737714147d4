// SPDX-License-Identifier: Apache-2.0
#include "chain_share.h"

#include <stdexcept>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_memory.h>

#include "shell_bench.h"

namespace isochron::rtl {

ChainShare chain_share(unsigned latency, std::uint32_t bytes, unsigned length) {
  ShellBench bench(1);
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = latency;
  block_mover::BlockMoverDriver driver(bench);
  block_mover::DescriptorMemory memory(bench);
  constexpr std::uint64_t base = 0x10000;
  for (unsigned i = 0; i < length; ++i) {
    block_mover::Descriptor descriptor;
    descriptor.move.source = 0x400000 + bytes * i;
    descriptor.move.destination = 0x800000 + bytes * i;
    descriptor.move.row_bytes = bytes;
    descriptor.next = base + 64 * (i + 1);
    descriptor.end_of_list = i + 1 == length;
    memory.store(base + 64 * i, descriptor);
  }
  driver.start_chain(base);
  const auto beats = [&] { return bench.counts(0).write_beats; };
  const auto all = std::uint64_t{bytes} / 8 * length;
  if (!bench.run_until([&] { return beats() > 0; }, 10000)) throw std::runtime_error("the chain does not begin");
  const auto first = bench.cycle() - 1;
  if (!bench.run_until([&] { return beats() == all; }, 1000000)) throw std::runtime_error("the chain does not end");
  const auto cycles = static_cast<double>(bench.cycle() - first);
  return {static_cast<double>(all) / cycles, cycles / length};
}

}  // namespace isochron::rtl
