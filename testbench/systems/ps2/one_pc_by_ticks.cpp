// SPDX-License-Identifier: Apache-2.0
#include "systems/ps2/one_pc_by_ticks.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace isochron::testbench {

namespace {

enum Step { interface, extracting, merging, showing };

struct Work {
  Step step = interface;
  std::uint64_t key = 0;  ///< order among those of one tick: number of the extent's request, or of the plane
  std::uint64_t plane = 0;
  std::uint64_t disk = 0;
  std::uint64_t left = 0;
};

/// Extents at a disk, and how long the first of them still takes there.
struct DiskByTicks {
  std::deque<Work> asked;
  std::uint64_t left = 0;
  bool waits_for_interface = false;
};

class Clockwork {
 public:
  explicit Clockwork(const OnePcByTicks& pc) : pc_(pc), disks_(pc.disks), parts_left_(pc.planes.size()) {
    while (next_ < std::min<std::uint64_t>(pc.in_flight, pc.planes.size())) ask();
  }

  std::uint64_t run() {
    std::uint64_t now = 0;
    for (; shown_ < pc_.planes.size(); ++now) {
      begin();
      if (running_) --running_->left;
      for (DiskByTicks& disk : disks_)
        if (!disk.waits_for_interface && !disk.asked.empty()) --disk.left;
      end();
    }
    return now;
  }

 private:
  void ask() {
    const std::vector<std::uint64_t>& extents = pc_.planes[next_];
    parts_left_[next_] = extents.size();
    for (const std::uint64_t disk : extents) {
      if (disks_[disk].asked.empty()) disks_[disk].left = pc_.read;
      disks_[disk].asked.push_back({interface, request_++, next_, disk, pc_.disk_interface});
    }
    ++next_;
  }

  /// A thread has one piece of work at the processor at a time: one thread extracts, the client's merges and shows.
  void offer(std::vector<Work>& from, bool& busy) {
    if (busy || from.empty()) return;
    offered_.push_back(from.front());
    from.erase(from.begin());
    busy = true;
  }

  /// Who has the processor in the coming tick.
  void begin() {
    for (const unsigned thread : {0, 1}) offer(waiting_[thread], busy_[thread]);
    const auto by_key = [](const Work& a, const Work& b) { return a.key < b.key; };
    std::stable_sort(offered_.begin(), offered_.end(), by_key);
    users_.insert(users_.end(), offered_.begin(), offered_.end());
    offered_.clear();
    std::stable_sort(arrived_.begin(), arrived_.end(), by_key);
    kernel_.insert(kernel_.end(), arrived_.begin(), arrived_.end());
    arrived_.clear();
    if (!kernel_.empty() && (!running_ || running_->step != interface)) {
      if (running_) users_.push_front(*running_);
      running_ = kernel_.front();
      kernel_.pop_front();
    } else if (!running_ && !users_.empty()) {
      running_ = users_.front();
      users_.pop_front();
    }
  }

  /// What is over after it.
  void end() {
    if (running_ && running_->left == 0) {
      const Work done = *running_;
      running_.reset();
      over(done);
    }
    for (DiskByTicks& disk : disks_)
      if (!disk.waits_for_interface && !disk.asked.empty() && disk.left == 0) {
        disk.waits_for_interface = true;
        arrived_.push_back(disk.asked.front());
      }
  }

  void over(Work work) {
    if (work.step != interface) busy_[work.step == extracting ? 0 : 1] = false;
    switch (work.step) {
      case interface: {
        DiskByTicks& disk = disks_[work.disk];
        disk.asked.pop_front();
        disk.waits_for_interface = false;
        disk.left = pc_.read;  // from the next tick on, if there is one
        waiting_[0].push_back({extracting, work.key, work.plane, 0, pc_.extract});
        return;
      }
      case extracting:
        waiting_[1].push_back({merging, work.key, work.plane, 0, pc_.merge});
        return;
      case merging:
        if (--parts_left_[work.plane] == 0) waiting_[1].push_back({showing, work.plane, work.plane, 0, pc_.display});
        return;
      case showing:
        ++shown_;
        if (next_ < pc_.planes.size()) ask();
        return;
    }
  }

  const OnePcByTicks& pc_;
  std::vector<DiskByTicks> disks_;
  std::vector<std::uint64_t> parts_left_;
  std::vector<Work> waiting_[2];  ///< for their thread
  bool busy_[2] = {};             ///< a thread's work is at the processor
  std::vector<Work> arrived_;     ///< in this tick: extents in memory
  std::vector<Work> offered_;     ///< and the threads' work
  std::deque<Work> kernel_;
  std::deque<Work> users_;
  std::optional<Work> running_;
  std::uint64_t next_ = 0;
  std::uint64_t request_ = 0;
  std::uint64_t shown_ = 0;
};

}  // namespace

std::uint64_t OnePcByTicks::ticks() const {
  return Clockwork(*this).run();
}

}  // namespace isochron::testbench
