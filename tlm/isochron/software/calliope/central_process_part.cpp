// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/part/configured.h>
#include <isochron/part/connections.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/stream_contents.h>
#include <isochron/software/calliope/stream_seats.h>
#include <isochron/software/calliope/unit_streams.h>

namespace isochron {

namespace {

/// Streams that begin at once are work of its own; others are begun by the part that calls it.
class CentralProcessPart final : public PartConfig, public WorkingPart {
 public:
  CentralProcessPart() { contents_.count = 0; }

  ParameterTable parameters() override {
    ParameterTable table;
    table.count("count", contents_.count, {0, 100'000}, "streams that begin at once", "Calliope, section 3.2.1");
    contents_.add_to(table);
    table.choice("start", config_.start, {"together", "slot"},
                 "together: all play as soon as each has its first block; slot: each as soon as it has its own",
                 "Calliope, section 3.2.2");
    table.count("record", record_, {0, 100'000}, "of the streams that record", "our own");
    table.count("numbers", numbers_, {1, 100'000}, "streams that it has at a time, at most; `count` at least");
    table.bytes("client_buffer", config_.client_buffer, {1, 1 << 30}, "of a client", "Calliope, section 2.2.1");
    table.duration_or("vcr_interval", config_.vcr_interval, "off", {millisecond, 100'000 * second},
                      "mean time between a viewer's commands to wind, or to play on", "our own");
    table.check([this] { return own_problems(); });
    return table;
  }
  std::vector<DerivedValue> derived() const override { return contents_.derived(contents_.count); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(CentralProcess::type);
    return {ports["disks"].calling(), ports["network"].calling(), ports["viewers"].calling(),
            ports["cameras"].calling(), ports["streams"].called()};
  }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const auto* const reading = other.as<BlockReading>()) reading_ = reading;
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const std::uint64_t block = around.config_of<NetworkProcess::Config>(network).block;
    if (contents_.count == 0 || contents_.packet_bytes() <= block) return std::nullopt;
    return CompatibilityError{"a packet of " + std::to_string(contents_.packet_bytes()) +
                                  " B does not fit in a block of `" + around.called(network)->path() + "`",
                              "Use a larger `block` or smaller packets"};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.message = reading_ == nullptr ? 1 : reading_->largest_chunk();
    work.measured = true;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    StreamSeats& seats = *around.services.called<StreamSeats>(plan, disks);
    NetworkProcess& process = *around.services.called<NetworkProcess>(plan, network);
    StreamClients& clients = *around.services.called<StreamClients>(plan, viewers);
    RecordingClients& recorders = *around.services.called<RecordingClients>(plan, cameras);
    const std::uint64_t numbers = std::max(numbers_, contents_.count);
    seats.files.make_room(numbers);
    process.make_room(numbers);
    clients.make_room(numbers);
    recorders.make_room(numbers);
    CentralProcess::Config config = config_;
    config.block = seats.block;
    CentralProcess* const central = machine.add<CentralProcess>(name, config, first_streams(seats, around), seats.disks,
                                                                numbers, around.seed.value());
    central->set_parts({seats.cycle, &process, &clients, &recorders, &seats.files});
    process.set_listener(central->listener());
    const auto offered = std::make_shared<UnitStreams>(UnitStreams{*central, numbers, seats.disks, seats.single});
    around.kept.push_back(offered);
    around.services.offer(streams, *offered);
    if (contents_.count > 0) around.work->add_ongoing([] { return "streams that have no end"; });
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef disks{0, 0}, network{1, 0}, viewers{2, 0}, cameras{3, 0}, streams{4, 0};

  std::vector<CentralProcess::Item> first_streams(const StreamSeats& seats, BuildContext& around) const {
    if (contents_.count == 0) return {};
    const auto schedules = std::make_shared<StreamContents::Schedules>(contents_.schedules());
    around.kept.push_back(schedules);
    std::vector<CentralProcess::Item> items = contents_.items(*schedules, record_, around.seed.value());
    if (seats.single)
      for (CentralProcess::Item& item : items) item.disk = static_cast<unsigned>(item.file % seats.disks);
    return items;
  }

  std::vector<ParameterProblem> own_problems() const {
    std::vector<ParameterProblem> found = contents_.problems();
    if (record_ > contents_.count)
      found.push_back({"record",
                       std::to_string(record_) + " of " + std::to_string(contents_.count) + " streams are to record",
                       "use as many as there are, or fewer",
                       {"record", "count"},
                       {{"record", contents_.count}}});
    return found;
  }

  StreamContents contents_;
  CentralProcess::Config config_;
  std::uint64_t record_ = 0;
  std::uint64_t numbers_ = 1;
  const BlockReading* reading_ = nullptr;  ///< the part that reads its blocks
};

}  // namespace

ISOCHRON_PART(central_process, CentralProcess::type_info, make_part<CentralProcessPart>);

}  // namespace isochron
