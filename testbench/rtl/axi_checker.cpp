// SPDX-License-Identifier: Apache-2.0
#include "axi_checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace isochron::rtl {

void AxiChecker::clock(const AxiMasterPins& master, const AxiSlavePins& slave, bool in_reset) {
  if (in_reset) {
    if (master.arvalid || master.awvalid || master.wvalid) breach("a VALID is high in reset");
    before_ = {};
    slave_before_ = {};
    ++cycle_;
    return;
  }
  check_stability(master);

  const bool ar_taken = master.arvalid && slave.arready;
  const bool aw_taken = master.awvalid && slave.awready;
  const bool w_taken = master.wvalid && slave.wready;
  if (ar_taken) {
    check_address("AR", master.araddr, master.arlen, master.arsize, master.arburst);
    ++counts_.read_bursts;
    reads_owed_ += master.arlen + 1u;
  }
  if (slave.rvalid) {
    if (!master.rready) {
      ++counts_.read_hold_up;
    } else {
      ++counts_.read_beats;
      --reads_owed_;
    }
  }
  if (rules_.always_ready && !master.rready) breach("RREADY is low");
  if (rules_.always_ready && !master.bready) breach("BREADY is low");

  if (master.awvalid && !aw_seen_) {
    check_address("AW", master.awaddr, master.awlen, master.awsize, master.awburst);
    writes_.push_back({master.awlen + 1u, static_cast<unsigned>(master.awaddr % rules_.word_bytes)});
    ++answers_owed_;
  }
  aw_seen_ = master.awvalid && !aw_taken;
  if (aw_taken) ++counts_.write_bursts;
  if (master.wvalid) check_write_data(master, w_taken);
  if (slave.bvalid) {
    if (!master.bready) {
      ++counts_.write_hold_up;
    } else {
      ++counts_.write_answers;
      if (!answers_owed_) breach("B without a burst (the memory's fault)");
      --answers_owed_;
    }
  }

  before_ = master;
  slave_before_ = slave;
  ++cycle_;
}

void AxiChecker::check_stability(const AxiMasterPins& m) {
  const auto& b = before_;
  if (b.arvalid && !slave_before_.arready &&
      (!m.arvalid || m.araddr != b.araddr || m.arlen != b.arlen || m.arsize != b.arsize || m.arburst != b.arburst ||
       m.read_attributes() != b.read_attributes()))
    breach("AR changed before ARREADY");
  if (b.awvalid && !slave_before_.awready &&
      (!m.awvalid || m.awaddr != b.awaddr || m.awlen != b.awlen || m.awsize != b.awsize || m.awburst != b.awburst ||
       m.write_attributes() != b.write_attributes()))
    breach("AW changed before AWREADY");
  if (b.wvalid && !slave_before_.wready &&
      (!m.wvalid || m.wstrb != b.wstrb || m.wlast != b.wlast ||
       !std::equal(m.wdata.begin(), m.wdata.begin() + rules_.word_bytes, b.wdata.begin())))
    breach("W changed before WREADY");
}

void AxiChecker::check_address(const char* channel, std::uint64_t address, unsigned length, unsigned size,
                               unsigned burst) {
  const auto beats = length + 1;
  if (1u << size != rules_.word_bytes) breach(fmt::format("{}SIZE is {}", channel, size));
  if (burst != 1) breach(fmt::format("{}BURST is {}", channel, burst));
  if (rules_.aligned && address % rules_.word_bytes)
    breach(fmt::format("{}ADDR {:#x} is not aligned", channel, address));
  if (beats > rules_.max_burst) breach(fmt::format("{}LEN {} is too long", channel, length));
  const auto first = address / rules_.word_bytes * rules_.word_bytes;
  const auto last = first + std::uint64_t{beats} * rules_.word_bytes - 1;
  if (first / 4096 != last / 4096) breach(fmt::format("{}: {} beats from {:#x} cross 4 KB", channel, beats, address));
  const auto block = std::uint64_t{rules_.max_burst} * rules_.word_bytes;
  if (rules_.aligned && first / block != last / block)
    breach(fmt::format("{}: {} beats from {:#x} cross a block of {} words", channel, beats, address, rules_.max_burst));
}

void AxiChecker::check_write_data(const AxiMasterPins& master, bool taken) {
  if (writes_.empty()) {
    if (rules_.address_before_data) breach("W before its AW");
    if (taken) ++counts_.write_beats;
    return;
  }
  auto& burst = writes_.front();
  if (master.wlast != (burst.beats == 1))
    breach(fmt::format("WLAST is {} with {} beats left", master.wlast ? 1 : 0, burst.beats));
  if (burst.skip && (master.wstrb & ((std::uint64_t{1} << burst.skip) - 1))) breach("WSTRB before the burst's address");
  if (rules_.word_bytes < 64 && master.wstrb >> rules_.word_bytes) breach("WSTRB beyond the word");
  if (!taken) return;
  ++counts_.write_beats;
  burst.skip = 0;
  if (!--burst.beats) writes_.pop_front();
}

void AxiChecker::finish() {
  if (before_.arvalid && !slave_before_.arready) breach("AR left waiting");
  if (!writes_.empty()) breach(fmt::format("{} write bursts without all of their data", writes_.size()));
  if (reads_owed_) breach(fmt::format("{} read beats left", reads_owed_));
  if (answers_owed_) breach(fmt::format("{} write answers left", answers_owed_));
}

void AxiChecker::breach(const std::string& what) {
  // A broken design breaks the rules in every cycle: the first lines say enough.
  if (breaches_.size() < 20) breaches_.push_back(fmt::format("cycle {}: {}: {}", cycle_, name_, what));
}

}  // namespace isochron::rtl
