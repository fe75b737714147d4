// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Marks the ends of a connection that know the region and expect to be called ahead of the kernel's time.
class RegionMember {
 public:
  virtual ~RegionMember() = default;
};

/// What a member answers to a request before the call returns.
enum class MemberReply : std::uint8_t {
  none,
  accepted,  ///< END_REQ
  responded  ///< BEGIN_RESP, which implies END_REQ
};

/// The target end of a connection between two members that take shortcuts (Phases::shortcut): the phases of
/// nb_transport as plain calls, without annotation.
class MemberTarget {
 public:
  /// BEGIN_REQ.
  virtual MemberReply member_request(Payload& payload) = 0;
  /// END_RESP.
  virtual void member_completed(Payload& payload) = 0;

 protected:
  ~MemberTarget() = default;
};

/// Its initiator end.
class MemberInitiator {
 public:
  /// END_REQ.
  virtual void member_accepted(Payload& payload) = 0;
  /// BEGIN_RESP, which implies END_REQ. Returns whether END_RESP answers it before the call returns.
  virtual bool member_responded(Payload& payload) = 0;

 protected:
  ~MemberInitiator() = default;
};

}  // namespace isochron
