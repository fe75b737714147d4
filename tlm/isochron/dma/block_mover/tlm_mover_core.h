// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/dma/block_mover/move_side.h>
#include <isochron/dma/block_mover/ordered_port.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// What carries moves out in the block mover, at transaction level: the same bursts as block_mover_core.v, at the
/// edges that its rules give them: an address a cycle while there is room for its words, a word a cycle out of the
/// buffer, a beat a cycle to the destination. Events are those of bursts.
class TlmMoverCore final {
 public:
  using Tick = TickCalls::Tick;
  struct Status {
    block_mover::MoveResult result;
    bool direct = false;
  };
  /// What surrounds it.
  class Host {
   public:
    virtual void core_may_accept() = 0;
    virtual void core_has_done() = 0;

   protected:
    ~Host() = default;
  };

  TlmMoverCore(const Domain& domain, TickCalls& calls, Host& host);
  ~TlmMoverCore();

  bool may_accept() const;
  /// The command is taken at the edge `now`.
  void accept(const block_mover::Move& move, bool direct, Tick now);
  bool busy() const { return !jobs_.empty(); }
  /// The oldest command's status, once it has one.
  std::optional<Status> take_done();
  void abort();

  AtInitiatorBase& read(unsigned port) { return reads_[port]->socket; }
  AtInitiatorBase& write(unsigned port) { return writes_[port]->socket; }
  AtTargetBase& stream_in() { return stream_in_; }
  AtInitiatorBase& stream_out() { return writes_[2]->socket; }

 private:
  friend class AtTargetOf<TlmMoverCore>;
  struct Job;
  /// A burst of a source from its address on, until its last word is taken.
  struct Arrival;
  /// A burst of a destination from when it is cut on, until it is answered.
  struct Departure;

  // Reading
  void make_reads();
  bool may_read(const MoveBurst& burst) const;
  void request(const MoveBurst& burst);
  bool cut_up_to(Job& job, std::uint64_t position);
  void read_answered(Message& message);
  void arrived(Arrival& arrival, Tick first);
  void words_have_come();
  void words_taken(unsigned words);

  // From words to beats
  void carry();
  bool carry(Arrival& arrival);
  bool may_begin(const Departure& departure) const;
  void combine(Arrival& arrival);
  void schedule(Departure departure, Tick tick);

  // Writing
  void send_writes();
  void write_answered(unsigned port, Message* message);
  void burst_answered(const Departure& departure, block_mover::MoveError error);

  // Ends
  void kill(Job& job, block_mover::MoveError error, Tick tick);
  void check_over(Job& job);

  // Stream in
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  void take_stream();
  void taken(Payload& packet, Tick tick);
  void give_up_words(Job& job);
  void end_of_packet(Job& job, Tick tick);
  void end_stream_out(Job& job, Tick tick, std::uint64_t how);

  TickCalls& calls_;
  Host& host_;
  std::array<std::unique_ptr<OrderedPort>, 2> reads_;
  std::array<std::unique_ptr<OrderedPort>, 3> writes_;
  AtTargetOf<TlmMoverCore> stream_in_;

  std::deque<std::shared_ptr<Job>> jobs_;  ///< accepted, in their order
  Job* reader_ = nullptr;                  ///< the one whose addresses are being made
  Tick next_read_ = 0;
  bool read_call_ = false;
  Tick reader_free_ = 0;  ///< the next command not before
  Tick next_cut_ = 0;     ///< a burst of a destination a cycle
  unsigned read_port_ = 0;
  std::uint64_t words_in_use_ = 0;
  unsigned bursts_in_use_ = 0;   ///< whose words are not all taken
  unsigned words_awaited_ = 0;   ///< bursts whose words have not come
  Tick last_word_ = 0;           ///< edge of the last word of a bus that is known
  std::list<Arrival> arrivals_;  ///< in their order

  Tick taken_ = 0;        ///< edge of the last word out of the buffer
  Tick beat_ = 0;         ///< edge of the last beat to a destination
  bool blocked_ = false;  ///< a burst waits for answers to others
  Tick last_send_ = 0;
  unsigned write_port_ = 0;
  unsigned unanswered_ = 0;          ///< bursts begun and not answered
  std::deque<Departure> cut_;        ///< not begun, or in part
  std::deque<Departure> scheduled_;  ///< whose last beat has its edge
  std::array<std::deque<Departure>, 3> sent_;

  Ring<Payload*> packets_;  ///< stream in
  Payload* withheld_ = nullptr;
  unsigned packet_used_ = 0;
  Job* packet_job_ = nullptr;  ///< whose words the packet's are; none: the stream stands at the start of one
  bool draining_ = false;      ///< to the end of the packet
  Tick drained_ = 0;
};

}  // namespace isochron
