// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/mbus_config.h>
#include <isochron/bus/pci_bus.h>
#include <isochron/disk_node/disk_node_config.h>
#include <isochron/dma/block_mover.h>
#include <isochron/dma/dma_engine_config.h>
#include <isochron/dma/link_engine.h>
#include <isochron/dma/strand_mover.h>
#include <isochron/endpoint/bus_sink.h>
#include <isochron/endpoint/bus_source.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/endpoint/link_sink.h>
#include <isochron/endpoint/link_source.h>
#include <isochron/endpoint/packet_source.h>
#include <isochron/endpoint/server_port.h>
#include <isochron/endpoint/strand_source.h>
#include <isochron/fabric/buffered_switch.h>
#include <isochron/fabric/bus_bridge.h>
#include <isochron/fabric/c104_crossbar.h>
#include <isochron/fabric/infiniband_chip.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/fabric/sg1010_switch.h>
#include <isochron/fabric/sg2010_bridge.h>
#include <isochron/host/cache.h>
#include <isochron/host/host.h>
#include <isochron/host/host_adapter.h>
#include <isochron/host/line_processor.h>
#include <isochron/host/memory.h>
#include <isochron/host/processing_unit.h>
#include <isochron/host/scsi_controller.h>
#include <isochron/machine/run/assembled_machine.h>
#include <isochron/net/atm_link_config.h>
#include <isochron/net/fddi.h>
#include <isochron/net/microchannel_config.h>
#include <isochron/net/sp_switch_config.h>
#include <isochron/net/tb2_adapter_config.h>
#include <isochron/software/calliope/duty_cycle.h>
#include <isochron/software/calliope/fake_unit.h>
#include <isochron/software/calliope/packet_timer.h>
#include <isochron/software/calliope/session_player.h>
#include <isochron/software/calliope/stream_clients.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/protocol_stack.h>
#include <isochron/software/voyager/raw_writer.h>
#include <isochron/software/voyager/stream_sink.h>
#include <isochron/software/voyager/stream_source.h>
#include <isochron/software/voyager/vsd_client.h>
#include <isochron/software/voyager/vsd_server.h>
#include <isochron/storage/disk.h>
#include <isochron/storage/disk_reader.h>
#include <isochron/storage/raid_controller.h>
#include <isochron/storage/random_reader.h>
#include <isochron/system/calliope.h>
#include <isochron/system/calliope_msu.h>
#include <isochron/system/disk_array.h>
#include <isochron/system/extent_writer.h>
#include <isochron/system/mbus_workstation.h>
#include <isochron/system/multidisk_server.h>
#include <isochron/system/ps2.h>
#include <isochron/system/seachange_cluster.h>
#include <isochron/system/voyager.h>

namespace isochron {

const std::map<std::string, MachineType>& machine_types() {
  static const std::map<std::string, MachineType> types = [] {
    std::map<std::string, MachineType> all;
    const auto add = [&all](const TypeInfo& info, std::function<std::unique_ptr<MachineDescription>()> make) {
      all[info.name] = {info, std::move(make)};
    };
    add(SeachangeCluster::type_info(), [] { return std::make_unique<MachineOf<SeachangeCluster>>(); });
    for (const Architecture kind : {Architecture::shared_bus, Architecture::point_to_point, Architecture::subsystems})
      add(MultidiskServer::type_info(kind),
          [kind] { return std::make_unique<MachineOf<MultidiskServer>>(MultidiskParameters(kind)); });
    add(MbusWorkstation::type_info(), [] { return std::make_unique<MachineOf<MbusWorkstation>>(); });
    add(DiskArray::type_info(), [] { return std::make_unique<MachineOf<DiskArray>>(); });
    add(Ps2::type_info(), [] { return std::make_unique<MachineOf<Ps2>>(); });
    add(ExtentWriter::type_info(), [] { return std::make_unique<MachineOf<ExtentWriter>>(); });
    add(CalliopeMsu::type_info(), [] { return std::make_unique<MachineOf<CalliopeMsu>>(); });
    add(Calliope::type_info(), [] { return std::make_unique<MachineOf<Calliope>>(); });
    add(Voyager::type_info(), [] { return std::make_unique<MachineOf<Voyager>>(); });
    return all;
  }();
  return types;
}

namespace {

TypeRegistry& all_types() {
  static TypeRegistry registry = [] {
    TypeRegistry types;
    for (const auto& [name, machine] : machine_types()) types[name] = machine.info;
    for (const TypeInfo& info : {PciBus::type_info(),
                                 FifoBus::type_info(),
                                 serial_link_type_info(),
                                 Sg2010Bridge::type_info(),
                                 Sg1010Switch::type_info(),
                                 InfiniBandChip::type_info(),
                                 C104Crossbar::type_info(),
                                 switch_type_info(),
                                 bus_bridge_type_info(),
                                 link_delay_type_info(),
                                 LinkSourceBase::type_info(),
                                 BusSource::type_info(),
                                 LinkSinkBase::type_info(),
                                 BusSink::type_info(),
                                 RaidController::type_info(),
                                 GigeCard::type_info(),
                                 Disk::type_info(),
                                 ScsiController::type_info(),
                                 Memory::type_info(),
                                 ProcessingUnit::type_info(),
                                 LinkEngine::type_info(),
                                 ServerPort::type_info(),
                                 BlockMover::type_info(),
                                 StrandMover::type_info(),
                                 MbusConfig::type_info(),
                                 Cache::type_info(),
                                 LineProcessor::type_info(),
                                 DiskReader::type_info(),
                                 DmaEngineConfig::type_info(),
                                 DiskNodeConfig::type_info(),
                                 StrandSource::type_info(),
                                 ScsiStringConfig::type_info(),
                                 Processor::type_info(),
                                 MemoryBus::type_info(),
                                 Task::type_info(),
                                 Ethernet::type_info(),
                                 Fddi::type_info(),
                                 MicrochannelConfig::type_info(),
                                 Tb2AdapterConfig::type_info(),
                                 SpSwitchConfig::type_info(),
                                 AtmLinkConfig::type_info(),
                                 ExtentServer::type_info(),
                                 ExtentStore::type_info(),
                                 PlaneClient::type_info(),
                                 BlockReader::type_info(),
                                 ChainMover::type_info(),
                                 NetworkProcess::type_info(),
                                 CentralProcess::type_info(),
                                 RecordingClients::type_info(),
                                 PacketSink::type_info(),
                                 Host::type_info(),
                                 HostAdapter::type_info(),
                                 RandomReader::type_info(),
                                 PacketSource::type_info(),
                                 PacketTimer::type_info(),
                                 DutyCycle::type_info(),
                                 StreamClients::type_info(),
                                 SessionPlayer::type_info(),
                                 SessionClients::type_info(),
                                 Coordinator::type_info(),
                                 FakeUnit::type_info(),
                                 ProtocolStack::type_info(),
                                 StreamSource::type_info(),
                                 StreamSink::type_info(),
                                 VsdClient::type_info(),
                                 VsdServer::type_info(),
                                 RawWriter::type_info(),
                                 MediaDaemon::type_info(),
                                 MicrochannelConfig::type_info(),
                                 Tb2AdapterConfig::type_info(),
                                 SpSwitchConfig::type_info(),
                                 AtmLinkConfig::type_info()})
      types[info.name] = info;
    return types;
  }();
  return registry;
}

}  // namespace

const TypeRegistry& type_registry() {
  return all_types();
}

void add_part_type(const TypeInfo& info) {
  if (!all_types().emplace(info.name, info).second)
    throw std::invalid_argument("there is a type " + info.name + " already");
}

}  // namespace isochron
