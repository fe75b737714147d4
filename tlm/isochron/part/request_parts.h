// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <isochron/endpoint/request_load.h>
#include <isochron/part/port_ref.h>

namespace isochron {

/// What a request, or its answer, puts on the links and buses that it crosses.
struct RequestMessages {
  double messages = 0;
  double bytes = 0;
};

/// One request of those that a traffic asks for, or a piece of it.
struct OneRequest {
  bool write = false;
  std::uint64_t bytes = 0;    ///< that are read or written
  std::uint64_t address = 0;  ///< of the first one
  std::uint64_t of = 0;       ///< a piece: bytes of the whole request; 0: it is whole
};

/// Bytes of messages that leave one after another.
using MessageSizes = std::vector<std::uint64_t>;

/// What of a request leaves, and is answered, by itself.
struct RequestPiece {
  OneRequest request;
  MessageSizes messages;
  bool has_tag = true;  ///< from when its first message leaves until all of its answer is there
};

/// Bytes that a part reads and writes in a part that it calls, for each byte of a request.
struct CalledBytes {
  double read = 0;
  double written = 0;
};

/// All requests of a machine together.
struct AllRequests {
  double under_way = 0;  ///< messages that can be on their way to those who answer, at most
  bool read = false;     ///< some do
  bool write = false;
};

/// Cuts of general messages: a request for data and the answer to an acknowledged write are one message, data as many
/// as they need.
inline RequestMessages data_messages(const RequestLoad& load, const OneRequest& request) {
  const std::uint64_t messages = (request.bytes + load.message - 1) / load.message;
  return {static_cast<double>(messages), static_cast<double>(request.bytes)};
}
inline RequestMessages request_messages(const RequestLoad& load, const OneRequest& request) {
  if (!request.write) return {1, static_cast<double>(load.request)};
  return data_messages(load, request);
}
inline RequestMessages answer_messages(const RequestLoad& load, const OneRequest& request) {
  if (request.write)
    return load.acknowledged ? RequestMessages{1, static_cast<double>(load.request)} : RequestMessages{};
  return data_messages(load, request);
}
/// The part of so many messages with so many bytes that is one of `pieces`, all messages alike.
inline MessageSizes alike(const RequestMessages& sum, double pieces = 1) {
  if (sum.messages == 0) return {};
  const double messages = std::max(1.0, std::round(sum.messages / pieces));
  return MessageSizes(static_cast<std::size_t>(messages), static_cast<std::uint64_t>(sum.bytes / pieces / messages));
}

/// What a part is to requests that it makes. It is a source too: they leave by PartConfig::sources().
class RequesterPart {
 public:
  /// Of all its traffics together.
  virtual std::uint64_t tags() const = 0;
  /// Its requests can be lost: it asks for them again, or gives them up.
  virtual bool asks_again() const { return true; }
  /// That a request takes, in the mean; 0: it takes none.
  virtual double tags_of(const RequestLoad& load, const OneRequest& request) const {
    (void)load;
    (void)request;
    return 1;
  }
  virtual RequestMessages sends(const RequestLoad& load, const OneRequest& request) const {
    return request_messages(load, request);
  }
  /// pieces() depend on the address of a request, and say more than tags_of() and sends().
  virtual bool cuts_by_address() const { return false; }
  /// Of a request, in the order in which they leave.
  virtual std::vector<RequestPiece> pieces(const RequestLoad& load, const OneRequest& request) const {
    const double tags = tags_of(load, request), count = std::max(1.0, std::round(tags));
    const auto bytes = static_cast<std::uint64_t>(static_cast<double>(request.bytes) / count);
    const OneRequest piece{request.write, bytes, request.address, request.bytes};
    return std::vector<RequestPiece>(static_cast<std::size_t>(count),
                                     {piece, alike(sends(load, request), count), tags > 0});
  }
  /// Messages of such requests that can be on their way to those who answer, at most.
  virtual std::uint64_t under_way(const RequestLoad& load) const {
    (void)load;
    return tags();
  }
  /// Seconds of a request beside its way and its answer, in which it has no tag.
  virtual double takes_itself(const OneRequest& request) const {
    (void)request;
    return 0;
  }
  /// What a request moves in the part that this one calls by `port`.
  virtual CalledBytes calls_for(const PortRef& port, const RequestLoad& load, const OneRequest& request) const {
    (void)port;
    (void)load;
    (void)request;
    return {};
  }
  /// What such a request moves goes through what PartConfig::capacity() of the requester itself is of.
  virtual bool carries(const OneRequest& request) const {
    (void)request;
    return false;
  }

 protected:
  ~RequesterPart() = default;
};

/// What a part is to requests that it answers.
class ResponderPart {
 public:
  /// By which answers leave.
  virtual std::vector<PortRef> answers_by() const = 0;
  virtual RequestMessages answers(const RequestLoad& load, const OneRequest& request) const {
    return answer_messages(load, request);
  }
  /// The messages that answer a piece; where what else is under way decides how it is answered, each way.
  virtual std::vector<MessageSizes> answers_to_piece(const RequestLoad& load, const OneRequest& piece) const {
    return {alike(answers(load, piece))};
  }
  /// Seconds from a request that meets no other one to its answer, or to the end of a write.
  virtual double answers_in(const OneRequest& request) const = 0;
  /// The same in the mean over the addresses of a traffic's requests.
  virtual double answers_in_mean(const RequestLoad& load, const OneRequest& request) const {
    (void)load;
    return answers_in(request);
  }
  /// Seconds of its time that a request takes: others wait meanwhile. 0: PartConfig::capacity() says what it can do.
  virtual double takes(const OneRequest& request) const {
    (void)request;
    return 0;
  }
  /// What a request moves in the part that this one calls by `port`.
  virtual CalledBytes calls_for(const PortRef& port, const RequestLoad& load, const OneRequest& request) const {
    (void)port;
    (void)load;
    (void)request;
    return {};
  }

 protected:
  ~ResponderPart() = default;
};

/// What a part is to requests for which it is called, by those who make or answer them.
class CalledPart {
 public:
  /// Seconds of its time at least that a request takes, in the mean, for which `bytes` are moved for each of its bytes.
  virtual double takes(const RequestLoad& load, const OneRequest& request, const CalledBytes& bytes,
                       const AllRequests& all) const = 0;
  /// Seconds at least that a piece waits for it, in the mean, where it meets no other request; `is_first`: of its own.
  virtual double holds_up(const RequestLoad& load, const OneRequest& piece, const CalledBytes& bytes,
                          const AllRequests& all, bool is_first) const = 0;

 protected:
  ~CalledPart() = default;
};

}  // namespace isochron
