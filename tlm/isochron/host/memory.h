// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/host/memory_contents.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// Memory behind a bus: takes and gives at once, since its time is part of the bus's (Gennart et al., section 3.2:
/// memory sustains the bus's rate). It may keep what is written, in pages made when first touched, or only count it.
/// Byte enables are honoured; a streaming width below the length is answered with TLM_BURST_ERROR_RESPONSE.
class Memory final : public sc_core::sc_module, public WithStatistics<Memory> {
 public:
  using Content = MemoryContents::Content;

  /// Answers to addresses `first` to `first` + `size` - 1, at `ports` >= 1 ports that do not hinder each other.
  Memory(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t first, std::uint64_t size,
         Content content, unsigned ports = 1);

  AtTargetOf<Memory> socket;  ///< port 0
  AtTargetBase& port(unsigned index);

  static Statistics<Memory> statistics();
  std::uint64_t bytes_read() const { return bytes_read_; }        ///< in this window
  std::uint64_t bytes_written() const { return bytes_written_; }  ///< in this window
  /// Written bytes that were compared with their stream since the simulation began.
  std::uint64_t checked_bytes() const { return contents_.checked_bytes(); }

  static constexpr const char* type = "memory";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<Memory>;
  /// A request between its coming and its end: by then its payload may be something else's.
  struct Served {
    tlm::tlm_command command = tlm::TLM_IGNORE_COMMAND;
    std::uint32_t bytes = 0;  ///< 0: it was refused
  };

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase& socket, Payload& payload);

  /// Reads or writes, and says how that went.
  tlm::tlm_response_status serve(Payload& payload);

  std::vector<std::unique_ptr<AtTargetOf<Memory>>> more_;  ///< ports 1 and up

  std::vector<Ring<Served>> served_;  ///< by port, in the order in which they end
  MemoryContents contents_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace isochron
