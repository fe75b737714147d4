// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <isochron/core/implementations.h>
#include <isochron/disk_node/disk_node_config.h>
#include <isochron/observe/measured.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// A disk-node interface in a machine: it is asked for strands, reads them from the node's disks, and writes their
/// bytes over the bus to where they belong. Calls are at the region's present, in both directions.
class DiskNodeInterface : public sc_core::sc_module, public Measured {
 public:
  /// Successive blocks of a disk, and their place.
  struct Strand {
    std::uint64_t sequence = 0;
    unsigned disk = 0;
    std::uint64_t block = 0;  ///< first one
    std::uint32_t bytes = 0;
    std::uint64_t address = 0;
  };
  /// A disk command; `number` comes back as the block (Tag::block) of what the disk sends.
  struct Command {
    std::uint64_t number = 0;
    unsigned disk = 0;
    std::uint64_t block = 0;
    unsigned blocks = 0;
  };
  struct Shape {
    std::uint64_t strand_bytes = 0;   ///< strand i goes to i x strand_bytes
    std::uint64_t command_bytes = 0;  ///< the most that a command asks for
    bool shared_bus = false;          ///< strands go to a bus that others share (port B), not to the node's own (A)
  };
  static constexpr unsigned block_bytes = 512;
  /// Disks that one interface has.
  static constexpr unsigned most_disks = 8;

  /// The node that it is in.
  class Client {
   public:
    /// The disk is to read, and to send it over its bus.
    virtual void read_disk(const Command& command, Time now) = 0;
    /// Where in the stream's data the block stands.
    virtual std::uint64_t stream_offset(unsigned disk, std::uint64_t block) const = 0;
    /// Says in the tag of what goes to the bus what it is.
    virtual void describe(Message& message) const = 0;
    /// Every byte of the strand is in its place.
    virtual void strand_stored(std::uint64_t sequence, Time now) = 0;

   protected:
    ~Client() = default;
  };

  virtual AtTargetBase& scsi() = 0;
  virtual AtInitiatorBase& bus() = 0;
  virtual void read(const Strand& strand, Time now) = 0;

  virtual std::uint64_t moved_bytes() const = 0;
  /// Clock cycles of RTL simulated for it; 0 where there is none.
  virtual std::uint64_t cycles() const = 0;
  /// Strands that it was asked for and has not stored.
  virtual std::uint64_t under_way() const = 0;
  void start_window(Time) override {}
  /// Of the whole simulation.
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;

 protected:
  explicit DiskNodeInterface(const sc_core::sc_module_name& name) : sc_module(name) {}
};

using DiskNodeInterfaceMaker = std::function<std::unique_ptr<DiskNodeInterface>(
    const char* name, const Domain& domain, const DiskNodeConfig& config, const DiskNodeInterface::Shape& shape,
    DiskNodeInterface::Client& client)>;

/// The interfaces that a disk node may have instead of the paper's controller, by the names of
/// DiskNodeConfig::implementation.
Implementations<DiskNodeInterfaceMaker>& disk_node_interfaces();

}  // namespace isochron
