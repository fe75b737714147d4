// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// Memory behind a bus: takes and gives at once, since its time is part of the bus's (Gennart et al., section 3.2:
/// memory sustains the bus's rate). It may keep what is written, in pages made when first touched, or only count it.
/// Byte enables are honoured; a streaming width below the length is answered with TLM_BURST_ERROR_RESPONSE.
class Memory final : public sc_core::sc_module, public WithStatistics<Memory> {
 public:
  enum class Content {
    kept,     ///< reads return what was written, zero before
    counted,  ///< bytes are counted; reads leave the data buffer as it is
    streams   ///< kept of payloads that have their stream's data (Tag::has_data), compared with it; others are counted
  };

  /// Answers to addresses `first` to `first` + `size` - 1, at `ports` >= 1 ports that do not hinder each other.
  Memory(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t first, std::uint64_t size,
         Content content, unsigned ports = 1);

  AtTargetOf<Memory> socket;  ///< port 0
  AtTargetBase& port(unsigned index);

  static Statistics<Memory> statistics();
  std::uint64_t bytes_read() const { return bytes_read_; }        ///< in this window
  std::uint64_t bytes_written() const { return bytes_written_; }  ///< in this window
  /// Written bytes that were compared with their stream since the simulation began.
  std::uint64_t checked_bytes() const { return checked_bytes_; }

  static constexpr const char* type = "memory";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<Memory>;
  static constexpr std::uint64_t page_size = 4096;
  using Page = std::array<unsigned char, page_size>;

  /// A request between its coming and its end: by then its payload may be something else's.
  struct Served {
    tlm::tlm_command command = tlm::TLM_IGNORE_COMMAND;
    std::uint32_t bytes = 0;  ///< 0: it was refused
  };

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase& socket, Payload& payload);

  bool holds(std::uint64_t address, std::uint64_t length) const;
  void access(Payload& payload, std::uint64_t length);
  /// Reads or writes, and says how that went.
  tlm::tlm_response_status serve(Payload& payload);
  void access_stream(Payload& payload);
  unsigned char& byte_at(std::uint64_t address);

  std::vector<std::unique_ptr<AtTargetOf<Memory>>> more_;  ///< ports 1 and up

  std::vector<Ring<Served>> served_;  ///< by port, in the order in which they end
  std::uint64_t first_;
  std::uint64_t size_;
  Content content_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::uint64_t checked_bytes_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace isochron
