// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <isochron/fold/folded_totals.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// A stage of a folded chain: a FIFO port that frees a buffer when its message starts, and the link or bus behind it,
/// which nothing else uses. Each message follows from the one before it.
class FoldedStage {
 public:
  /// `statistics`: of the port's link, or of its place on the bus; `busy`: of the bus, or null. They outlive this.
  FoldedStage(OutputPort& port, StageStatistics& statistics, TimeIn* busy)
      : port_(port), statistics_(statistics), busy_(busy), starts_(port.capacity(), 0) {}

  /// The next message arrives at `arrives` and takes `takes` on the link or bus, not before `room`, when the next
  /// buffer is free.
  Passage pass(Time arrives, Time takes, Time room) {
    Passage one;
    one.arrives = arrives;
    one.heads = std::max(arrives, started_);
    one.lacks = std::max(one.heads, ended_);
    one.starts = std::max(one.lacks, room);
    one.ends = one.starts + takes;
    started_ = starts_[next_] = one.starts;
    ended_ = one.ends;
    if (++next_ == starts_.size()) next_ = 0;
    return one;
  }
  /// When the port has a buffer for the next message: it is that of the one as many before it as there are buffers.
  Time room() const { return starts_[next_]; }

  /// A passage is over.
  void count(const Passage& one, std::uint64_t bytes) { totals_.add(one, bytes); }
  /// Shows what has been counted, and what `under_way` has had by `now`, as the port's and the link's statistics.
  void show(const FoldedTotals& under_way, Time now);
  /// A window begins: of passages that are not over, `under_way` lies before it.
  void start_window(const FoldedTotals& under_way) {
    totals_ = {};
    totals_.subtract(under_way);
  }

 private:
  OutputPort& port_;
  StageStatistics& statistics_;
  TimeIn* busy_;
  Time started_ = 0;          ///< the message before
  Time ended_ = 0;            ///< likewise
  std::vector<Time> starts_;  ///< of as many messages as there are buffers
  std::size_t next_ = 0;      ///< the oldest of these
  FoldedTotals totals_;       ///< of the window, of passages that are over
};

}  // namespace isochron
