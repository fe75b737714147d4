// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/endpoint/request_load.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Who asks for something, as those who answer see it.
class RequestOwner {
 public:
  /// `bytes` of the request that `tag` is of have been written where they go, or have come back.
  virtual void served(const Tag& tag, std::uint64_t bytes, Time now) = 0;
  /// A fault, of this number, has destroyed a message of the request that `tag` is of.
  virtual void message_lost(const Tag& tag, std::uint32_t fault) {
    (void)tag;
    (void)fault;
  }

 protected:
  ~RequestOwner() = default;
};

/// By number of a source (Tag::source): who has asked for what is under way, and how it is to be answered.
class RequestBoard {
 public:
  struct Entry {
    RequestOwner* owner = nullptr;
    std::uint32_t endpoint = 0;  ///< to which responses go
    RequestLoad load;
  };

  /// Before the simulation starts.
  void enter(std::uint32_t source, RequestOwner& owner, std::uint32_t endpoint, const RequestLoad& load) {
    if (entries_.size() <= source) entries_.resize(source + 1);
    entries_[source] = {&owner, endpoint, load};
  }
  const Entry& of(std::uint32_t source) const { return entries_[source]; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace isochron
