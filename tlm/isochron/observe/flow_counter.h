// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/backlog.h>

namespace isochron {

/// A part that counts what is asked for, what arrives and what is lost of the payloads that a machine carries.
class FlowCounter {
 public:
  /// From now on it reports to `flow` as well, which must outlive it. Before the simulation starts.
  void count_in(Backlog& flow) { flow_ = &flow; }

 protected:
  ~FlowCounter() = default;

  void count_asked(Time now, std::uint64_t bytes) {
    if (flow_ != nullptr) flow_->ask(now, bytes);
  }
  void count_arrived(Time now, std::uint64_t bytes) {
    if (flow_ != nullptr) flow_->arrive(now, bytes);
  }
  void count_lost(Time now, std::uint64_t bytes) {
    if (flow_ != nullptr) flow_->lose(now, bytes);
  }

 private:
  Backlog* flow_ = nullptr;
};

}  // namespace isochron
