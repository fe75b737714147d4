// SPDX-License-Identifier: Apache-2.0
#include "strand_model.h"

#include <fmt/format.h>

namespace isochron::rtl {

StrandModel::StrandModel(NodeBench& bench) : bench_(bench) {
  for (unsigned i = 0; i < 2; ++i) memories_.push_back(std::make_unique<SparseMemory>(bench.memory(i)));
  for (unsigned i = 0; i < bench.shape().disks; ++i)
    disks_.push_back(std::make_unique<SparseMemory>(bench.channel().disk(i)));
}

std::uint64_t StrandModel::place(const disk_node::Request& r, std::uint32_t byte) {
  if (!r.row_bytes) return r.address + byte;
  return r.address + static_cast<std::uint64_t>(std::int64_t{r.stride} * (byte / r.row_bytes)) + byte % r.row_bytes;
}

void StrandModel::apply(const disk_node::Request& r) {
  auto& memory = *memories_[r.port_b];
  for (std::uint32_t i = 0; i < r.bytes; ++i) {
    const auto at = r.block * bench_.shape().block_bytes + i;
    if (r.write) {
      disks_[r.disk]->write(at, memory.read(place(r, i)));
      continue;
    }
    std::uint8_t value = 0;
    if (r.survivors) {
      for (unsigned disk = 0; disk < disks_.size(); ++disk)
        if (r.survivors >> disk & 1) value = static_cast<std::uint8_t>(value ^ disks_[disk]->read(at));
    } else {
      value = disks_[r.disk]->read(at);
    }
    memory.write(place(r, i), value);
  }
}

void StrandModel::forgive(const disk_node::Request& r) {
  if (r.disk >= disks_.size()) return;
  for (std::uint32_t i = 0; i < r.bytes; ++i) {
    const auto at = r.block * bench_.shape().block_bytes + i;
    if (r.write)
      disks_[r.disk]->write(at, bench_.channel().disk(r.disk).read(at));
    else
      memories_[r.port_b]->write(place(r, i), bench_.memory(r.port_b).read(place(r, i)));
  }
}

std::string StrandModel::difference() {
  std::string text;
  for (unsigned i = 0; i < memories_.size(); ++i)
    if (const auto at = SparseMemory::first_difference(*memories_[i], bench_.memory(i)))
      text += fmt::format("memory {} differs at {:#x}: {:#04x}, expected {:#04x}\n", "AB"[i], *at,
                          bench_.memory(i).read(*at), memories_[i]->read(*at));
  for (unsigned i = 0; i < disks_.size(); ++i)
    if (const auto at = SparseMemory::first_difference(*disks_[i], bench_.channel().disk(i)))
      text += fmt::format("disk {} differs at block {}, byte {}\n", i, *at / bench_.shape().block_bytes,
                          *at % bench_.shape().block_bytes);
  return text;
}

}  // namespace isochron::rtl
