// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/file_identity.h>

#include <filesystem>

#include <sys/stat.h>

#include <isochron/app/output_path.h>

namespace isochron {

namespace {

FileIdentity identity_of(const struct stat& found, std::string name) {
  FileIdentity identity;
  identity.device = found.st_dev;
  identity.inode = found.st_ino;
  identity.name = std::move(name);
  identity.can_be_destroyed = !S_ISCHR(found.st_mode);
  return identity;
}

}  // namespace

FileIdentity FileIdentity::of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) return identity_of(found, "");
  const std::filesystem::path target(output_path(path));
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  if (::stat(folder.c_str(), &found) == 0) return identity_of(found, target.filename().string());
  return {};
}

FileIdentity FileIdentity::of(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 ? identity_of(found, "") : FileIdentity{};
}

}  // namespace isochron
