// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <isochron/core/error.h>
#include <isochron/disk_node/disk_node_interface.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/storage/disk.h>

namespace isochron {

namespace {

/// Jobs of a disk node: the interface reads each from one of the node's disks. On a disk they lie one behind the other
/// in the order in which they are asked for, each from a block's beginning; job i is the i-th strand of the stream, and
/// lies in memory where it stands in the stream.
class JobsOfDiskNode final : public Inlet, public DiskNodeInterface::Client {
 public:
  /// `find(d)` finds disk d, once all parts are built; `memory`: address of the stream's first byte.
  JobsOfDiskNode(const Domain& domain, std::uint64_t strand, std::uint64_t memory, std::function<Disk&(unsigned)> find)
      : domain_(domain),
        strand_(strand),
        blocks_((strand + DiskNodeInterface::block_bytes - 1) / DiskNodeInterface::block_bytes),
        memory_(memory),
        find_(std::move(find)) {}

  Outlet stored{"stored"};

  void ask(DiskNodeInterface& interface) { interface_ = &interface; }

  /// The tag's destination is the number of the disk.
  void accept(Payload& payload, Time now) override {
    const Tag& tag = tag_of(payload);
    const unsigned disk = tag.destination;
    std::vector<Tag>& turns = turns_[disk];
    turns.push_back(tag);
    places_[tag.sequence] = {disk, turns.size() - 1};
    interface_->read(
        {tag.sequence, disk, (turns.size() - 1) * blocks_, static_cast<std::uint32_t>(strand_), tag.sequence * strand_},
        now);
  }

 private:
  struct Place {
    unsigned disk = 0;
    std::size_t turn = 0;
  };

  const Tag& job_at(unsigned disk, std::uint64_t block) const { return turns_[disk].at(block / blocks_); }

  void read_disk(const DiskNodeInterface::Command& command, Time now) override {
    Tag tag = job_at(command.disk, command.block);
    tag.block = command.number;
    tag.offset = command.block % blocks_ * DiskNodeInterface::block_bytes;
    // A strand's last block may be shorter.
    const std::uint64_t bytes =
        std::min<std::uint64_t>(std::uint64_t{command.blocks} * DiskNodeInterface::block_bytes, strand_ - tag.offset);
    find_(command.disk).read(tag, 0, bytes, now);
  }
  std::uint64_t stream_offset(unsigned disk, std::uint64_t block) const override {
    return job_at(disk, block).sequence * strand_ + block % blocks_ * DiskNodeInterface::block_bytes;
  }
  void describe(Message& message) const override {
    const std::uint64_t offset = message.get_address();
    const Place& place = places_.at(offset / strand_);
    set_data(message, turns_[place.disk][place.turn], offset);
    message.tag().bytes = message.get_data_length();
  }
  void strand_stored(std::uint64_t sequence, Time now) override {
    const Place& place = places_.at(sequence);
    Message& message = domain_.pool.allocate(sequence * strand_, static_cast<unsigned>(strand_));
    set_data(message, turns_[place.disk][place.turn], sequence * strand_);
    stored.hand_on(message, now);
    message.release();
  }
  void set_data(Message& message, const Tag& job, std::uint64_t offset) const {
    message.tag().copy_from(job);
    message.tag().has_data = true;
    message.tag().data_offset = offset;
    message.set_address(memory_ + offset);
  }

  Domain domain_;
  std::uint64_t strand_;
  std::uint64_t blocks_;  ///< of a strand
  std::uint64_t memory_;
  std::function<Disk&(unsigned)> find_;
  DiskNodeInterface* interface_ = nullptr;
  std::array<std::vector<Tag>, DiskNodeInterface::most_disks> turns_;
  std::unordered_map<std::uint64_t, Place> places_;
};

/// With `impl: paper` it is a name alone: a `scsi_controller` beside it does its work.
class DiskNodePart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.bytes("strand", strand_, {1, 1 << 26}, "a job, as large as it begins");
    table.bytes("command", command_, {1, 1 << 26}, "the most that a disk is asked for at a time");
    table.flag("shared_bus", shared_bus_, "its bus is one that others share, and not the node's own");
    table.flag("own_disks", own_disks_, "its disks write by the bus that it is on");
    table.count("disks", disks_, {1, 64}, "that it has");
    table.check([this] { return problems(); });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(DiskNodeConfig::type);
    return {ports["scsi"].unless_needed(has_interface()), ports["bus"].unless_needed(has_interface()),
            ports["disk"].calling_late()};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    if (!has_interface()) return;
    // A program that builds the part itself has not checked the table.
    for (const ParameterProblem& problem : problems()) throw ModelError(name + ": " + problem.message);
    const DiskNodeInterfaceMaker* const maker = disk_node_interfaces().find(config_.implementation_name());
    if (maker == nullptr)
      throw ModelError(name + ": " + disk_node_interfaces().why_not(config_.implementation_name()).first);
    const auto find = [&services = around.services, calls = plan.calls](unsigned disk) -> Disk& {
      return services.at<Disk>(calls.at({asked_disks, disk}));
    };
    auto jobs = std::make_shared<JobsOfDiskNode>(machine.domain(), strand_, plan.address_at({to_bus, 0}), find);
    DiskNodeInterface* const interface = machine.part<DiskNodeInterface>(
        name,
        [&](const char* part) {
          return (*maker)(part, machine.domain(), config_, {strand_, command_, shared_bus_}, *jobs);
        },
        DiskNodeConfig::type);
    jobs->ask(*interface);
    around.job_ports = {jobs.get(), &jobs->stored};
    around.kept.push_back(std::move(jobs));
  }

 private:
  enum Group : unsigned { from_scsi, to_bus, asked_disks };

  std::vector<ParameterProblem> problems() const {
    constexpr unsigned most = DiskNodeInterface::most_disks;
    std::vector<ParameterProblem> found;
    if (!has_interface()) return found;
    if (!own_disks_)
      found.push_back(
          {"impl",
           "a disk-node interface writes to its node's own memory bus, and here the disks hang on the shared bus",
           "use `disks: local`, or `impl: paper`",
           {"impl"}});
    if (disks_ > most)
      found.push_back(
          {"impl",
           "a disk-node interface has " + std::to_string(most) + " disks, and the node " + std::to_string(disks_),
           "use at most " + std::to_string(most) + " for `disks_per_node`, or `impl: paper`",
           {"impl"}});
    return found;
  }

  bool has_interface() const { return config_.implementation != DiskNodeConfig::Implementation::paper; }

  Role role() const override { return Role::receives; }
  bool asks_senders() const override { return true; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    return {0, false, {{{to_bus, 0}, true, bytes}}, bytes, 0, has_interface() ? bytes : 0};
  }

  DiskNodeConfig config_;
  std::uint64_t strand_ = 168'960;
  std::uint64_t command_ = 168'960;
  bool shared_bus_ = false;
  bool own_disks_ = true;
  std::uint64_t disks_ = 1;
};

}  // namespace

ISOCHRON_PART(disk_node, DiskNodeConfig::type_info, make_part<DiskNodePart>);

}  // namespace isochron
