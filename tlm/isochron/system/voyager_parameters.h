// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/bus/scsi_string_config.h>
#include <isochron/net/atm_link_config.h>
#include <isochron/net/microchannel_config.h>
#include <isochron/net/sp_switch_config.h>
#include <isochron/net/tb2_adapter_config.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/protocol_stack_config.h>
#include <isochron/software/voyager/striped_file.h>
#include <isochron/software/voyager/vsd_config.h>
#include <isochron/storage/disk.h>
#include <isochron/system/machine_parameters.h>
#include <isochron/system/voyager_streams.h>

namespace isochron {

/// Parameters of Voyager: thin nodes with the network and the file system, wide nodes with the disks.
struct VoyagerParameters : MachineParameters {
  enum class Load {
    streams,
    raw  ///< a program writes to every disk, as fast as it goes
  };
  enum class Where { local, vsd };
  enum class FileWork { both, record };

  Load load = Load::streams;
  std::uint64_t thin_nodes = 8;
  std::uint64_t wide_nodes = 4;
  // Disks.
  std::uint64_t disks = 36;
  std::uint64_t disk_rate = 28'000'000;          ///< bit/s of one disk alone, its bus's time included
  std::uint64_t bus_rate = 160'000'000;          ///< bit/s
  std::uint64_t buses = 8;                       ///< of all wide nodes
  std::uint64_t rotation = 8'330 * microsecond;  ///< ps
  std::uint64_t capacity = 2'000'000'000;        ///< of a disk, bytes
  // Files.
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
  VoyagerStreams streams;
  ProtocolStackConfig stack;
  AtmLinkConfig atm;
  Tb2AdapterConfig tb2;
  SpSwitchConfig sp_switch;
  MicrochannelConfig microchannel;

  static constexpr const char* driver = "streams.carried";
  static constexpr const char* driver_unit = "1";

  /// What virtual shared disks take is calibrated with all media that a block crosses.
  VoyagerParameters() {
    vsd.shared = 175'500;
    vsd.own = 37'100;
  }

  ParameterTable table();
  bool is_raw() const { return load == Load::raw; }
  /// Somebody reads or writes disks. Where nobody does there are neither disks nor nodes that have them.
  bool has_files() const { return is_raw() || streams.files() > 0; }
  /// On disks of the node itself.
  bool is_local() const { return has_files() && where == Where::local; }
  /// On those of other nodes.
  bool has_network() const { return has_files() && where == Where::vsd; }
  bool has_wide_nodes() const { return has_network() || is_raw(); }
  /// Of a node with disks: a wide one, or of local files a thin one.
  std::uint64_t disks_of_node() const;
  std::uint64_t buses_of_node(std::uint64_t node) const;
  /// Thin nodes that there are: of a measurement of disks one, or none.
  std::uint64_t clients() const { return !is_raw() ? thin_nodes : is_local() ? 0 : 1; }
  std::uint32_t endpoint_of_wide(std::uint64_t node) const { return static_cast<std::uint32_t>(clients() + node); }

  Disk::Config disk() const;
  ScsiStringConfig bus() const;
  /// Without files: of one that nobody asks for.
  StripedFile::Config files() const;
  /// Of a node whose stack is `of_stack`.
  AtmLinkConfig link(const ProtocolStackConfig& of_stack) const;
  MediaDaemon::Config daemon() const;
  /// Of a processor, ps, for a packet of a stream of `group`, from the network to the file and the other way.
  double packet_work(const StreamGroup& group) const;
  /// Of one disk, as it is asked for blocks; B/s.
  double disk_bytes() const;

  std::optional<double> demand() const;
  std::vector<ResourceBound> bounds() const;
  RunSize size(const MeasurePlan& plan, double built) const;

 private:
  void add_disks(ParameterTable& table);
  void add_files(ParameterTable& table);
  void add_conditions(ParameterTable& table);
  std::string path_of(const StreamGroup& group) const;
  std::vector<ParameterProblem> own_problems() const;
  void add_node_problems(std::vector<ParameterProblem>& found) const;
  void add_file_problems(std::vector<ParameterProblem>& found) const;
  void add_disk_bounds(std::vector<ResourceBound>& bounds) const;
  void add_node_bounds(std::vector<ResourceBound>& bounds) const;
  /// Of a resource of which there are `number`, each able to carry `capacity`; a stream asks for `each` of one of them.
  ResourceBound bound(const std::string& resource, const std::string& description, double number, double each,
                      double capacity, const std::string& unit) const;
  /// B/s of an average stream from files, to them, and both.
  double read_rate() const;
  double written_rate() const;
  double file_rate() const { return read_rate() + written_rate(); }
  /// Of what is asked for, what the bounds let through where so much of it has `begun`.
  double carried_share(double begun) const;
  /// Of `time` s the part in which a stream has begun, mean.
  double time_of_stream(double time) const;
  /// SCSI buses that can carry blocks at a time.
  double buses_used() const;
  /// Of the bounds, streams.
  double least_limit() const;
};

}  // namespace isochron
