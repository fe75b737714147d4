// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/measured.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// SCSI controller: what disks send is written to memory by direct memory access, one transfer for each. Source:
/// Gennart et al., section 3.2.
class ScsiController final : public sc_core::sc_module, public Measured {
 public:
  /// `address`: where in memory the data goes.
  ScsiController(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address);

  AtTargetOf<ScsiController> scsi;
  AtInitiatorOf<ScsiController> bus;
  /// Every transfer whose last byte is in memory.
  Outlet stored{"stored"};

  void start_window(Time) override {}
  void report_waits(std::vector<Wait>& waits) const override;

  static constexpr const char* type = "scsi_controller";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<ScsiController>;
  friend class AtInitiatorOf<ScsiController>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< a disk cannot be looked at
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  std::uint64_t address_;
  RequestQueue<ScsiController> outbox_{bus};
};

}  // namespace isochron
