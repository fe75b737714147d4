// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/configured.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/storage/disk.h>

namespace isochron {

namespace {

/// What jobs ask of a disk: it sends as much as the payload is long to where the payload is addressed to.
class DiskInlet final : public Inlet {
 public:
  explicit DiskInlet(Disk& disk) : disk_(disk) {}
  void accept(Payload& payload, Time now) override {
    disk_.read(tag_of(payload), payload.get_address(), payload.get_data_length(), now);
  }

 private:
  Disk& disk_;
};

class DiskPart final : public PartConfig, public Configured<Disk::Config>, public JobPart {
 public:
  ParameterTable parameters() override { return config_.all_parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Disk::type);
    return {ports["socket"], ports["requests"].called()};
  }
  const Disk::Config& config() const override { return config_; }
  const char* drawn() const override {
    return config_.latency.law == SeekLatency::Law::triangular ? "latencies of disks" : nullptr;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    Disk* const disk = machine.add<Disk>(name, config_, around.seed);
    around.services.offer({1, 0}, *disk);
    auto inlet = std::make_shared<DiskInlet>(*disk);
    around.job_ports.in = inlet.get();
    around.kept.push_back(std::move(inlet));
  }

 private:
  Role role() const override { return Role::sends; }
  PortRef sends_by() const override { return {0, 0}; }
  bool takes_requests() const override { return true; }
  std::string why_no_jobs() const override {
    if (config_.failed) return "it has failed";
    if (config_.is_mechanical()) return "jobs do not say where on a mechanical disk their data lie";
    return config_.chunk > 0 ? "it sends chunks, and jobs go on whole" : "";
  }
  JobWork work(std::uint64_t bytes, std::uint64_t requests) const override {
    const double seconds = static_cast<double>(bytes) / config_.capacity(bytes / requests).alone;
    return {seconds, config_.freed == Disk::Freed::after_scsi, {{{0, 0}, true, bytes}}, bytes, bytes / requests};
  }

  Disk::Config config_;
};

}  // namespace

ISOCHRON_PART(disk, Disk::type_info, make_part<DiskPart>);

}  // namespace isochron
