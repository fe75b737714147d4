// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/region.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// The way into a part that jobs hold beyond the step that they come for: while one holds it the others wait, first
/// come, first served, of one instant that with the lowest sequence number first. Whoever holds it may come again.
/// Releases of an instant come before its grants.
class JobGate final : private Region::Requester {
 public:
  class Client {
   public:
    /// The job in `payload` may enter.
    virtual void enter(Payload& payload, Time now) = 0;

   protected:
    ~Client() = default;
  };

  JobGate(Region& region, Client& client);

  /// `holds`: once it has entered it holds the part until release().
  void come(Payload& payload, bool holds, Time now);
  void release();

  /// Sequence number of the job that holds it.
  const std::optional<std::uint64_t>& holder() const { return holder_; }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  struct Visit {
    Payload* payload = nullptr;
    bool holds = false;
  };

  void ask(Time now) override;

  Region& region_;
  Client& client_;
  std::optional<std::uint64_t> holder_;
  ArrivalQueue<Visit> waiting_;
};

}  // namespace isochron
