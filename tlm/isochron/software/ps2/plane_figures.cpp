// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_figures.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

namespace {

void check_books(const PlanesShown& run) {
  const DeliveryLedger& ledger = run.client.ledger();
  if (ledger.messages_out() != run.planes.extents() || ledger.messages_in() != run.planes.extents() ||
      ledger.bytes_in() != run.planes.part_bytes())
    throw ModelError("of " + std::to_string(run.planes.extents()) + " plane parts " +
                     std::to_string(ledger.messages_out()) + " were asked for and " +
                     std::to_string(ledger.messages_in()) + " merged");
}

void add_pictures(const PlanesShown& run, ReplicationRecord& record) {
  const auto& kept = run.images->kept();
  const std::vector<std::string> names = plane_pictures(kept.size());
  for (std::uint64_t k = 0; k < names.size(); ++k) {
    const std::vector<unsigned char>& pixels = kept.at(k);
    const ImagePlane& plane = run.planes.plane(k);
    record.pictures[names[k]] = {plane.width, plane.height, std::string(pixels.begin(), pixels.end())};
  }
}

}  // namespace

std::vector<std::string> plane_pictures(std::uint64_t count) {
  std::vector<std::string> names;
  for (std::uint64_t k = 0; k < count; ++k) names.push_back((k < 10 ? "plane_0" : "plane_") + std::to_string(k));
  return names;
}

std::vector<StatisticInfo> plane_figures() {
  return {
      {"planes", "1/s", "planes, over the time from the first request to the last display"},
      {"extents", "1/s", "extents that are read, over the same time"},
      {"extents_per_plane", "1", "extents that a plane meets, mean"},
      {"parts.bytes", "B", "of a plane part as it is sent, mean"},
      {"parts.missing", "1", "plane parts whose disk has failed"},
      {"placement.imbalance", "1", "extents of a plane on its busiest disk over those on the mean one, mean of planes"},
      {"completion_time", "s", "from the first request to the last display"},
      {"delay", "s", "from the request of a plane to its display", true},
      {"pixels.compared", "1", "pixels of planes that were compared with the phantom (pixels: on)"}};
}

void add_plane_figures(const PlanesShown& run, ReplicationRecord& record) {
  check_books(run);
  // Where every disk has failed and a display takes no time, nothing does.
  const double time = std::max(seconds(run.client.last_shown()), 1e-12);
  const auto add = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  const auto planes = static_cast<double>(run.planes.planes()), extents = static_cast<double>(run.planes.extents());
  const auto missing = static_cast<double>(run.client.parts_missing());
  add("planes", "1/s", planes / time);
  add("extents", "1/s", (extents - missing) / time);
  add("extents_per_plane", "1", extents / planes);
  add("parts.bytes", "B", static_cast<double>(run.planes.part_bytes()) / extents);
  add("parts.missing", "1", missing);
  add("placement.imbalance", "1", run.store.placement().imbalance(run.planes.volume(), run.planes.all_parts()));
  add("completion_time", "s", time);
  if (run.images != nullptr) {
    add("pixels.compared", "1", static_cast<double>(run.images->pixels_compared()));
    add_pictures(run, record);
  }
  record.histograms["delay"] = run.client.delays().sample();
  record.fingerprint = run.client.ledger().fingerprint();
  record.messages = run.client.ledger().messages_in();
}

}  // namespace isochron
