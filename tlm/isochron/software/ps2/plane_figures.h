// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/observe/replication_record.h>
#include <isochron/software/ps2/extent_store.h>
#include <isochron/software/ps2/plane_client.h>

namespace isochron {

/// A run of a client that looked at planes.
struct PlanesShown {
  const PlaneClient& client;
  const PlaneSet& planes;
  const ExtentStore& store;
  const PlaneImages* images;  ///< nullptr: without data
};

/// What add_plane_figures() has.
std::vector<StatisticInfo> plane_figures();
/// Adds planes a second, parts and pictures of a run that is over. Throws ModelError unless every part that was asked
/// for is in its plane.
void add_plane_figures(const PlanesShown& run, ReplicationRecord& record);
/// Of the first `count` planes.
std::vector<std::string> plane_pictures(std::uint64_t count);

}  // namespace isochron
