// SPDX-License-Identifier: Apache-2.0
#include "strand_rate.h"

#include <stdexcept>

#include <isochron/disk_node/request_rings.h>

#include "node_bench.h"

namespace isochron::rtl {

double strand_rate(const StrandRun& run) {
  NodeBench bench(1);
  disk_node::DiskNodeDriver driver(bench);
  driver.configure(run.depth, run.max_blocks);
  disk_node::RequestRings rings(driver, bench, {0x10000, 0x20000, 6, 6});
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = run.latency;
  bench.port(0).timing.stall_w = bench.port(0).timing.stall_r = run.bus_stall;
  bench.channel().timing.mixed = run.mixed;
  const auto bytes = run.blocks * bench.shape().block_bytes;
  for (unsigned i = 0; i < run.requests; ++i) {
    disk_node::Request request;
    request.id = static_cast<std::uint16_t>(i);
    request.disk = i % run.disks;
    request.survivors = (1u << run.survivors) - 1;
    request.block = std::uint64_t{i} * run.blocks;
    request.bytes = bytes;
    request.address = 0x1000000 + std::uint64_t{i} * bytes;
    request.write = run.write;
    rings.push(request);
  }
  for (unsigned taken = 0; taken < run.requests;) {
    const auto completion = rings.take();
    if (!completion) {
      bench.run(50);
      if (bench.cycle() > 10000000) throw std::runtime_error("requests that do not end");
      continue;
    }
    ++taken;
    if (completion->code != disk_node::Code::done) throw std::runtime_error("a request that fails");
  }
  const auto& channel = bench.channel();
  return static_cast<double>(channel.words()) / static_cast<double>(channel.last_word() - channel.first_word() + 1);
}

}  // namespace isochron::rtl
