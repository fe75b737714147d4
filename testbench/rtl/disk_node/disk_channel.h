// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "channel_pins.h"
#include "random.h"
#include "sparse_memory.h"

namespace isochron::rtl {

/// Codes of a channel's status.
enum ChannelCode : std::uint8_t { channel_ok = 0, channel_media_error = 1, channel_timeout = 2, channel_other = 3 };

/// A channel with disks that answer after random times, in any order among each other, and a watch over the rules of
/// the disk-node interface. Each disk carries out its commands in their order.
class DiskChannel {
 public:
  struct Shape {
    unsigned word_bytes = 8;
    unsigned block_bytes = 512;
    unsigned slot_blocks = 4;
    unsigned disks = 8;
    unsigned tags = 8;
  };

  /// How it answers; may change at any time.
  struct Timing {
    unsigned latency_least = 0;  ///< cycles from a command's turn on its disk to its first word
    unsigned latency_most = 0;
    bool mixed = false;         ///< words of several disks in turn, instead of whole blocks
    unsigned stall_data = 0;    ///< percent of cycles without a word
    unsigned stall_status = 0;  ///< ... without a status that could be given
    unsigned stall_command = 0, stall_credit = 0, stall_take = 0, stall_grant = 0;
  };

  /// What goes wrong with the command that has a block of a disk; each once.
  enum class Fault : std::uint8_t {
    media_error,  ///< at that block
    drive_timeout,
    other_error,
    too_short,     ///< done before that block
    excess,        ///< at once as many words as were asked for, and a block more
    excess_grant,  ///< of a write
  };

  DiskChannel(const Shape& shape, std::uint64_t seed);

  const ChannelSlavePins& pins() const { return pins_; }
  void clock(const ChannelMasterPins& master);

  Timing timing;
  void add_fault(unsigned disk, std::uint64_t block, Fault fault) { faults_[{disk, block}] = fault; }
  /// A dead disk never says a word; its commands wait until it is revived.
  void set_dead(unsigned disk, bool dead);
  /// The command that is in its turn on a disk ends with an error, wherever it is.
  void fail(unsigned disk);
  /// Neither commands, data, nor anything else: the channel stands still.
  void set_stalled(bool stalled) { stalled_ = stalled; }
  /// Data and a status for a tag, whatever it is.
  void send_stray_data(unsigned tag, unsigned words) { stray_data_.insert(stray_data_.end(), words, tag); }
  void send_stray_status(unsigned tag) { stray_statuses_.push_back(tag); }

  SparseMemory& disk(unsigned number) { return *contents_[number]; }
  /// A memory of that seed is the disk as it was at the beginning.
  std::uint64_t seed_of(unsigned disk) const { return seed_ * 31 + disk; }
  /// What the interface may do; breaches of it are told.
  unsigned depth = 255;
  unsigned max_blocks = 65535;

  bool idle() const;
  std::uint64_t words() const { return words_; }  ///< sent and taken
  std::uint64_t commands() const { return commands_; }
  std::uint64_t cancels() const { return cancels_; }
  /// Cycles of the first and the last word that was sent.
  std::uint64_t first_word() const { return first_word_; }
  std::uint64_t last_word() const { return last_word_; }
  /// The most commands that were under way at once.
  unsigned most_under_way() const { return most_; }
  /// Times that a command ended before one of another disk that was sent earlier.
  std::uint64_t overtakings() const { return overtakings_; }
  const std::vector<std::string>& breaches() const { return breaches_; }

 private:
  struct Command {
    std::uint64_t number = 0;
    bool write = false;
    unsigned disk = 0;
    std::uint64_t block = 0;
    unsigned blocks = 0;
    unsigned tag = 0;
    std::optional<std::uint64_t> due;  ///< its turn has come
    std::uint64_t promised = 0;        ///< words that may be sent; of a write: blocks asked for
    std::uint64_t moved = 0;           ///< words
    unsigned excess = 0;               ///< words to be sent against the rules
    std::optional<unsigned> end;       ///< the status that is to be given
    bool excess_grant = false;
    bool unruly = false;  ///< it has sent more than it counts
    bool cancelled = false;
  };

  Command* of_tag(unsigned tag);
  void take_command(const ChannelMasterPins& master);
  void take_data(const ChannelMasterPins& master);
  void advance();
  void begin(Command& command);
  void drive();
  void drive_data();
  void drive_grant();
  void drive_status();
  std::uint64_t block_words() const { return shape_.block_bytes / shape_.word_bytes; }
  std::uint64_t total(const Command& c) const { return c.blocks * block_words(); }
  void breach(const std::string& what);

  Shape shape_;
  std::uint64_t seed_;
  Random random_;
  ChannelSlavePins pins_;
  ChannelMasterPins before_;
  ChannelSlavePins slave_before_;
  std::vector<std::unique_ptr<SparseMemory>> contents_;
  std::vector<std::deque<Command>> queues_;  ///< a disk's, the first one in its turn
  std::set<unsigned> dead_;
  std::map<std::pair<unsigned, std::uint64_t>, Fault> faults_;
  std::deque<unsigned> stray_data_;
  std::deque<unsigned> stray_statuses_;
  /// Blocks asked for and not received, by tag.
  std::map<unsigned, unsigned> owed_;
  std::optional<unsigned> receiving_;  ///< tag whose block has begun
  std::uint64_t received_ = 0;         ///< its words
  std::optional<unsigned> sending_;    ///< disk whose block has begun
  bool stalled_ = false;
  std::uint64_t cycle_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t first_word_ = 0;
  std::uint64_t last_word_ = 0;
  std::uint64_t commands_ = 0;
  std::uint64_t cancels_ = 0;
  std::uint64_t overtakings_ = 0;
  std::uint64_t last_ended_ = 0;
  unsigned most_ = 0;
  std::vector<std::string> breaches_;
};

}  // namespace isochron::rtl
