// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/net/atm_link_config.h>
#include <isochron/net/microchannel_config.h>
#include <isochron/net/sp_switch_config.h>
#include <isochron/net/tb2_adapter_config.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/software/voyager/media_streams.h>
#include <isochron/software/voyager/protocol_stack_config.h>
#include <isochron/software/voyager/vsd_config.h>

namespace isochron::testbench {

/// The parameters of the machine voyager in numbers, with its defaults.
struct VoyagerCase {
  enum class Load { streams, raw };
  enum class Where { local, vsd };
  enum class FileWork { both, record };

  Load load = Load::streams;
  std::uint64_t thin_nodes = 8;
  std::uint64_t wide_nodes = 4;
  std::uint64_t disks = 36;                      ///< of all wide nodes
  std::uint64_t disk_rate = 28'000'000;          ///< bit/s of one disk alone, its bus's time included
  std::uint64_t bus_rate = 160'000'000;          ///< bit/s
  std::uint64_t buses = 8;                       ///< of all wide nodes
  std::uint64_t rotation = 8'330 * microsecond;  ///< ps
  std::uint64_t capacity = 2'000'000'000;        ///< of a disk, bytes
  Where where = Where::vsd;
  std::uint64_t stripe_nodes = 3;
  std::uint64_t disks_a_node = 1;
  std::uint64_t block = 64ull * 1024;           ///< bytes
  std::uint64_t buffers = 8;                    ///< of a stream
  std::uint64_t file_packet = 302'619'000;      ///< ps of a processor
  std::uint64_t file_byte = 27'562;             ///< ps
  std::uint64_t file_byte_over_nodes = 37'807;  ///< ps, over stripe_nodes
  FileWork file_work = FileWork::both;
  VsdConfig vsd;
  MediaStreams streams;
  ProtocolStackConfig stack;
  AtmLinkConfig atm;
  Tb2AdapterConfig tb2;
  SpSwitchConfig sp_switch;
  MicrochannelConfig microchannel;

  VoyagerCase() {
    vsd.shared = 175'500;
    vsd.own = 37'100;
  }

  /// The machine of the library's file with these parameters.
  std::unique_ptr<MachineDescription> machine() const;
  std::vector<ResourceBound> bounds() const { return machine()->bounds(); }
  std::vector<ParameterProblem> problems() const { return machine()->parameters().problems(); }

 private:
  ParameterTable table();
};

}  // namespace isochron::testbench
