// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/part/connections.h>

namespace isochron {

/// Payloads that take one way through a machine, of a round of its work.
struct Payloads {
  double count = 0;
  double bytes = 0;   ///< of each, mean
  bool alike = true;  ///< each has as many
  /// That each has been worked on since somebody counted from 0: how long whoever waits for it waits at least.
  double seconds = 0;
  const char* what = "";   ///< they are, in words: "extents"
  std::size_t server = 0;  ///< that is asked, by its number in the store
  double asked = 0;        ///< of requests: bytes of what each asks for, mean
  double share = 1;        ///< of the bytes that the round moves

  /// A fraction of them.
  Payloads part(double fraction) const {
    Payloads some = *this;
    some.count *= fraction;
    some.share *= fraction;
    return some;
  }
};

/// Refuses the part, with `remedy`, unless what comes to `port` of the part that `around` is are `expected`.
void require_payloads(const Payloads& payloads, const std::string& expected, const char* port,
                      const Connections& around, const std::string& remedy);

/// Payloads that leave a part.
struct Leaving {
  PortRef output;
  Payloads payloads;
};

/// What a round of a machine's work costs its parts.
class WorkBook {
 public:
  /// Each of `payloads` takes `seconds` of one of `instances` of what is called `kind` at a part: "" for the part
  /// itself.
  virtual void take(std::size_t part, const char* kind, double instances, const Payloads& payloads, double seconds) = 0;
  /// Events of the region.
  virtual void add_events(double events) = 0;
  /// Bytes of memory that what waits in a part takes, at any time.
  virtual void add_memory(double bytes) = 0;

 protected:
  ~WorkBook() = default;
};

/// What a part is to payloads that parts hand on to each other.
class HandOverPart {
 public:
  /// What becomes of `payloads` that come in by `input`, and what they cost.
  virtual std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                                    WorkBook& book) const = 0;

 protected:
  ~HandOverPart() = default;
};

}  // namespace isochron
