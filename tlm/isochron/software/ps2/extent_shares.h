// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/software/ps2/extent_server.h>
#include <isochron/software/ps2/extent_store.h>
#include <isochron/software/ps2/plane_client.h>

namespace isochron {

/// What a server that has some of a store's disks knows of its extents.
class ExtentShare final : public ExtentServer::Directory {
 public:
  /// `store` must outlive it. `first_disk`: of its disks, among all.
  ExtentShare(const ExtentStore& store, std::uint64_t first_disk) : store_(store), first_disk_(first_disk) {}

  std::uint64_t position(std::uint64_t extent) const override { return store_.location(extent).position; }
  unsigned disk(std::uint64_t extent) const override {
    return static_cast<unsigned>(store_.location(extent).disk - first_disk_);
  }
  std::uint64_t bytes(std::uint64_t) const override { return store_.volume().extent_bytes(); }
  const Medium* medium(unsigned disk) const override { return store_.medium(first_disk_ + disk); }

 private:
  const ExtentStore& store_;
  std::uint64_t first_disk_;
};

/// Which of several servers with equally many disks has an extent of a store.
class ExtentShares final : public PlaneClient::Directory {
 public:
  /// `store` must outlive it.
  ExtentShares(const ExtentStore& store, std::uint64_t disks_per_server)
      : store_(store), disks_per_server_(disks_per_server) {}

  unsigned server(std::uint64_t extent) const override {
    return static_cast<unsigned>(store_.location(extent).disk / disks_per_server_);
  }

 private:
  const ExtentStore& store_;
  std::uint64_t disks_per_server_;
};

}  // namespace isochron
