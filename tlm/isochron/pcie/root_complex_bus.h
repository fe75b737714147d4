// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/core/ring.h>
#include <isochron/host/memory_contents.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/timed_memory.h>

namespace isochron {

/// The port of a root complex by which bus masters of the host read and write its memory, over the base protocol. A
/// number of accesses is under way at once; while there are as many, END_REQ of the next one is withheld. Responses
/// leave in the order in which they are ready.
///
/// Data are read and written when an access begins, so accesses to one address work in the order of their requests.
/// Addresses outside the memory are answered with TLM_ADDRESS_ERROR_RESPONSE: no register of a device is behind them.
class RootComplexBus final : public WithStatistics<RootComplexBus>,
                             private DueQueue<Payload*>,
                             private Region::Requester {
 public:
  /// The host, which says how long an access takes.
  class Host {
   public:
    /// When the access of `bytes` at `offset` from the first address, which begins now, is over. Not before `now`.
    virtual Time access_done(std::uint64_t offset, std::uint64_t bytes, TimedMemory::Access access, Time now) = 0;

   protected:
    ~Host() = default;
  };
  /// What is behind it: `size` bytes from address `first` on.
  struct Config {
    std::uint64_t first = 0;
    std::uint64_t size = std::uint64_t{1} << 41;
    MemoryContents::Content content = MemoryContents::Content::streams;
    std::uint64_t accesses = 8;  ///< under way at once, 1 or more
  };

  /// `name`: its own within the root complex, which it is made by and which is `host`.
  RootComplexBus(const char* name, const Domain& domain, const Config& config, Host& host);
  ~RootComplexBus() override;

  AtTargetOf<RootComplexBus> socket;

  const char* name() const { return socket.name(); }
  static Statistics<RootComplexBus> statistics();
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  friend class AtTargetOf<RootComplexBus>;
  struct Probes;

  void on_request(AtTargetBase& at, Payload& payload, Time now);
  void on_complete(AtTargetBase& at, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload& payload) { return contents_.debug(payload); }

  void ask(Time now) override;
  void due(Payload*& payload, Time now) override;
  bool is_full() const { return static_cast<std::uint64_t>(under_way_.level()) == accesses_; }
  void begin(Payload& payload, Time now);
  void answer(Payload& payload, bool has_place);
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Host& host_;
  std::uint64_t first_;
  std::uint64_t accesses_;
  MemoryContents contents_;
  Payload* waiting_ = nullptr;  ///< whose END_REQ is withheld
  Ring<bool> answered_;         ///< responses that have not ended, in their order: whether it has a place
  LevelOverTime under_way_;
  TimeIn wait_;
  std::uint64_t read_ = 0;     ///< bytes
  std::uint64_t written_ = 0;  ///< bytes
  Probes* probes_ = nullptr;   ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
