// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/backlog.h>

namespace isochron {

/// A part that counts what is asked for, what arrives and what is lost of the payloads that a machine carries.
class FlowCounter {
 public:
  /// From now on it reports to `flow` as well, which must outlive it. Before the simulation starts.
  void count_in(Backlog& flow) { flow_ = &flow; }
  /// Reports what has been asked for by `now`, where the part does not report every ask in its own instant.
  virtual void catch_up(Time now) { (void)now; }

 protected:
  ~FlowCounter() = default;

  bool counts() const { return flow_ != nullptr; }
  /// That it reports to; it counts.
  const Backlog& flow() const { return *flow_; }
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
