// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/scsi_controller.h>

namespace isochron {

ScsiController::ScsiController(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address)
    : sc_module(name), scsi("scsi", domain, *this), bus("bus", domain, *this), address_(address) {}

void ScsiController::on_request(AtTargetBase&, Payload& payload, Time) {
  payload.set_response_status(write_only_response(payload));
  scsi.ready(payload);
}

void ScsiController::on_complete(AtTargetBase&, Payload& payload, Time) {
  if (payload.is_response_error()) return;
  payload.acquire();
  payload.set_address(address_);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  outbox_.send(payload);
}

void ScsiController::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void ScsiController::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  bus.require_ok(payload);
  bus.complete(payload);
  stored.hand_on(payload, now);
  payload.release();
}

void ScsiController::report_waits(std::vector<Wait>& waits) const {
  bus.report_wait(waits);
}

TypeInfo ScsiController::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "SCSI controller: writes what disks send to memory by direct memory access";
  info.source = "Gennart et al., section 3.2";
  info.ports = {{"scsi", "base protocol", "target", "what disks send"},
                {"bus", "base protocol", "initiator", "towards memory"}};
  return info;
}

}  // namespace isochron
