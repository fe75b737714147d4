// SPDX-License-Identifier: Apache-2.0
#include "axi_memory.h"

#include <algorithm>

namespace isochron::rtl {

AxiMemory::AxiMemory(unsigned word_bytes, SparseMemory& memory, std::uint64_t seed)
    : word_bytes_(word_bytes), memory_(memory), random_(seed) {}

void AxiMemory::clock(const AxiMasterPins& master) {
  take(master);
  ++cycle_;
  drive(master);
}

void AxiMemory::take(const AxiMasterPins& master) {
  if (master.arvalid && pins_.arready) {
    Burst burst;
    burst.address = master.araddr;
    burst.beats = master.arlen + 1u;
    burst.due = cycle_ + 1 + timing.latency;
    burst.id = master.arid;
    reads_.push_back(burst);
    if (listener_) listener_->read_address(master.araddr, burst.beats, cycle_);
  }
  if (pins_.rvalid && master.rready) {
    auto& burst = reads_.front();
    if (listener_) listener_->read_beat(burst.address, static_cast<AxiResponse>(pins_.rresp), cycle_);
    burst.address = (burst.address / word_bytes_ + 1) * word_bytes_;
    if (!--burst.beats) reads_.pop_front();
    pins_.rvalid = false;
  }
  if (pins_.bvalid && master.bready) {
    const auto& burst = answers_.front();
    if (listener_) listener_->write_response(burst.first, burst.length, burst.bytes, burst.response, cycle_);
    answers_.pop_front();
    pins_.bvalid = false;
  }
  if (master.awvalid && pins_.awready) {
    Burst burst;
    burst.address = burst.first = master.awaddr;
    burst.beats = burst.length = master.awlen + 1u;
    burst.id = master.awid;
    writes_.push_back(burst);
    if (listener_) listener_->write_address(master.awaddr, burst.beats, cycle_);
  }
  if (master.wvalid && pins_.wready) beats_.push_back({master.wdata, master.wstrb, cycle_});
  write_waiting_beats();
}

void AxiMemory::write_waiting_beats() {
  while (!beats_.empty() && !writes_.empty()) {
    auto& burst = writes_.front();
    const auto& beat = beats_.front();
    const auto word = burst.address / word_bytes_ * word_bytes_;
    // A burst has one answer: that of its first bad beat. A beat without strobes touches nothing.
    const auto response = beat.strobes ? faults.write(word, word_bytes_) : okay;
    if (burst.response == okay) burst.response = response;
    for (unsigned i = 0; i < word_bytes_; ++i) {
      if (!(beat.strobes >> i & 1)) continue;
      ++burst.bytes;
      if (response == okay) memory_.write(word + i, beat.data[i]);
    }
    if (listener_) listener_->write_beat(word, beat.cycle);
    burst.address = word + word_bytes_;
    beats_.pop_front();
    if (--burst.beats) continue;
    burst.due = cycle_ + 1 + timing.latency;
    answers_.push_back(burst);
    writes_.pop_front();
  }
}

void AxiMemory::drive(const AxiMasterPins& master) {
  pins_.arready = !random_.chance(timing.stall_ar);
  pins_.awready = !random_.chance(timing.stall_aw);
  pins_.wready = !random_.chance(timing.stall_w);
  if (timing.write_order == WriteOrder::address_first) pins_.wready = pins_.wready && !writes_.empty();
  if (timing.write_order == WriteOrder::data_first) pins_.awready = pins_.awready && (master.wvalid || !beats_.empty());

  drive_read();
  if (!pins_.bvalid && !answers_.empty() && answers_.front().due <= cycle_ && !random_.chance(timing.stall_b)) {
    pins_.bvalid = true;
    pins_.bresp = answers_.front().response;
    pins_.bid = answers_.front().id;
  }
}

void AxiMemory::drive_read() {
  if (pins_.rvalid || reads_.empty() || reads_.front().due > cycle_ || random_.chance(timing.stall_r)) return;
  const auto& burst = reads_.front();
  const auto word = burst.address / word_bytes_ * word_bytes_;
  pins_.rvalid = true;
  pins_.rresp = faults.read(word, word_bytes_);
  pins_.rid = burst.id;
  pins_.rlast = burst.beats == 1;
  if (pins_.rresp == okay) {
    std::copy_n(memory_.at(word), word_bytes_, pins_.rdata.begin());
  } else {
    // Garbage: whoever writes it shows.
    std::fill_n(pins_.rdata.begin(), word_bytes_, static_cast<std::uint8_t>(0xe0 | pins_.rresp));
  }
}

}  // namespace isochron::rtl
