// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/ps2.h>

#include <algorithm>

#include <isochron/part/indexed.h>

namespace isochron {

namespace {

constexpr unsigned master_station = 0;

bool with_data(const Ps2Parameters& p) {
  return p.pixels == Ps2Parameters::Pixels::on;
}

Task::Config extraction(const Ps2Parameters& p) {
  Task::Config config;
  config.fixed = p.extract;
  config.threads = p.threads;
  config.traffic = MemoryBus::Traffic::extract;
  return config;
}

Task::Config network_work(Time fixed, Time byte, MemoryBus::Traffic traffic) {
  Task::Config config;
  config.level = Processor::Level::kernel;
  config.fixed = fixed;
  config.per_byte = byte;
  config.traffic = traffic;
  return config;
}

/// What the client's threads do, which are one, or one for each processor.
Task::Config client_work(Time fixed, MemoryBus::Traffic traffic) {
  Task::Config config;
  config.fixed = fixed;
  config.traffic = traffic;
  return config;
}

StoragePc::Config pc_config(const Ps2Parameters& p, std::uint64_t processors, std::uint64_t seed) {
  StoragePc::Config config;
  config.storage = p.storage;
  config.disks = p.disks_per_slave;
  config.processor.processors = processors;
  config.memory_bus = p.memory_bus;
  config.disk_interface = p.disk_interface;
  config.with_data = with_data(p);
  config.seed = seed;
  return config;
}

}  // namespace

Ps2::Ps2(const Ps2Parameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(std::max(parameters.volume().extent_bytes(), parameters.part_format().most(parameters.extent)),
                        phases_of(parameters.bus_model), overrides),
      parameters_(configured(parameters)),
      seed_(seed),
      planes_(parameters_.volume(), parameters_.planes, parameters_.part_format()),
      cutter_(planes_, with_data(parameters_)),
      client_threads_(parameters_.merge_on == Ps2Parameters::Processors::one ? 1 : parameters_.master_processors) {
  if (with_data(parameters_)) images_ = std::make_unique<PlaneImages>(planes_, parameters_.pictures);
  assemble(assembly_, parameters_, this);
}

Ps2Parameters Ps2::configured(Ps2Parameters parameters) {
  // The parameters of the parts that there is one of are the machine's.
  ParameterTable table = parameters.table();
  assembly_.configure("client", table.part("planes"));
  assembly_.configure("store", table.part("placement"));
  assembly_.configure("network", table.part("network"));
  return parameters;
}

Ps2::~Ps2() = default;

void Ps2::assemble(Assembly& machine, const Ps2Parameters& p, Ps2* model) {
  ExtentStore* const store = machine.part<ExtentStore>("store", [&](const char* part) {
    return std::make_unique<ExtentStore>(part, p.volume(), p.extent_placement(), p.storage.file_at, with_data(p));
  });
  if (model != nullptr) model->store_ = store;
  machine.part<PlaneClient>("client", [&](const char* part) {
    model->servers_ = std::make_unique<ExtentShares>(*store, p.disks_per_slave);
    WorkDone& done = *model;
    auto made =
        std::make_unique<PlaneClient>(part, machine.domain(), PlaneClient::Config{p.planes_in_flight}, model->planes_,
                                      static_cast<unsigned>(p.servers()), *model->servers_, model->images_.get(), done);
    model->client_ = made.get();
    return made;
  });
  machine.note_calls("client", "store", "where extents are");
  for (unsigned slave = 0; slave < p.slaves; ++slave)
    machine.scope(indexed("slave", slave), [&] { assemble_slave(machine, p, model, slave); });
  machine.scope("master", [&] { assemble_master(machine, p, model); });
  machine.connect("master.merge.done", "client.merged");
  machine.connect("client.complete", "master.display.in");
  machine.connect("master.display.done", "client.shown");
  if (p.is_local()) {
    machine.connect("client.request[0]", "master.extents.requests");
    machine.connect("master.extents.failed", "client.missing[0]");
    return;
  }
  machine.add<Ethernet>("network", p.network, static_cast<unsigned>(p.slaves) + 1);
  machine.connect(indexed("network.out", master_station), "master.receive.in");
  for (unsigned slave = 0; slave < p.slaves; ++slave) {
    const std::string name = indexed("slave", slave);
    machine.connect(name + ".send.done", indexed("network.in", slave + 1));
    machine.connect(indexed("client.request", slave), name + ".extents.requests");
    machine.connect(name + ".extents.failed", indexed("client.missing", slave));
  }
}

void Ps2::assemble_slave(Assembly& machine, const Ps2Parameters& p, Ps2* model, unsigned slave) {
  const ExtentServer::Directory* directory = nullptr;
  if (model != nullptr) {
    model->shares_.push_back(std::make_unique<ExtentShare>(*model->store_, slave * p.disks_per_slave));
    directory = model->shares_.back().get();
  }
  const std::uint64_t seed = model == nullptr ? 0 : model->seed_;
  const StoragePc::Parts pc = StoragePc::assemble(machine, pc_config(p, p.slave_processors, seed), directory);
  for (std::size_t d = 0; d < pc.disks.size(); ++d)
    pc.disks[d]->set_medium(model->store_->medium(slave * p.disks_per_slave + d));
  if (!p.extracts_on_master()) {
    StoragePc::add_task(machine, "extract", extraction(p), pc, model == nullptr ? nullptr : &model->cutter_);
    machine.connect("extents.read", "extract.in");
  }
  StoragePc::add_task(machine, "send", network_work(p.send, p.send_byte, MemoryBus::Traffic::send), pc);
  machine.connect(p.extracts_on_master() ? "extents.read" : "extract.done", "send.in");
}

void Ps2::assemble_master(Assembly& machine, const Ps2Parameters& p, Ps2* model) {
  StoragePc::Parts pc;
  std::string source = "receive.done";
  const std::uint64_t seed = model == nullptr ? 0 : model->seed_;
  const StoragePc::Config config = pc_config(p, p.master_processors, seed);
  if (p.is_local()) {
    const ExtentServer::Directory* directory = nullptr;
    if (model != nullptr) {
      model->shares_.push_back(std::make_unique<ExtentShare>(*model->store_, 0));
      directory = model->shares_.back().get();
    }
    pc = StoragePc::assemble(machine, config, directory);
    for (std::size_t d = 0; d < pc.disks.size(); ++d) pc.disks[d]->set_medium(model->store_->medium(d));
    source = "extents.read";
  } else {
    pc = StoragePc::assemble_processor(machine, config);
    Task::Config receive = network_work(p.receive, p.receive_byte, MemoryBus::Traffic::receive);
    receive.first_only = p.receive_on == Ps2Parameters::Processors::one;
    StoragePc::add_task(machine, "receive", receive, pc);
  }
  if (p.extracts_on_master()) {
    StoragePc::add_task(machine, "extract", extraction(p), pc, model == nullptr ? nullptr : &model->cutter_);
    machine.connect(source, "extract.in");
    source = "extract.done";
  }
  ThreadPool* const threads = model == nullptr ? nullptr : &model->client_threads_;
  StoragePc::add_task(machine, "merge", client_work(p.merge, MemoryBus::Traffic::merge), pc,
                      model == nullptr ? nullptr : model->images_.get(), threads);
  StoragePc::add_task(machine, "display", client_work(p.display, MemoryBus::Traffic::none), pc, nullptr, threads);
  machine.connect(source, "merge.in");
}

void Ps2::work_done(Time now) {
  // Once the last job has ended for everybody.
  region_.call_at(now, [this, now] { take_reports(now); });
}

}  // namespace isochron
