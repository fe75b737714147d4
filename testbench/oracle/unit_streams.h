// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <random>
#include <vector>

#include "oracle/unit_hardware.h"

namespace isochron::oracle {

/// Streams of one constant rate from the disks of a storage unit, as Calliope's Graph 1 was measured: all begin to play
/// together, as soon as each has its first block.
class UnitStreams final : private UnitHardware {
 public:
  struct Plan {
    unsigned streams = 22;      ///< stream i on disk i mod disks
    double rate = 187'500;      ///< of each, B/s
    unsigned slots = 11;        ///< of a disk in a cycle; 0: round robin, whenever a buffer is empty
    double tick = 0.01;         ///< of the timer that wakes who sleeps
    double stall_interval = 0;  ///< mean time between spells of late interrupts; 0: none
    double stall_longest = 0;
    double duration = 0;  ///< that packets are due in, which are counted
  };
  struct Lateness {
    double packets = 0;
    double within_50ms = 0;  ///< fractions
    double within_150ms = 0;
    double mean = 0;  ///< seconds
    double longest = 0;
  };
  static Lateness measure(const UnitConfig& config, const Plan& plan, std::uint64_t seed);

 private:
  enum Kind : unsigned { slot, tick };
  static constexpr std::uint64_t buffers = 2;

  struct Stream {
    unsigned disk = 0;
    double file = 0;  ///< where it begins on the disk
    double phase = 0;
    std::uint64_t asked = 0;  ///< blocks
    std::uint64_t there = 0;  ///< blocks
    std::uint64_t sent = 0;   ///< packets
    bool due = false;
  };
  /// Of a disk.
  struct Cycle {
    std::vector<unsigned> streams{};
    std::deque<unsigned> due{};  ///< whose slots are open, in their order
    std::uint64_t slots = 0;     ///< that have begun
    unsigned next = 0;           ///< of the round robin
    unsigned reading = 0;        ///< stream
  };

  UnitStreams(const UnitConfig& config, const Plan& plan, std::uint64_t seed);

  double interval() const { return config().packet / plan_.rate; }
  std::uint64_t packets_a_block() const { return static_cast<std::uint64_t>(config().block / config().packet); }
  double due(const Stream& stream) const;
  bool has_data(const Stream& stream) const { return stream.sent < stream.there * packets_a_block(); }
  bool has_buffer(const Stream& stream) const { return stream.asked - stream.sent / packets_a_block() < buffers; }
  double random() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  void begin_slot(unsigned disk);
  void serve(unsigned disk);
  void serve(unsigned disk, unsigned stream);
  void block_read(unsigned disk) override;
  void sleep();
  void wake();
  void send();
  void job_done() override;
  void count(double late);
  void alarm(unsigned kind, unsigned who) override;

  Plan plan_;
  std::mt19937_64 random_;
  std::vector<Stream> streams_;
  std::vector<Cycle> cycles_;
  double began_ = never;  ///< all streams
  bool awake_ = false;
  double wakes_ = never;
  unsigned sending_ = 0;
  double stall_ = never;
  double stall_ends_ = never;
  std::uint64_t to_count_ = 0;  ///< packets that are due within the duration, and not sent yet
  Lateness lateness_;
};

}  // namespace isochron::oracle
