// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/part/hand_over_part.h>
#include <isochron/part/handed_work.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/part/payload_work.h>
#include <isochron/software/ps2/extent_file.h>
#include <isochron/software/ps2/extent_shares.h>
#include <isochron/software/ps2/part_cutter.h>
#include <isochron/software/ps2/plane_figures.h>
#include <isochron/software/ps2/plane_payloads.h>

namespace isochron {

namespace {

/// The planes of a run, and what its client and those who work for it need of them.
struct ClientRun {
  ClientRun(const ExtentStore& of_store, const PlaneSeries& series, const PartFormat& format, unsigned count,
            std::uint64_t pictures)
      : store(of_store),
        planes(store.volume(), series, format),
        servers(store, store.placement().disks / count),
        cutter(planes, with_data()),
        images(with_data() ? std::make_unique<PlaneImages>(planes, pictures) : nullptr) {}

  bool with_data() const { return store.medium(0) != nullptr; }

  const ExtentStore& store;
  PlaneSet planes;
  ExtentShares servers;
  PartCutter cutter;
  std::unique_ptr<PlaneImages> images;
};

class PlaneClientPart final : public PartConfig,
                              public WorkingPart,
                              public PayloadWork,
                              public HandOverPart,
                              public HandedWork {
 public:
  ParameterTable parameters() override {
    ParameterTable table = series_.parameters();
    table.count("in_flight", in_flight_, {1, 1000}, "planes under way at a time",
                "open in PS2, section 5: a plane is shown while the next is prepared");
    table.include(format_.parameters());
    table.count("pictures", pictures_, {0, 1000},
                "planes whose pictures are kept, from the first on, where there are data", "our own");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(PlaneClient::type);
    return {ports["request"], ports["missing"],         ports["merged"],       ports["complete"],
            ports["shown"],   ports["store"].calling(), ports["cut"].called(), ports["merge"].called()};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.rounds = series_.count;
    return work;
  }
  const char* drawn() const override { return series_.is_drawn() ? "planes" : nullptr; }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const ExtentFile& file = around.config_of<ExtentFile>(store);
    const std::uint64_t servers = around.called(store)->plan().counts[0], asked = around.plan().counts[0];
    if (asked != servers)
      return CompatibilityError{"it asks " + std::to_string(asked) + " servers, and `" + around.called(store)->path() +
                                    "` has " + std::to_string(servers),
                                "Join a port `request` to each"};
    std::vector<ParameterProblem> found = series_.problems(file.volume());
    if (found.empty() && file.with_data) found = format_.problems_with_data();
    if (found.empty()) return std::nullopt;
    return CompatibilityError{"`" + found.front().path + "`: " + found.front().message, found.front().remedy};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const auto& of_store = *around.services.called<ExtentStore>(plan, store);
    const unsigned servers = plan.counts[0];
    const auto run = std::make_shared<ClientRun>(of_store, series_, format(of_store.volume()), servers, pictures_);
    around.kept.push_back(run);
    const PlaneClient* const client =
        machine.add<PlaneClient>(name, PlaneClient::Config{in_flight_}, run->planes, servers, run->servers,
                                 run->images.get(), static_cast<WorkDone&>(*around.work));
    around.services.offer<Task::Work>(cut, run->cutter);
    if (run->images != nullptr) around.services.offer<Task::Work>(merge, *run->images);
    around.work->add_work([client] { return client->left_to_do(); });
    around.work->add_figures([client, run](ReplicationRecord& record) {
      add_plane_figures({*client, run->planes, run->store, run->images.get()}, record);
    });
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef complete{3, 0}, store{5, 0}, cut{6, 0}, merge{7, 0};
  static constexpr unsigned missing = 1, merged = 2, shown = 4;

  PartFormat format(const VolumeGeometry& volume) const {
    PartFormat format = format_;
    format.pixel = volume.voxel;
    return format;
  }
  /// A few of the planes, for estimates.
  const PlaneSet& sample(const Connections& around) const {
    if (sample_ != nullptr) return *sample_;
    const VolumeGeometry volume = around.config_of<ExtentFile>(store).volume();
    PlaneSeries few = series_;
    few.count = std::min(series_.count, affordable_planes(volume, series_.size[0], series_.size[1], 60));
    sample_ = std::make_unique<const PlaneSet>(volume, few, format(volume));
    return *sample_;
  }

  void work_on(Payloads& payloads, const PortRef& port, const Connections& around) const override {
    if (port == merge) {
      if (!around.config_of<ExtentFile>(store).with_data)
        around.refuse("`" + around.path() + ".merge` merges pixels, and extents have none",
                      "Set `with_data: true` of the extent_store, or leave the connection out");
      require_payloads(payloads, PlanePayloads::parts, "merge", around, "Let a task that comes first call `cut`");
      payloads.what = PlanePayloads::merged;
      return;
    }
    require_payloads(payloads, PlanePayloads::extents, "cut", around,
                     "Let one task call it, of those that extents come to");
    payloads.what = PlanePayloads::parts;
    const PlaneSet& seen = sample(around);
    payloads.bytes = static_cast<double>(seen.part_bytes()) / static_cast<double>(seen.extents());
    payloads.alike = false;
  }
  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook&) const override {
    const bool with_data = around.config_of<ExtentFile>(store).with_data;
    if (input.group == merged)
      require_payloads(payloads, with_data ? PlanePayloads::merged : PlanePayloads::parts, "merged", around,
                       with_data ? "Join `work` of a task before it to `merge`, and of one before that to `cut`"
                                 : "Join `work` of a task before it to `cut`");
    else if (input.group == missing)
      require_payloads(payloads, PlanePayloads::requests, "missing", around, "Join `failed` of an extent_server to it");
    else
      require_payloads(payloads, PlanePayloads::planes, "shown", around, "Join to it what comes of `complete`");
    if (input.group == shown) return {};
    // A plane is complete by both; its message has the one byte that every message has.
    Payloads planes{payloads.count / sample(around).extents_per_plane(), 1};
    planes.what = PlanePayloads::planes;
    planes.share = payloads.share;
    return {{complete, planes}};
  }

