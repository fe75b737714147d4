// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/calliope.h>

#include <algorithm>

#include <isochron/core/split_mix.h>
#include <isochron/device/streaming/fake_unit.h>
#include <isochron/net/ethernet.h>
#include <isochron/system/indexed.h>

namespace isochron {

namespace {

std::size_t largest_message(const CalliopeParameters& p) {
  // The first has what three do not divide.
  return std::max<std::size_t>(p.message_bytes(CalliopeParameters::Note::request), 1);
}

}  // namespace

Calliope::Calliope(const CalliopeParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineModel(largest_message(parameters), Phases::shortcut, overrides),
      parameters_(configured(parameters)),
      seed_(seed) {
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
  return {{"sessions", "1/s", "sessions that got a unit"},
          {"coordinator.scheduling", "s", "from a request's arrival at the coordinator to its decision"},
          {"coordinator.waiting", "s", "of that the time until the processor begins with the request"}};
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
  return rules;
}

void Calliope::add_to(ReplicationRecord& record) const {
  const double window = record.simulated_s - record.warm_up_s;
  single(record, {{"sessions", "1/s", ""}, static_cast<double>(coordinator_->admitted()) / window});
  record.histograms["coordinator.scheduling"] = coordinator_->scheduling().sample();
  record.histograms["coordinator.waiting"] = coordinator_->waits().sample();
  record.fingerprint = coordinator_->fingerprint();
  record.messages = coordinator_->admitted();
}

}  // namespace isochron
