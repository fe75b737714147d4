// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <isochron/dma/block_mover/local_memory.h>

namespace isochron::cosim {

/// Memory whose latency and errors follow from address and direction alone, so that they are the same whoever asks and
/// in whatever order.
class EquivalenceMemory final : public LocalMemory {
 public:
  /// Addresses from here on answer with errors: TLM_GENERIC_ERROR_RESPONSE, and TLM_ADDRESS_ERROR_RESPONSE where bit 20
  /// is set.
  static constexpr std::uint64_t bad = 0x4000'0000;

  EquivalenceMemory(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t seed)
      : LocalMemory(name, domain, 0), seed_(seed) {}

  /// From here on: `latency`, and up to `jitter` more (ps).
  void set_latency(Time latency, Time jitter) {
    base_ = latency;
    jitter_ = jitter;
  }
  /// Hears of every write that is answered, with its address.
  std::function<void(std::uint64_t)> written;

 protected:
  Time latency_of(const Payload& payload) const override;
  tlm::tlm_response_status status_of(const Payload& payload) const override;

 private:
  std::uint64_t seed_;
  Time base_ = 0;
  Time jitter_ = 0;
};

}  // namespace isochron::cosim
