// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// Copies of a program that measures disks, one a disk: each writes its disk block after block, the next as soon as the
/// one before is done, from time 0 on and without end. Source: Voyager, section 5.2 (the system's dd on raw devices).
///
/// A request is a write whose tag has the disk's number in the machine (`sequence`), the writer's among them
/// (`stream`), the block's number (`block`), bytes and position (`offset`).
class RawWriter final : public sc_core::sc_module, public Measured, public Traced {
 public:
  struct Config {
    std::uint64_t block = 64ull * 1024;      ///< bytes of a request
    std::uint64_t capacity = 2'000'000'000;  ///< of a disk, bytes, `block` or more: at the end it begins anew

    ParameterTable parameters();
  };

  /// `endpoint`: of this node. `disks`: their numbers in the machine, each once.
  RawWriter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint32_t endpoint,
            const std::vector<std::uint32_t>& disks);

  OutletPort requests;
  /// Throws ModelError if it is none of its requests.
  InletPort done;

  std::size_t disks() const { return writings_.size(); }
  /// Bytes written to a disk in this window, by its place in `disks`.
  std::uint64_t bytes(std::size_t disk) const { return writings_.at(disk).bytes; }
  /// Over all blocks so far: when, which, of what disk.
  std::uint64_t fingerprint() const { return fingerprint_; }

  void start_window(Time now) override;
  /// Also the rate of each disk, as "disk[i]" under its path.
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "raw_writer";
  static TypeInfo type_info();

 private:
  /// What is written to a disk.
  struct Writing {
    std::uint32_t disk = 0;
    std::uint64_t block = 0;           ///< that is under way
    const Payload* request = nullptr;  ///< for it
    std::uint64_t bytes = 0;
  };

  void start();
  void ask(std::uint32_t writing, Time now);
  void take(Payload& payload, Time now);

  Domain domain_;
  Config config_;
  std::uint32_t endpoint_;
  std::vector<Writing> writings_;
  std::uint64_t written_ = 0;  ///< blocks in the run
  std::uint64_t fingerprint_ = 0;
  InletOf<RawWriter> done_{*this, &RawWriter::take};
  PhaseProbe phase_probe_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
