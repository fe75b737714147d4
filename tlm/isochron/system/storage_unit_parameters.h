// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/host/host.h>
#include <isochron/host/host_adapter.h>
#include <isochron/net/fddi_config.h>
#include <isochron/software/calliope/duty_cycle.h>
#include <isochron/software/calliope/packet_timer.h>
#include <isochron/storage/disk.h>
#include <isochron/system/machine_parameters.h>

namespace isochron {

/// A storage unit of Calliope: its disks, adapters, host and network. Source: Calliope, sections 2.3, 3 and 3.1.
struct StorageUnitParameters {
  enum class Layout {
    copies,   ///< every disk has a copy of each file
    striped,  ///< blocks of a file go from disk to disk
    single    ///< each file is on one disk
  };
  /// The slot that a viewer waits for after a command.
  enum class SlotOf {
    free,  ///< the first free one
    own    ///< the one that he has; striped the first free one
  };

  static constexpr unsigned stations = 2;  ///< of its ring: the unit, and all of its clients

  std::uint64_t disks = 2;
  std::uint64_t adapters = 1;
  std::vector<std::uint64_t> adapter_of;                ///< of each disk; empty: dealt out in order
  std::uint64_t block = 256ull * 1024;                  ///< bytes
  std::uint64_t chunk = 64ull * 1024;                   ///< bytes
  std::uint64_t chunk_on_medium = 4'340 * microsecond;  ///< of a chunk's time, outside the adapter
  std::uint64_t seek_least = 3'500 * microsecond;
  std::uint64_t seek_full = 13'500 * microsecond;
  std::uint64_t rotation = 8'330 * microsecond;
  std::uint64_t capacity = 2'000'000'000;
  Disk::Order scheduler = Disk::Order::fifo;
  HostAdapter::Config adapter;
  Host::Config host;
  PacketTimer::Config timer;
  Layout layout = Layout::copies;
  DutyCycle::Pace pace = DutyCycle::Pace::slots;
  std::uint64_t slots = 0;                      ///< of a disk; 0: as many as its streams
  std::uint64_t client_buffer = 200ull * 1024;  ///< bytes
  std::uint64_t vcr_interval = 0;
  SlotOf vcr_slot = SlotOf::free;
  FddiConfig fddi;

  void add_to(ParameterTable& table);
  std::vector<ParameterProblem> problems() const;

  std::uint64_t adapter_of_disk(std::uint64_t disk) const;
  /// Number of disks of an adapter.
  std::uint64_t disks_of(std::uint64_t adapter) const;
  /// Slots of its duty cycle; 0: as many as its streams.
  std::uint64_t slots_a_disk() const { return pace == DutyCycle::Pace::slots ? slots : 0; }
  bool striped() const { return layout == Layout::striped; }
  Disk::Config disk() const;
  /// Mean time of a block, read at random from a disk that is alone on its adapter, s.
  double block_time() const;
  /// Its bounds, in B/s that it sends in packets of `packet` bytes. `server`: not bare programs; `reads`: the data that
  /// it sends come from its disks; `writes`: they are written to memory by the processor.
  std::vector<ResourceBound> bounds(std::uint64_t packet, bool server, bool reads, bool writes) const;
};

}  // namespace isochron
