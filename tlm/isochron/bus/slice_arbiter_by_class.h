// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include <isochron/bus/slice_timing.h>
#include <isochron/core/class_turns.h>
#include <isochron/core/ring.h>

namespace isochron {

/// Messages on a shared bus take turns of one slice, as with SliceArbiterStepByStep, but for each slice a class is
/// chosen first: the lowest that has a message on the bus, or each by its weight, in data ticks of slices. Within a
/// class a message that enters takes the last turn. With messages of one class it is round robin. One event a slice.
///
/// The next slice is chosen by start(), once all that enters in the instant of a slice's end has entered.
class SliceArbiterByClass {
 public:
  static constexpr int none = -1;

  /// Devices are numbered 0 to `slots` - 1; each has at most one message on the bus. Classes above those of `service`
  /// are its last.
  SliceArbiterByClass(const SliceTiming& timing, unsigned slots, const ClassService& service)
      : timing_(timing), turns_(service), waiting_(new Queues()), in_slot_(new std::uint64_t[slots]()) {}

  // As of SliceArbiter:
  bool empty() const { return size_ == 0; }
  unsigned size() const { return size_; }
  std::uint64_t in_slot(unsigned slot) const { return in_slot_[slot]; }
  std::uint64_t overhead() const { return overhead_; }
  std::uint64_t ahead_of(std::uint64_t tick) const { return empty() || end_ < tick ? 0 : end_ - tick; }
  unsigned holder() const { return current_.slot; }
  void advance(std::uint64_t) {}

  /// Device `slot` puts a message on the bus.
  void enter(unsigned slot, unsigned traffic_class, const SliceNeed& need);
  /// Where no slice is under way, one of a message on the bus begins: at `tick`, or when the slice before it has ended.
  void start(std::uint64_t tick);
  /// The tick at which due() is to be called next, once start() has been called.
  std::uint64_t next() const { return end_; }
  /// Ends the slice at next(); returns the device whose message has finished, or `none`.
  int due();

 private:
  struct Entry {
    std::uint64_t last = 0;  ///< data ticks of its last slice
    std::uint32_t left = 0;  ///< slices not yet ended
    std::uint32_t slot = 0;
    unsigned traffic_class = 0;
  };
  using Queues = std::array<Ring<Entry>, most_classes>;
  /// What is in the work slot, or was there last.
  enum class Slot { idle, slice, slice_ended, message_ended };

  std::uint64_t data_of(const Entry& entry) const { return entry.left == 1 ? entry.last : timing_.slice; }
  void wait(const Entry& entry);
  Ring<Entry>& waiting(unsigned traffic_class) const { return (*waiting_)[traffic_class]; }

  SliceTiming timing_;
  ClassTurns turns_;
  std::unique_ptr<Queues> waiting_;  ///< by class, in order of turns
  ClassMask present_ = 0;            ///< classes of those that wait
  Entry current_;                    ///< in the work slot, or last there
  Slot slot_ = Slot::idle;
  unsigned size_ = 0;
  std::uint64_t end_ = 0;  ///< of the slice in the work slot
  std::uint64_t overhead_ = 0;
  std::unique_ptr<std::uint64_t[]> in_slot_;
};

}  // namespace isochron
