// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "axi_memory.h"
#include "mover_model.h"
#include "stream_sink.h"
#include "stream_source.h"

namespace isochron::rtl {

/// A command's way through a core.
struct Finished {
  Command command;
  unsigned error = 0;
  unsigned tag = 0;
  bool is_short = false;
  bool is_long = false;
  std::uint32_t bytes = 0;
  std::uint64_t presented = 0;  ///< cycle
  std::uint64_t accepted = 0;
  std::uint64_t done = 0;                      ///< first cycle of its status
  unsigned behind = 0;                         ///< commands accepted behind it by then
  std::uint64_t followed = ~std::uint64_t{0};  ///< cycle in which the first of them was accepted
};

/// Compares what a core did with the model, command by command, and keeps the memories as they must be.
///
/// Without faults and aborts everything is exact. Otherwise how far a command came is its own affair, within limits: a
/// byte is the old one or the right one, none comes from a bad read, the error is one that the command met, and its
/// count of bytes is what was answered OKAY. For that, commands in flight must keep to places of their own.
class CommandJudge {
 public:
  CommandJudge(const CoreParameters& core, std::array<SparseMemory*, 2> actual, std::array<const AxiMemory*, 2> ports,
               const StreamSource& source, const StreamSink& sink, std::uint64_t stream_seed);

  /// One hears port A, one port B.
  AxiListener& listener(unsigned port) { return listeners_[port]; }

  void abort(std::uint64_t cycle) { aborts_.push_back(cycle); }
  void finished(const Finished& finished);
  /// After the last command: nothing else may have changed, and no packet be begun.
  void compare_ends();
  /// Whether a packet of the stream is the command's.
  bool takes_packet(const Command& command) const;

  const std::vector<std::string>& failures() const { return failures_; }
  std::uint64_t smallest_read_beats(unsigned port) const { return read_beats_[port]; }
  std::uint64_t smallest_write_beats(unsigned port) const { return write_beats_[port]; }
  std::uint64_t most_write_beats(unsigned port) const { return most_write_beats_[port]; }
  /// False once a command ended early: then beats cannot be foretold.
  bool exact() const { return exact_; }

 private:
  struct Answer {
    std::uint64_t address = 0;
    unsigned beats = 0;
    std::uint64_t bytes = 0;  ///< written
    AxiResponse response = okay;
    bool write = false;
    std::uint64_t cycle = 0;
  };
  struct Address {
    std::uint64_t address = 0;
    bool write = false;
    std::uint64_t cycle = 0;
  };
  class Listener final : public AxiListener {
   public:
    void read_address(std::uint64_t address, unsigned beats, std::uint64_t cycle) override;
    void read_beat(std::uint64_t address, AxiResponse response, std::uint64_t cycle) override;
    void write_address(std::uint64_t address, unsigned beats, std::uint64_t cycle) override;
    void write_beat(std::uint64_t address, std::uint64_t cycle) override;
    void write_response(std::uint64_t address, unsigned beats, std::uint64_t bytes, AxiResponse response,
                        std::uint64_t cycle) override;
    std::vector<Answer> answers;
    std::vector<Address> addresses;
    std::vector<Address> data;  ///< beats written
  };
  /// What the bus answered to one command.
  struct Met {
    std::vector<unsigned> errors;
    std::uint64_t okay_bytes = 0;
    std::uint64_t whole_burst_bytes = 0;  ///< of them in bursts whose every byte was written
    std::vector<std::uint64_t> beats;     ///< cycles
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    std::uint64_t first_error = never;  ///< cycle
  };

  using Moves = std::vector<MoverModel::ByteMove>;
  /// What a command may have made of the stream: packets, and bytes of each.
  struct Received {
    std::vector<std::pair<const StreamPacket*, Reception>> packets;
    bool exact = true;  ///< one, and how far it came is known
  };

  Met met(const Command& command);
  Received received(const Finished& finished);
  void judge_flags(const Finished& finished, const Received& received);
  void judge_killed_packet(const Finished& finished, const std::vector<Moves>& moves);
  bool within(const Command& command, bool destination, std::uint64_t address) const;
  bool whole(const Command& command, const Answer& answer) const;
  void judge_whole(const Finished& finished, const std::vector<MoverModel::ByteMove>& moves, bool is_short);
  void judge_broken(const Finished& finished, const std::vector<Moves>& moves);
  void judge_late_bursts(const Finished& finished, std::uint64_t stop);
  void judge_error(const Finished& finished, const Met& met, MoverError refusal);
  bool may_be_aborted(const Finished& finished) const;
  std::uint64_t way_made(const Finished& finished) const;
  bool must_be_aborted(const Finished& finished, const Met& met) const;
  void fail(const Finished& finished, const std::string& what);

  CoreParameters core_;
  std::array<SparseMemory*, 2> actual_;
  std::array<SparseMemory, 2> expected_;
  std::array<const AxiFaults*, 2> faults_;
  const StreamSource& source_;
  std::size_t packet_ = 0;       ///< the first that may be the next command's
  std::size_t next_packet_ = 0;  ///< ... and is, where the command is not aborted
  const StreamSink& sink_;
  std::size_t sink_next_ = 0;
  MoverModel model_;
  std::array<Listener, 2> listeners_;
  std::vector<std::uint64_t> aborts_;
  std::array<std::uint64_t, 2> read_beats_{};
  std::array<std::uint64_t, 2> write_beats_{};
  std::array<std::uint64_t, 2> most_write_beats_{};
  bool exact_ = true;
  std::size_t number_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace isochron::rtl
