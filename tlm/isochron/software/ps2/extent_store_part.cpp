// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/configured.h>
#include <isochron/part/connections.h>
#include <isochron/part/part_types.h>
#include <isochron/software/ps2/extent_file.h>
#include <isochron/software/ps2/extent_shares.h>
#include <isochron/software/ps2/served_blocks.h>

namespace isochron {

namespace {

/// Its disks are dealt out to servers in turn: as many each.
class ExtentStorePart final : public PartConfig, public Configured<ExtentFile>, public ServedBlocks {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.dimensions("volume.size", file_.size, 3, {8, 4096}, "voxels of the image", "PS2, section 5");
    table.count("volume.extent", file_.extent, {8, 256}, "voxels of an extent's edge", "PS2, section 5");
    table.bytes("volume.voxel", file_.voxel, {1, 8}, "of a voxel", "PS2, section 5");
    table.count("disks", file_.disks, {1, 3840}, "of all servers together");
    table.include(file_.placement.parameters());
    table.fraction("centre_box", file_.centre_box, {0, 1'000'000},
                   "width of the box around the middle in which the centres of planes lie, for the best offsets");
    table.bytes("file_at", file_.file_at, {0, 1'000'000'000'000'000}, "where the file begins on each disk", "our own");
    table.flag("with_data", file_.with_data, "its voxels are stored, those of a phantom", "our own");
    table.check([this] { return own_problems(); });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(ExtentStore::type);
    return {ports["server"].called(), ports["servers"].called()};
  }
  const ExtentFile& config() const override { return file_; }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const std::uint64_t servers = around.plan().counts[0];
    if (servers == 0)
      return CompatibilityError{"no server has its disks", "Join an extent_server's `store` to `server[0]`"};
    if (file_.disks % servers == 0) return std::nullopt;
    return CompatibilityError{
        std::to_string(file_.disks) + " disks are not as many at each of " + std::to_string(servers) + " servers",
        "Let `disks` be a multiple of " + std::to_string(servers)};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const VolumeGeometry volume = file_.volume();
    ExtentStore* const store = machine.part<ExtentStore>(name, [&](const char* part) {
      return std::make_unique<ExtentStore>(part, volume,
                                           ExtentPlacement::best(volume, file_.disks, file_.placement.row_offset,
                                                                 file_.placement.plane_offset, file_.centre_box),
                                           file_.file_at, file_.with_data);
    });
    const std::uint64_t disks = file_.disks / plan.counts[0];
    for (unsigned s = 0; s < plan.counts[0]; ++s) {
      auto share = std::make_shared<ExtentShare>(*store, s * disks);
      around.services.offer<ExtentServer::Directory>({0, s}, *share);
      around.kept.push_back(std::move(share));
    }
    around.services.offer({1, 0}, *store);
  }

 private:
  std::uint64_t disks_of_a_server(const PartPlan& plan) const override { return file_.disks / plan.counts[0]; }
  Place place_on_a_disk() const override {
    return {file_.file_at, file_.volume().most_extents_of(file_.disks) * file_.volume().extent_bytes()};
  }
  bool are_at_random() const override { return false; }

  std::vector<ParameterProblem> own_problems() const {
    std::vector<ParameterProblem> found = file_.volume().problems();
    for (ParameterProblem& problem : file_.placement.problems(file_.disks)) found.push_back(std::move(problem));
    if (file_.with_data && file_.voxel != 1)
      found.push_back({"volume.voxel",
                       "the phantom has voxels of 1 B",
                       "use 1 B, or no data",
                       {"volume.voxel", "with_data"},
                       {{"volume.voxel", 1}}});
    return found;
  }

  ExtentFile file_;
};

}  // namespace

ISOCHRON_PART(extent_store, ExtentStore::type_info, make_part<ExtentStorePart>);

}  // namespace isochron
