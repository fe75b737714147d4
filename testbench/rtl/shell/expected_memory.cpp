// SPDX-License-Identifier: Apache-2.0
#include "expected_memory.h"

#include <fmt/format.h>

namespace isochron::rtl {
namespace {

/// Where bytes go depends on none of a block mover's parameters, as long as it has what the move asks for.
CoreParameters parameters() {
  CoreParameters widest;
  widest.address_bits = 64;
  return widest;
}

}  // namespace

Command command_of(const block_mover::Move& move) {
  Command c;
  c.op = static_cast<unsigned>(move.operation);
  c.src_port = static_cast<unsigned>(move.source_port);
  c.dst_port = static_cast<unsigned>(move.destination_port);
  c.src = move.source;
  c.dst = move.destination;
  c.row_bytes = move.row_bytes;
  c.rows = move.rows;
  c.planes = move.planes;
  c.src_row_stride = move.source_row_stride;
  c.src_plane_stride = move.source_plane_stride;
  c.dst_row_stride = move.destination_row_stride;
  c.dst_plane_stride = move.destination_plane_stride;
  c.tag = move.tag;
  return c;
}

ExpectedMemory::ExpectedMemory(ShellBench& bench)
    : bench_(bench), model_(parameters(), bench.stream_seed()), a_(bench.memory(0)), b_(bench.memory(1)) {}

void ExpectedMemory::apply(const block_mover::Move& move) {
  const AxiFaults none;
  auto& destination = move.destination_port == block_mover::Port::b ? b_ : a_;
  const auto bytes = model_.moves(command_of(move), {&a_, &b_}, {&none, &none});
  if (move.destination_port == block_mover::Port::stream) return;
  for (const auto& byte : bytes) destination.write(byte.address, byte.value);
}

std::string ExpectedMemory::difference() {
  std::string all;
  SparseMemory* expected[2] = {&a_, &b_};
  for (unsigned port = 0; port < 2; ++port) {
    const auto place = SparseMemory::first_difference(*expected[port], bench_.memory(port));
    if (place)
      all += fmt::format("port {} at {:#x}: {:#04x}, not {:#04x}. ", "AB"[port], *place,
                         bench_.memory(port).read(*place), expected[port]->read(*place));
  }
  return all;
}

}  // namespace isochron::rtl
