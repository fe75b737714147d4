// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include <isochron/protocol/at_target.h>

namespace isochron {

/// Memory at a port of a block, with contents: a socket for each direction, each access answered after a latency,
/// accesses of a direction under way together. What software keeps in it it reaches with peek and poke, without time.
class LocalMemory : public sc_core::sc_module {
 public:
  /// `latency` in picoseconds, from a request to its answer.
  LocalMemory(const sc_core::sc_module_name& name, const Domain& domain, Time latency);

  AtTargetOf<LocalMemory> read;
  AtTargetOf<LocalMemory> write;

  /// What was never written is 0.
  void peek(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const;
  void poke(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes);

 protected:
  /// For memories that answer otherwise: how long it takes, and with what.
  virtual Time latency_of(const Payload& payload) const;
  virtual tlm::tlm_response_status status_of(const Payload& payload) const;

 private:
  friend class AtTargetOf<LocalMemory>;
  static constexpr std::uint64_t page_size = 4096;
  using Page = std::array<std::uint8_t, page_size>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase& socket, Payload& payload);
  void answer(AtTargetOf<LocalMemory>& socket, Payload& payload);
  void access(Payload& payload);
  std::uint8_t& byte_at(std::uint64_t address);

  Region& region_;
  Time latency_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace isochron
