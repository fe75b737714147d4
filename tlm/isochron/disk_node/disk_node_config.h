// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// What stands between a disk node's disks and its bus.
struct DiskNodeConfig {
  enum class Implementation {
    paper,  ///< the paper's SCSI controller: what disks send is written to memory, a strand a transfer, without data
    tlm,    ///< the disk-node interface, modelled at transaction level
    rtl     ///< the disk-node interface, its Verilog
  };
  /// What the disk-node interface's place puts on the bus as one transfer.
  enum class Transfer {
    strand,  ///< all of it, as the paper's controller: the place keeps what is written until a strand is whole
    burst    ///< each burst as the interface makes it
  };

  Implementation implementation = Implementation::paper;
  std::uint64_t clock = 50'000'000;  ///< hertz
  std::uint64_t depth = 2;           ///< commands under way a disk
  Transfer transfer = Transfer::strand;
  std::uint64_t memory_latency = 50 * nanosecond;  ///< ps, of the memory with the rings

  /// "paper", "tlm", "rtl"
  const char* implementation_name() const;
  ParameterTable parameters();
  static constexpr const char* type = "disk_node";
  static TypeInfo type_info();
};

}  // namespace isochron
