// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <isochron/core/random_stream.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// A program that measures disks: each has `depth` requests for blocks at random, and gets the next as soon as one is
/// done, from time 0 on and without end. A disk that has failed is not asked. Source: Calliope, section 3.1, Table 1.
///
/// A request's tag has the disk as `stream` and its number at that disk, from 0, as `sequence`: by these the chunks
/// that come back are added up.
class RandomReader final : public sc_core::sc_module, public Measured, public Traced {
 public:
  struct Config {
    std::uint64_t block = 256ull * 1024;  ///< bytes of a request, at a multiple of as many bytes on the disk
    std::uint64_t depth = 1;              ///< requests at a disk at a time
    std::uint64_t traffic_class = 0;      ///< of its requests

    ParameterTable parameters();
  };

  /// `adapters`: that chunks come from. The disks must outlive it.
  RandomReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned adapters,
               const std::vector<Disk*>& disks, const Seed& seed);
  ~RandomReader() override;

  /// "chunks[i]": chunks that are across adapter i.
  InletPort& chunks(unsigned adapter);

  /// In this window: of a disk, blocks that are read, and bytes of chunks that are across.
  std::uint64_t blocks(unsigned disk) const { return readings_.at(disk).blocks; }
  std::uint64_t bytes(unsigned disk) const { return readings_.at(disk).bytes; }

  /// Over all blocks that are read so far: when, which, of what disk.
  std::uint64_t fingerprint() const { return fingerprint_; }

  void start_window(Time now) override;
  /// Also the rate of each disk, under its path.
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "random_reader";
  static TypeInfo type_info();

 private:
  /// A request that is not done.
  struct Open {
    std::uint64_t sequence = 0;
    std::uint64_t left = 0;  ///< bytes
  };
  /// What is read from a disk.
  struct Reading {
    Reading(Disk& from, RandomStream stream) : disk(&from), positions(std::move(stream)) {}

    Disk* disk;
    RandomStream positions;
    std::uint64_t asked = 0;
    std::vector<Open> open;
    std::uint64_t blocks = 0;
    std::uint64_t bytes = 0;
  };

  void start();
  void ask(std::uint32_t disk, Time now);
  void take(Payload& chunk, Time now);

  Region& region_;
  Config config_;
  std::vector<Reading> readings_;
  std::uint64_t blocks_read_ = 0;  ///< in the run
  std::uint64_t fingerprint_ = 0;
  InletOf<RandomReader> across_{*this, &RandomReader::take};
  std::vector<std::unique_ptr<InletPort>> chunks_;
  PhaseProbe phase_probe_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
