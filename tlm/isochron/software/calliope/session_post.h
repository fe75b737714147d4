// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/message_pool.h>
#include <isochron/software/calliope/session.h>

namespace isochron {

/// What clients, coordinator and storage units of a server tell each other. The stations of their network are numbered
/// in this order.
class SessionPost {
 public:
  enum class Kind : std::uint64_t {
    request,  ///< a client's, for a session
    order,    ///< to a unit: play it
    ended,    ///< from a unit: it is over
    returned  ///< from a unit: it works again; about no session
  };
  static constexpr std::uint32_t coordinator = 0;  ///< station
  static constexpr std::uint32_t clients = 1;      ///< station
  static constexpr std::uint32_t station_of(unsigned unit) { return unit + 2; }

  /// Sends from `source` by `port`, which must outlive it. `bytes`: of each message, without any header.
  SessionPost(MessagePool& pool, const OutletPort& port, std::uint32_t source, std::uint64_t bytes)
      : pool_(pool), port_(port), source_(source), bytes_(static_cast<unsigned>(bytes)) {}

  /// About a session.
  void send(Kind kind, std::uint32_t destination, const Session& session, Time now) {
    send(kind, destination, session.number, session.attempt, now);
  }
  void send_returned(Time now) { send(Kind::returned, coordinator, 0, 0, now); }

  static Kind kind_of(const Payload& payload) { return static_cast<Kind>(tag_of(payload).block); }
  /// Whom it is about.
  static std::uint32_t session_of(const Payload& payload) { return tag_of(payload).stream; }
  static std::uint32_t attempt_of(const Payload& payload) { return static_cast<std::uint32_t>(tag_of(payload).offset); }
  /// The unit that sent it.
  static unsigned unit_of(const Payload& payload) { return tag_of(payload).source - station_of(0); }

 private:
  void send(Kind kind, std::uint32_t destination, std::uint32_t session, std::uint32_t attempt, Time now) {
    Message& message = pool_.allocate(0, bytes_);
    Tag& tag = message.tag();
    tag.block = static_cast<std::uint64_t>(kind);
    tag.sequence = sent_++;
    tag.offset = attempt;
    tag.issued = tag.ready = now;
    tag.bytes = bytes_;
    tag.stream = session;
    tag.source = source_;
    tag.destination = destination;
    port_.hand_on(message, now);
    message.release();
  }

  MessagePool& pool_;
  const OutletPort& port_;
  std::uint32_t source_;
  unsigned bytes_;
  std::uint64_t sent_ = 0;
};

}  // namespace isochron
