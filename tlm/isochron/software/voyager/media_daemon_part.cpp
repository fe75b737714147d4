// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/core/split_mix.h>
#include <isochron/part/connections.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/media_streams.h>

namespace isochron {

namespace {

/// The daemons of one of several nodes. Each node has its share of the machine's streams.
class MediaDaemonPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.nest("media", media_.parameters());
    table.include(files_.parameters());
    table.count("nodes", nodes_, {1, 1'000}, "that streams are dealt out to in turn");
    table.count("node", node_, {0, 999}, "number of its own, and its endpoint on the network");
    table.bytes("block", files_.block, {512, 1 << 26}, "of a file, read or written at a time", "our own");
    table.count("disks_of_node", files_.disks_of_node, {1, 10'000}, "of each node with disks");
    table.bytes("capacity", files_.capacity, {1, 1'000'000'000'000'000}, "of a disk", "our own");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(MediaDaemon::type);
    const bool has_files = media_.files() > 0;
    return {ports["received"], ports["send"], ports["requests"].unless_needed(has_files),
            ports["done"].unless_needed(has_files), ports["work"].called()};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.measured = true;
    work.message = files_.block;
    for (const StreamGroup& group : media_.groups) work.message = std::max(work.message, group.packet);
    return work;
  }
  const char* flow_unit() const override { return "B"; }
  std::optional<CompatibilityError> compatibility_error(const Connections&) const override {
    if (node_ >= nodes_)
      return CompatibilityError{"there is no node " + std::to_string(node_) + " of " + std::to_string(nodes_),
                                "Lower `node`, or raise `nodes`"};
    const std::uint64_t files = media_.files();
    if (files == 0) return std::nullopt;
    if (files_.disks > files_.disks_of_node)
      return CompatibilityError{
          "a node has " + std::to_string(files_.disks_of_node) + " disks, not " + std::to_string(files_.disks),
          "Lower `disks_a_node`, or raise `disks_of_node`"};
    if (files_.capacity / files_.block < files)
      return CompatibilityError{"a disk has no room for a block of each of " + std::to_string(files) + " files",
                                "Raise `capacity`, or lower `block`"};
    for (const StreamGroup& group : media_.groups)
      if (group.count > 0 && group.has_file() && group.packet > files_.block)
        return CompatibilityError{"a packet of " + std::to_string(group.packet) + " B does not fit in a block of " +
                                      std::to_string(files_.block) + " B",
                                  "Raise `block`, or use smaller packets"};
    return std::nullopt;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    const auto node = static_cast<std::uint32_t>(node_);
    const std::vector<MediaStream> streams = media_.of_node(node, static_cast<std::uint32_t>(nodes_));
    MediaDaemon::Config config = config_;
    config.block = files_.block;
    StripedFile::Config files = files_;
    files.files = std::max<std::uint64_t>(1, media_.files());
    MediaDaemon* const daemon =
        machine.add<MediaDaemon>(name, config, node, streams, StripedFile(files), around.seed.value());
    around.counter = daemon;
    around.services.offer<ProtocolStack::Application>(application, *daemon);
    const bool sends = std::any_of(streams.begin(), streams.end(), [](const MediaStream& stream) {
      return stream.action == StreamAction::play || stream.action == StreamAction::send;
    });
    around.work->add_ongoing(
        [daemon, sends] { return sends ? "streams of " + std::string(daemon->name()) : std::string(); });
    around.work->add_account([daemon](ReplicationRecord& record) {
      record.messages += daemon->kept().passed;
      record.fingerprint = mix(record.fingerprint ^ daemon->fingerprint());
    });
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef application{4, 0};

  MediaDaemon::Config config_;
  StripedFile::Config files_;
  MediaStreams media_;
  std::uint64_t nodes_ = 1;
  std::uint64_t node_ = 0;
};

}  // namespace

ISOCHRON_PART(media_daemon, MediaDaemon::type_info, make_part<MediaDaemonPart>);

}  // namespace isochron
