// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// A storage unit as the rest of the server sees it. It has an inlet `orders`, for messages SessionPost::Kind::order,
/// and an outlet `ended`. From an order on it plays the session's members for left(); then it sends Kind::ended about
/// it, once. Of the session it sets `began` when it begins, and `played` when it stops: then nothing is left. An order
/// that the table does not know as present (SessionTable::plays) is from before a failure, and is not carried out.
/// Source: Calliope, section 2.2.
class StorageService {
 public:
  static constexpr const char* calls = "failures of a unit";

  /// It stops: it forgets its sessions, adds what each has played to its `played`, sends nothing and takes no order
  /// until restore().
  virtual void fail(Time now) = 0;
  /// It works again, without any session, and sends Kind::returned.
  virtual void restore(Time now) = 0;

 protected:
  ~StorageService() = default;
};

}  // namespace isochron
