// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <isochron/endpoint/answer_queue.h>
#include <isochron/endpoint/request_slot.h>
#include <isochron/endpoint/service_station.h>
#include <isochron/protocol/classed_link_sender.h>

namespace isochron {

/// What a server has that answers requests: each is served by a station once all of it is there, and its answer leaves
/// by an output port: where the port tells classes apart, each class as its own buffers there allow. What a write
/// brings before its last message is taken at once.
/// Of a write of which a message was lost the last is dropped: it is not answered.
class RequestResponder {
 public:
  /// `endpoint`: the server's own. `requests` and `station` outlive this.
  RequestResponder(const Domain& domain, const RequestBoard& requests, std::uint32_t endpoint, ServiceStation& station)
      : domain_(domain), requests_(requests), endpoint_(endpoint), station_(station) {}

  /// The port that answers leave by, whatever their class; `service` chooses between classes. This or the other is to
  /// be called once, in the constructor of the part.
  void send_by(OutputPort& port, const ClassService& service);
  void send_by(ClassedLinkSenderBase& port);

  /// A request that is addressed to the server.
  bool is_for(const Tag& tag) const {
    return tag.destination == endpoint_ &&
           (tag.kind == MessageKind::read_request || tag.kind == MessageKind::write_request);
  }
  /// A message of such a request has arrived, and has a place in the station.
  void arrived(Payload& packet, Time now);
  /// The station has served such a request.
  void served(Payload& packet, Time now);

  /// Answers that have not left in whole, until `end`.
  LevelOverTime depth(Time end) const;
  void start_window(Time now);

 private:
  bool is_answered(const Tag& tag) const {
    return tag.kind == MessageKind::read_request || requests_.of(tag.source).load.acknowledged;
  }

  /// Of a write whose messages can be lost, what has come.
  struct Written {
    Tag tag;
    std::uint64_t bytes = 0;
  };
  /// Whether the message is the last of a write of which nothing was lost.
  bool completes(const Tag& tag);

  const Domain domain_;
  const RequestBoard& requests_;
  std::uint32_t endpoint_;
  ServiceStation& station_;
  std::vector<std::unique_ptr<AnswerQueue>> answers_;                   ///< by class, or one for all
  std::map<std::pair<std::uint32_t, std::uint32_t>, Written> written_;  ///< by source and slot; where some can be lost
};

}  // namespace isochron
