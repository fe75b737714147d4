// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/net/message_channel.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/protocol_stack.h>
#include <isochron/software/voyager/raw_writer.h>
#include <isochron/software/voyager/stream_sink.h>
#include <isochron/software/voyager/stream_source.h>
#include <isochron/software/voyager/striped_file.h>
#include <isochron/software/voyager/vsd_server.h>
#include <isochron/storage/disk.h>
#include <isochron/system/stream_ramp.h>
#include <isochron/system/voyager_parameters.h>

namespace isochron {

/// Voyager: nodes of an SP2 of which some have the network and the file system (thin), and others the disks (wide),
/// joined by the SP switch. Source: Disz, Olson, Stevens, Performance Model of the Argonne Voyager Multimedia Server.
class Voyager final : public MachineSimulation {
 public:
  using Parameters = VoyagerParameters;

  Voyager(const VoyagerParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);
  ~Voyager() override;

  /// Packets that are on their way.
  std::uint64_t packets_inside() const;
  /// Blocks that are asked for and not there, or not written yet.
  std::uint64_t blocks_under_way() const;
  /// That somebody holds: packets, blocks, and what disks have on their strings.
  std::size_t payloads() const { return outstanding(); }

  static TypeInfo type_info();
  /// `model` is null where the machine is only planned.
  static void assemble(Assembly& machine, const VoyagerParameters& parameters, Voyager* model);

 private:
  /// Where packets are dropped.
  struct Drops {
    std::uint64_t source = 0;
    std::uint64_t atm = 0;
    std::uint64_t interface = 0;
    std::uint64_t socket = 0;
    std::uint64_t file = 0;

    std::uint64_t all() const { return source + atm + interface + socket + file; }
  };
  /// What has become of packets since the run began.
  struct Packets {
    std::uint64_t offered = 0;
    std::uint64_t received = 0;  ///< by viewers, into files, or counted
    std::uint64_t bytes = 0;     ///< of those
    Drops drops;
  };

  static void add_thin_node(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model);
  static void add_wide_node(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model);
  static void add_serving(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model);
  static void add_client(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model);
  /// The disks of a node, and what serves them; first of them is `first` in the machine.
  static void add_disks(Assembly& machine, const VoyagerParameters& p, unsigned buses, std::uint32_t first,
                        unsigned bus_lane, Voyager* model);
  static void add_writer(Assembly& machine, const VoyagerParameters& p, std::uint32_t endpoint,
                         const std::vector<std::uint32_t>& disks, Voyager* model);
  static MessageChannel* add_channel(Assembly& machine, const char* type, const std::string& name,
                                     const MessageChannelConfig& config, unsigned lanes,
                                     std::unique_ptr<const MessageTiming> timing);

  static std::vector<StatisticInfo> own_metrics();
  /// `stage`: where the shared stage of virtual shared disks is.
  static std::vector<MetricRule> metric_rules(VsdConfig::Stage stage = VsdConfig().stage);

  std::string left_to_do() const override { return "streams that have no end"; }
  void start_own_window(Time now) override;
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override {
    // Disks of the node itself have no such stage, wherever it were.
    return metrics_of(metric_rules(parameters_.has_network() ? parameters_.vsd.stage : VsdConfig().stage));
  }

  void count_flow();
  std::vector<MediaStream> streams_of(unsigned node) const;
  std::vector<StreamSource::Stream> senders() const;
  Packets packets() const;
  void add_streams(ReplicationRecord& record) const;
  void add_raw(ReplicationRecord& record) const;

  const VoyagerParameters& parameters_;
  std::uint64_t seed_;
  StripedFile files_;
  std::vector<ProtocolStack*> stacks_;     ///< of the thin nodes
  std::vector<MediaDaemon*> daemons_;      ///< of the thin nodes
  std::vector<MessageChannel*> atm_;       ///< of the thin nodes
  std::vector<MessageChannel*> channels_;  ///< that packets cross
  std::vector<RawWriter*> writers_;
  StreamSource* senders_ = nullptr;
  StreamSink* viewers_ = nullptr;
  std::unique_ptr<StreamRamp> ramp_;
  Packets before_;  ///< the window
  Backlog flow_;    ///< of all streams
};

}  // namespace isochron
