// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/host/memory_bus.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// The extent server threads of a PC, one for each of its disks: a thread has `depth` requests at its disk, and asks
/// for the next once the extent before has been taken from the disk's interface. Source: PS2, sections 3 and 4; that
/// requests block is in section 7.
///
/// A request is a payload whose tag has the number of the extent (`stream`). It becomes the extent: it leaves with the
/// extent's length and, where the disks have data, with its bytes. What comes over the SCSI strings goes to memory
/// chunk by chunk.
class ExtentServer final : public sc_core::sc_module,
                           public WithStatistics<ExtentServer>,
                           public Traced,
                           private Disk::Asker {
 public:
  /// What the extents are and where they are.
  class Directory {
   public:
    static constexpr const char* calls = "extents of disks";  ///< as descriptions and machine files have it

    /// Place of the extent on the disk with the number `disk` of this server, bytes.
    virtual std::uint64_t position(std::uint64_t extent) const = 0;
    /// Number of its disk at this server.
    virtual unsigned disk(std::uint64_t extent) const = 0;
    virtual std::uint64_t bytes(std::uint64_t extent) const = 0;
    /// What the server's disk has; nullptr: no data.
    virtual const Medium* medium(unsigned disk) const {
      (void)disk;
      return nullptr;
    }

   protected:
    ~Directory() = default;
  };
  struct Config {
    std::uint64_t depth = 1;      ///< requests at a disk at a time
    Time transfer_of_a_byte = 0;  ///< ps that a byte takes on a string, for the memory bus
    bool with_data = false;       ///< disks have media
  };

  /// `strings`: SCSI strings that the disks are on. `disks`, `directory` and `bus` must outlive it.
  ExtentServer(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned strings,
               std::vector<Disk*> disks, const Directory& directory, MemoryBus& bus);
  ~ExtentServer() override;

  InletPort requests;
  /// Extents whose last byte is in memory. Their disk's interface is served, and they come back by `taken`.
  OutletPort arrived;
  InletPort taken;
  /// Extents that are read, and their disk's thread is free.
  OutletPort read;
  /// Requests whose disk has failed, or fails before all of an extent is off it.
  OutletPort failed;

  AtTargetBase& string(unsigned index);

  static Statistics<ExtentServer> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  /// Requests that are not at a disk.
  const LevelOverTime& queue_depth() const { return depth_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "extent_server";
  static TypeInfo type_info();

 private:
  class String;
  friend class AtTargetOf<ExtentServer>;

  /// A disk's.
  struct Thread {
    Disk* disk = nullptr;
    Ring<Payload*> waiting;
    std::vector<Payload*> at_disk;
    std::uint64_t open = 0;   ///< requests between their start and `taken`
    bool has_failed = false;  ///< some request of its disk has
  };

  void on_request(AtTargetBase& socket, Payload& chunk, Time now);
  void on_complete(AtTargetBase& socket, Payload& chunk, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< a disk cannot be looked at

  void request(Payload& payload, Time now);
  void take(Payload& payload, Time now);
  void start_next(Thread& thread, Time now);
  void request_failed(const Tag& tag, Time now) override;
  void arrive(Payload& payload, Time now);
  Thread& thread_of(const Payload& payload);

  Region& region_;
  Config config_;
  const Directory& directory_;
  MemoryBus& bus_;
  std::vector<Thread> threads_;
  std::vector<std::unique_ptr<String>> strings_;
  LevelOverTime depth_;
  InletOf<ExtentServer> requested_{*this, &ExtentServer::request};
  InletOf<ExtentServer> taken_{*this, &ExtentServer::take};
  NumberProbe depth_probe_;
  bool traced_ = false;
};

}  // namespace isochron
