// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// Virtual shared disks: what a request costs beside the media that it goes through. All of a node's requests share a
/// stage; the rest is each disk's own. Source: Voyager, section 5.2, Table 5, of which one disk and four are a
/// calibration; that there is such a stage, and its law, are our own.
struct VsdConfig {
  /// Law of the times in the shared stage.
  enum class Service {
    exponential,
    deterministic  ///< always the mean: the negative control
  };
  /// Whose the shared stage is.
  enum class Stage {
    client,  ///< of the node that asks: writes go through it before they are sent, reads once their data are there
    server   ///< of the node with the disks: writes go through it first, reads last
  };

  std::uint64_t shared = 176'991;  ///< ps a byte, mean in the shared stage; 0: there is none
  std::uint64_t own = 180'152;     ///< ps a byte that a disk takes by itself
  Service service = Service::exponential;
  Stage stage = Stage::client;
  std::uint64_t outstanding = 1;  ///< requests that a client has at a disk at a time
  std::uint64_t control = 64;     ///< bytes of a message without data: the request of a read, the answer to a write

  /// Of a VsdServer. Whose the shared stage is, no part says: the other end must know it, too.
  ParameterTable server_parameters();
  /// Of a VsdClient.
  ParameterTable client_parameters();
  /// A disk that takes `own` a byte and nothing else.
  Disk::Config disk() const;
  bool has_stage(Stage where) const { return shared > 0 && stage == where; }

 private:
  /// What both ends have.
  void add_common(ParameterTable& table);
};

}  // namespace isochron
