// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/calliope.h>

#include <algorithm>

#include <isochron/core/random_stream.h>
#include <isochron/core/split_mix.h>
#include <isochron/net/ethernet.h>
#include <isochron/part/indexed.h>
#include <isochron/software/calliope/constant_schedule.h>
#include <isochron/software/calliope/fake_unit.h>

namespace isochron {

namespace {

constexpr std::uint32_t audio_packet = 320;  // bytes: 40 ms of VAT

std::size_t largest_message(const CalliopeParameters& p) {
  // The first has what three do not divide.
  const std::size_t of_network = std::max<std::size_t>(p.message_bytes(CalliopeParameters::Note::request), 1);
  return p.is_real() ? std::max<std::size_t>(of_network, p.storage.chunk) : of_network;
}

}  // namespace

Calliope::Calliope(const CalliopeParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(largest_message(parameters), phases_of(parameters.bus_model), overrides),
      parameters_(configured(parameters)),
      seed_(seed) {
  if (parameters_.is_real()) {
    schedules_ = parameters_.streams.schedules();
    schedules_.push_back(std::make_unique<ConstantSchedule>(parameters_.audio_rate, audio_packet));
  }
  assemble(assembly_, parameters_, this);
  failures_ = std::make_unique<UnitFailures>(region_, parameters_.failure_plan(), *coordinator_, units_);
}

Calliope::~Calliope() = default;

CalliopeParameters Calliope::configured(CalliopeParameters parameters) {
  // The parameters of the parts that there is one of are the machine's.
  ParameterTable table = parameters.table();
  assembly_.configure("clients", table.part("coordinator"));
  assembly_.configure("coordinator", table.part("coordinator"));
  assembly_.configure("network", table.part("network"));
  return parameters;
}

void Calliope::assemble(Assembly& machine, const CalliopeParameters& p, Calliope* model) {
  machine.part<SessionClients>("clients", [&](const char* part) {
    return std::make_unique<SessionClients>(part, machine.domain(), p.clients_config(), model->sessions_, model->seed_);
  });
  machine.part<Coordinator>("coordinator", [&](const char* part) {
    auto made = std::make_unique<Coordinator>(part, machine.domain(), p.coordinator_config(), model->sessions_);
    model->coordinator_ = made.get();
    return made;
  });
  const unsigned units = static_cast<unsigned>(p.coordinator.units);
  machine.add<Ethernet>("network", p.network, SessionPost::station_of(units));
  machine.connect("clients.requests", indexed("network.in", SessionPost::clients));
  machine.connect("coordinator.orders", indexed("network.in", SessionPost::coordinator));
  machine.connect(indexed("network.out", SessionPost::coordinator), "coordinator.messages");
  for (unsigned number = 0; number < units; ++number) {
    const std::string name = indexed("unit", number);
    Unit unit;
    machine.scope(name, [&] { unit = assemble_unit(machine, p, model, number); });
    machine.connect(indexed("network.out", SessionPost::station_of(number)), name + "." + unit.orders);
    machine.connect(name + "." + unit.ended, indexed("network.in", SessionPost::station_of(number)));
    if (model != nullptr) model->units_.push_back(unit.service);
  }
}

Calliope::Unit Calliope::assemble_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model,
                                       unsigned number) {
  return p.is_real() ? assemble_real_unit(machine, p, model, number) : assemble_fake_unit(machine, p, model, number);
}

Calliope::Unit Calliope::assemble_real_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model,
                                            unsigned number) {
  StorageUnit::Config config;
  config.unit = p.storage;
  // Numbers of streams are not given anew at once: packets may be under way.
  config.streams = 2 * p.streams_a_unit() + 2;
  config.slots = p.slots();
  config.cycle = p.cycle();
  config.start = CentralProcess::Start::slot;
  config.seed = model == nullptr ? 0 : model->seed_;
  StorageUnit::Parts parts = StorageUnit::assemble(machine, config);
  SessionPlayer* const player = machine.part<SessionPlayer>("player", [&](const char* part) {
    const Programme& programme = *model;
    return std::make_unique<SessionPlayer>(part, machine.domain(), number, config.streams, model->sessions_,
                                           p.message_bytes(CalliopeParameters::Note::ended), *parts.central, programme);
  });
  machine.note_calls("player", "central", "streams");
  if (model != nullptr) model->storage_.push_back(std::move(parts));
  return {player, "player.orders", "player.ended"};
}

CentralProcess::Item Calliope::item(const Session& session, unsigned member) const {
  CentralProcess::Item item;
  const bool audio = member > 0;
  const std::size_t schedule = audio ? schedules_.size() - 1 : parameters_.streams.schedule_of(session.content);
  item.schedule = schedules_.at(schedule).get();
  item.file = std::uint64_t{session.content} * 2 + member;
  if (session.records) item.direction = NetworkProcess::Direction::record;
  item.offset = session.played;
  if (parameters_.storage.layout == StorageUnitParameters::Layout::single)
    item.disk = static_cast<unsigned>((session.disk + member) % parameters_.storage.disks);
  if (parameters_.streams.phase == StreamParameters::PhaseOf::random) {
    const double interval = static_cast<double>(item.schedule->largest()) / item.schedule->mean_rate() * 1e12;
    SplitMix64 draw = random_stream(seed_, "phase", std::uint64_t{session.number} * 2 + member);
    item.phase = static_cast<Time>(static_cast<double>(draw() >> 11) * 0x1p-53 * interval);
  }
  return item;
}