  std::pair<std::string, std::string> driver() const override { return {"planes", "1/s"}; }
  std::vector<StatisticInfo> figures() const override { return plane_figures(); }
  std::vector<std::string> pictures(const Connections& around) const override {
    return plane_pictures(around.config_of<ExtentFile>(store).with_data ? std::min(pictures_, series_.count) : 0);
  }
  std::size_t largest_payload(const Connections& around) const override {
    const VolumeGeometry volume = around.config_of<ExtentFile>(store).volume();
    return std::max(volume.extent_bytes(), format(volume).most(volume.extent));
  }
  std::vector<Rounds> rounds(const Connections& around) const override {
    const unsigned servers = around.plan().counts[0];
    Payloads all{sample(around).extents_per_plane(), 0};
    all.asked = static_cast<double>(around.config_of<ExtentFile>(store).volume().extent_bytes());
    all.what = PlanePayloads::requests;
    Payloads requests = all.part(1.0 / servers);
    Rounds planes{static_cast<double>(series_.count), {}, all.count * all.asked};
    for (unsigned s = 0; s < servers; ++s) {
      requests.server = s;
      planes.begin.push_back({{0, s}, requests});
    }
    return {planes};
  }
  double memory_of_rounds(const Connections& around) const override {
    constexpr double bytes_of_message = 4600;  // measured: waiting, its first page
    const ExtentFile& file = around.config_of<ExtentFile>(store);
    const double extents = sample(around).extents_per_plane();
    const double waiting = static_cast<double>(std::min(in_flight_, series_.count)) * extents;
    const auto of_data = static_cast<double>(file.with_data ? file.volume().extent_bytes() : 0);
    const auto voxels = static_cast<double>(file.with_data ? file.size[0] * file.size[1] * file.size[2] : 0);
    return static_cast<double>(series_.count) * extents * sizeof(PlanePart) + waiting * (bytes_of_message + of_data) +
           voxels;
  }

  PlaneSeries series_;
  PartFormat format_;
  std::uint64_t in_flight_ = 2;
  std::uint64_t pictures_ = 0;
  mutable std::unique_ptr<const PlaneSet> sample_;  ///< once it has been asked for
};

}  // namespace

ISOCHRON_PART(plane_client, PlaneClient::type_info, make_part<PlaneClientPart>);

}  // namespace isochron
