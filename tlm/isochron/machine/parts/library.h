// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/component.h>

namespace isochron {

// The parts of the library that machine files can use.

ComponentType pci_bus_component();
ComponentType serial_link_component();
ComponentType sg1010_switch_component();
ComponentType sg2010_bridge_component();
ComponentType infiniband_chip_component();
ComponentType raid_controller_component();
ComponentType gige_card_component();
ComponentType switch_component();
ComponentType bus_bridge_component();
ComponentType delay_component();
ComponentType source_component();
ComponentType bus_source_component();
ComponentType sink_component();
ComponentType bus_sink_component();
ComponentType fifo_bus_component();
ComponentType memory_component();
ComponentType disk_component();
ComponentType scsi_controller_component();
ComponentType processing_unit_component();
ComponentType link_engine_component();
ComponentType c104_crossbar_component();
ComponentType server_port_component();
ComponentType strand_mover_component();
ComponentType line_processor_component();
ComponentType cache_component();
ComponentType mbus_component();
ComponentType disk_reader_component();
ComponentType processor_component();
ComponentType memory_bus_component();
ComponentType task_component();
ComponentType ethernet_component();
ComponentType scsi_string_component();
ComponentType extent_store_component();
ComponentType extent_server_component();
ComponentType plane_client_component();

}  // namespace isochron
