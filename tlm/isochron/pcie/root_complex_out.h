// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/observe/watchdog.h>
#include <isochron/protocol/request_queue.h>
#include <isochron/protocol/timed_memory.h>

namespace isochron {

/// The port of a root complex by which requests of devices reach a memory of the base protocol: a bus of the host, or a
/// third party's memory. An access leaves in pieces as large as messages can be, each as soon as the one before it has
/// been accepted, and is over when the last of them has been answered. Any number is under way.
class RootComplexOut final {
 public:
  /// The host.
  class Host {
   public:
    virtual void access_over(std::uint32_t access, Time now) = 0;

   protected:
    ~Host() = default;
  };

  /// `name`: its own within the root complex, which it is made by and which is `host`. The memory begins at `first` and
  /// has `size` bytes; addresses beyond it begin again.
  RootComplexOut(const char* name, const Domain& domain, std::uint64_t first, std::uint64_t size, Host& host);

  AtInitiatorOf<RootComplexOut> socket;

  /// Begins the access that the request `of` a device asks for. The host hears of its end under the number `access`,
  /// which no access has that is under way.
  void begin(std::uint32_t access, const Tag& of, TimedMemory::Access kind);
  void report_waits(std::vector<Wait>& waits) const;

 private:
  friend class AtInitiatorOf<RootComplexOut>;

  void on_accepted(AtInitiatorBase& at, Payload& payload, Time now);
  void on_response(AtInitiatorBase& at, Payload& payload, Time now);

  Domain domain_;
  Host& host_;
  std::uint64_t first_;
  std::uint64_t size_;
  RequestQueue<RootComplexOut> outbox_{socket};
  std::vector<std::uint64_t> left_;  ///< by access: pieces that have not been answered
  std::uint64_t unanswered_ = 0;     ///< pieces
};

}  // namespace isochron
