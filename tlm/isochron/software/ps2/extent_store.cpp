// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/extent_store.h>

#include <cstring>
#include <numeric>
#include <string>

#include <isochron/core/error.h>
#include <isochron/software/ps2/extent_server.h>
#include <isochron/software/ps2/phantom.h>
#include <isochron/software/ps2/plane_client.h>

namespace isochron {

/// What a disk has of the file.
class ExtentStore::DiskMedium final : public Medium {
 public:
  explicit DiskMedium(std::uint64_t file_at) : file_at_(file_at) {}

  /// Room for one more extent.
  unsigned char* append(std::uint64_t bytes) {
    data_.resize(data_.size() + bytes);
    return data_.data() + data_.size() - bytes;
  }
  void read(std::uint64_t position, std::uint64_t bytes, unsigned char* to) const override {
    if (position < file_at_ || position + bytes > file_at_ + data_.size())
      throw ModelError("a disk has no data from " + std::to_string(position) + " B on");
    std::memcpy(to, data_.data() + (position - file_at_), bytes);
  }
  void reserve(std::uint64_t bytes) { data_.reserve(bytes); }

 private:
  std::uint64_t file_at_;
  std::vector<unsigned char> data_;
};

namespace {

/// An extent of the image, x first, then y, then z.
void fill(const VolumeGeometry& volume, const Phantom& phantom, std::uint64_t extent, unsigned char* to) {
  const auto place = volume.place(extent);
  const std::uint64_t edge = volume.extent;
  for (std::uint64_t z = 0; z < edge; ++z)
    for (std::uint64_t y = 0; y < edge; ++y)
      for (std::uint64_t x = 0; x < edge; ++x)
        *to++ = phantom.voxel(place[0] * edge + x, place[1] * edge + y, place[2] * edge + z);
}

}  // namespace

ExtentStore::ExtentStore(const sc_core::sc_module_name& name, const VolumeGeometry& volume,
                         const ExtentPlacement& placement, std::uint64_t file_at, bool with_data)
    : sc_module(name), volume_(volume), placement_(placement) {
  std::vector<std::uint64_t> next(placement.disks, file_at);
  locations_.reserve(volume.extents());
  for (std::uint64_t extent = 0; extent < volume.extents(); ++extent) {
    const auto disk = static_cast<std::uint32_t>(placement.disk_of(volume, extent));
    locations_.push_back({disk, next[disk]});
    next[disk] += volume.extent_bytes();
  }
  if (!with_data) return;
  const Phantom phantom(volume.size);
  for (std::uint64_t disk = 0; disk < placement.disks; ++disk) {
    media_.push_back(std::make_unique<DiskMedium>(file_at));
    media_.back()->reserve(next[disk] - file_at);
  }
  for (std::uint64_t extent = 0; extent < volume.extents(); ++extent)
    fill(volume, phantom, extent, media_[locations_[extent].disk]->append(volume.extent_bytes()));
}

ExtentStore::~ExtentStore() = default;

const Medium* ExtentStore::medium(std::uint64_t disk) const {
  return media_.empty() ? nullptr : media_[disk].get();
}

ParameterTable ExtentStore::Config::parameters() {
  ParameterTable table;
  const std::string doc = "; prime to the number of disks; best: those that load the disks of a plane most evenly";
  table.count_or("row_offset", row_offset, "best", {1, 1'000'000}, "disks between successive rows of extents" + doc,
                 "PS2, section 5, without a number");
  table.count_or("plane_offset", plane_offset, "best", {1, 1'000'000},
                 "disks between successive planes of extents" + doc, "PS2, section 5, without a number");
  return table;
}

std::vector<ParameterProblem> ExtentStore::Config::problems(std::uint64_t disks) const {
  std::vector<ParameterProblem> found;
  const auto check = [&](const char* path, std::uint64_t offset) {
    if (offset == 0 || std::gcd(offset, disks) == 1) return;
    std::uint64_t next = offset + 1;
    while (std::gcd(next, disks) != 1) ++next;
    found.push_back({path,
                     "an offset of " + std::to_string(offset) + " is not prime to " + std::to_string(disks) +
                         " disks: neighbours would share a disk",
                     "use " + std::to_string(next) + ", or `best`",
                     {path},
                     {{path, next}}});
  };
  check("row_offset", row_offset);
  check("plane_offset", plane_offset);
  return found;
}

TypeInfo ExtentStore::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A file of extents over disks: which disk has which, and where on it";
  info.source = "PS2, sections 4 and 5";
  info.ports = {{"server[i]", ExtentServer::Directory::calls, "target", "what the disks of server i have"},
                {"servers", PlaneClient::Directory::calls, "target", "which server has what"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
