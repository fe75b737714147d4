// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/class_turns.h>
#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/endpoint/request_board.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// Answers of a responder that leave by an output port with buffers: the data that a read asked for, in messages of the
/// size that the requester wants, or a message which says that a write is done. Those of one class leave one after
/// another. Of several classes ClassTurns chooses whose message is next; costs are bytes. The choice is made for each
/// message, once there is a buffer for it and all that happens in an instant is known.
class AnswerQueue final : private Buffers::Waiter, private Region::Requester {
 public:
  /// `requests` and `port` outlive this.
  AnswerQueue(const Domain& domain, const RequestBoard& requests, OutputPort& port, const ClassService& service);

  /// Answers the request that `request` is the last message of.
  void add(const Tag& request, Time now);

  /// Answers that have not left in whole.
  const LevelOverTime& depth() const { return depth_; }
  void start_window(Time now) { depth_.start_window(now); }

 private:
  struct OfClass {
    Ring<Tag> answers{};
    std::uint64_t sent = 0;  ///< bytes of the first
  };
  /// The next message of a class.
  struct Next {
    std::uint64_t data = 0;   ///< that it answers for
    std::uint64_t bytes = 0;  ///< that it has
  };

  void buffer_granted(Time now) override;
  void ask(Time now) override { send(now); }
  /// Asks for a buffer for the next message, if there is one.
  void take_buffer(Time now);
  void send(Time now);
  Next next_of(const OfClass& one) const;

  Region& region_;
  MessagePool& pool_;
  const RequestBoard& requests_;
  OutputPort& port_;
  ClassTurns turns_;
  std::vector<OfClass> by_class_;
  ClassMask present_ = 0;  ///< classes that have an answer
  LevelOverTime depth_;
  bool has_asked_ = false;  ///< for a buffer that is not used yet
};

}  // namespace isochron
