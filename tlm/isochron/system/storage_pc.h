// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/host/processor.h>
#include <isochron/host/task.h>
#include <isochron/part/assembly.h>
#include <isochron/software/ps2/extent_server.h>
#include <isochron/system/storage_parameters.h>

namespace isochron {

/// A PC with disks: SCSI strings, the threads that read extents, processor, memory bus and the disk interface's work.
/// Source: PS2, sections 3 and 6.
class StoragePc {
 public:
  struct Config {
    StorageParameters storage;
    std::uint64_t disks = 9;
    Processor::Config processor;
    MemoryBus::Config memory_bus;
    Time disk_interface = 185'400 * nanosecond;  ///< of an extent
    bool with_data = false;
    std::uint64_t seed = 1;
  };
  struct Parts {
    Processor* processor = nullptr;
    MemoryBus* memory_bus = nullptr;
    std::vector<Disk*> disks;
  };

  /// Its parts, within the scope that is open. `directory` is null where they are only planned. Extents are asked for
  /// at "extents.requests" and leave by "extents.read".
  static Parts assemble(Assembly& machine, const Config& config, const ExtentServer::Directory* directory);
  /// Processor and memory bus alone, for a PC without disks.
  static Parts assemble_processor(Assembly& machine, const Config& config);
  /// A step of work on its processor, in `threads` that it shares with others or in its own. `work` and `threads` must
  /// outlive the machine.
  static void add_task(Assembly& machine, const std::string& name, Task::Config config, const Parts& pc,
                       Task::Work* work = nullptr, ThreadPool* threads = nullptr);
};

}  // namespace isochron