Calliope::Unit Calliope::assemble_fake_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model,
                                            unsigned number) {
  FakeUnit* const fake = machine.part<FakeUnit>("fake", [&](const char* part) {
    return std::make_unique<FakeUnit>(part, machine.domain(), number, model->sessions_,
                                      p.message_bytes(CalliopeParameters::Note::ended));
  });
  return {fake, "fake.orders", "fake.ended"};
}

std::string Calliope::left_to_do() const {
  // Sessions may wait for a unit that never returns. Nothing else may stand still.
  const std::uint64_t left = sessions_.count(Session::State::asked) + sessions_.count(Session::State::deciding) +
                             sessions_.count(Session::State::playing);
  return left == 0 ? "" : std::to_string(left) + " sessions";
}

TypeInfo Calliope::type_info() {
  CalliopeParameters parameters;
  return machine_info("calliope", "Multimedia server: a coordinator admits clients' sessions to storage units",
                      "Heybey, Sullivan, England, Calliope: A Distributed, Scalable Multimedia Server, sections 2 and "
                      "3.3",
                      parameters.table(), own_metrics(), metric_rules());
}

std::vector<StatisticInfo> Calliope::own_metrics() {
  std::vector<StatisticInfo> infos = StorageUnit::figure_infos();
  for (StatisticInfo& info : StorageUnit::histogram_infos()) infos.push_back(std::move(info));
  for (StatisticInfo& info : session_infos()) infos.push_back(std::move(info));
  return infos;
}

std::vector<StatisticInfo> Calliope::session_infos() {
  return {{"sessions", "1/s", "sessions that got a unit"},
          {"coordinator.scheduling", "s", "from a request's arrival at the coordinator to its decision", true},
          {"coordinator.waiting", "s", "of that the time until the processor begins with the request", true}};
}

std::vector<MetricRule> Calliope::metric_rules() {
  const auto of_coordinator = [](const char* metric, const char* statistic, const char* doc) {
    MetricRule rule{metric, {"coordinator"}, {{statistic, "1", doc}}};
    rule.bare = true;
    return rule;
  };
  std::vector<MetricRule> rules{
      of_coordinator("coordinator.processor", "utilisation", "fraction of time that the coordinator's processor works"),
      of_coordinator("queue", "queue_depth", "sessions that wait for a unit, mean over time"),
      of_coordinator("queue.longest", "queue_longest", "most sessions that waited for a unit"),
      of_coordinator("streams.playing", "streams", "that have a place at a unit, mean over time"),
      of_coordinator("streams.lost", "streams_lost", "of sessions that were given up, since their unit failed"),
      of_coordinator("sessions.requested", "requested", "requests that came to the coordinator"),
      of_coordinator("sessions.admitted", "admitted", "that got a unit, those that were resumed again"),
      of_coordinator("sessions.resumed", "resumed", "of failed units that are to go on elsewhere"),
      of_coordinator("sessions.ended", "ended", "whose end was reported"),
      of_coordinator("sessions.lost", "lost", "that were given up, since their unit failed"),
      of_coordinator("sessions.deciding", "deciding", "that wait for the coordinator's processor, at the end"),
      of_coordinator("sessions.queued", "queued", "that wait for a unit, at the end"),
      of_coordinator("sessions.playing", "playing", "that have a unit, at the end")};
  MetricRule network{"coordinator.network",
                     {"network"},
                     {{"utilisation", "1", "fraction of time that the network of the server is used"}}};
  network.bare = true;
  rules.push_back(network);
  for (MetricRule& rule : StorageUnit::metric_rules("unit[*].")) {
    rule.where_reported = true;
    rules.push_back(std::move(rule));
  }
  return rules;
}

void Calliope::add_to(ReplicationRecord& record) const {
  const double window = record.simulated_s - record.warm_up_s;
  single(record, {{"sessions", "1/s", ""}, static_cast<double>(coordinator_->admitted()) / window});
  record.histograms["coordinator.scheduling"] = coordinator_->scheduling().sample();
  record.histograms["coordinator.waiting"] = coordinator_->waits().sample();
  record.flows["sessions"] = coordinator_->flow();
  record.fingerprint = coordinator_->fingerprint();
  record.messages = coordinator_->admitted();
  if (storage_.empty()) return;
  std::vector<const StorageUnit::Parts*> units;
  for (const StorageUnit::Parts& unit : storage_) {
    units.push_back(&unit);
    record.fingerprint = mix(record.fingerprint ^ unit.network->fingerprint());
    record.messages += unit.network->packets_sent();
  }
  for (const MachineFigure& figure : StorageUnit::figures(units, region_.now() - window_start()))
    single(record, figure);
  StorageUnit::add_histograms(record, units);
}

}  // namespace isochron
