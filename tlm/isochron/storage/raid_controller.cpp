// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/raid_controller.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/error.h>
#include <isochron/fold/folded_head.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

struct RaidController::Probes {
  NumberProbe depth;
  NumberProbe on_bus;
  NumberProbe disk_reads;
};

namespace {

/// Of an I/O's block: above it the number of the traffic, 0 for the controller's own.
constexpr unsigned traffic_shift = 48;

std::unique_ptr<DmaEngine> make_dma_engine(const std::string& name, const Domain& domain, const DmaEngineConfig& config,
                                           DmaEngine::Client& client) {
  const DmaEngineMaker* const maker = dma_engines().find(config.implementation_name());
  if (maker == nullptr) throw ModelError(name + ": " + dma_engines().why_not(config.implementation_name()).first);
  return (*maker)(name.c_str(), domain, config, client);
}

}  // namespace

/// The paper's, a socket of the controller, or a component of its own.
struct RaidController::Engine final : private DmaEngine::Client {
  Engine(RaidController& owner, unsigned index, const DmaEngineConfig& config) : controller(owner), number(index) {
    const std::string name = "dma[" + std::to_string(index) + "]";
    if (config.implementation == DmaEngineConfig::Implementation::paper)
      socket = std::make_unique<AtInitiatorOf<RaidController>>(name.c_str(), owner.domain_, owner, index);
    else
      part = make_dma_engine(name, owner.domain_, config, *this);
  }

  AtInitiatorBase& bus() const { return part ? part->bus() : *socket; }

  RaidController& controller;
  unsigned number;
  std::unique_ptr<AtInitiatorOf<RaidController>> socket;
  bool idle = true;  ///< the paper's
  std::unique_ptr<DmaEngine> part;
  std::uint64_t moved = 0;  ///< by the component, since the simulation began

 private:
  void engine_sends(Message& message, Time) override { controller.departures_.departs(message.tag()); }
  void engine_on_bus(Time now) override { controller.put_on_bus(now); }
  void engine_sent(Message& message, Time now) override {
    moved += message.get_data_length();
    controller.sent(message.get_data_length(), now);
  }
};

/// A traffic whose I/Os are asked for alone.
class RaidController::Asked final : public ChangingSource {
 public:
  Asked(RaidController& controller, std::uint64_t number, Outgoing messages)
      : outgoing(std::move(messages)), controller_(controller), number_(number) {}

  void fail(Losses&, Time) override {}
  std::uint64_t change(const SourceLoad&, std::unique_ptr<DestinationPolicy> destinations, Time) override {
    outgoing.destinations = std::move(destinations);
    return 0;
  }
  void again(std::uint64_t block, Time issued, Time now) override {
    controller_.read(outgoing.source, number_ << traffic_shift | block, issued, now);
  }
  void silence(Time) override {}

  Outgoing outgoing;

 private:
  RaidController& controller_;
  std::uint64_t number_;
};

ParameterTable RaidController::Config::parameters() {
  ParameterTable table;
  table.bytes("io", io, {1, 1 << 24}, "an I/O", "Milkovits 2005, section 2");
  table.bytes("message", message, {1, 1 << 24}, "what travels as one; at most an I/O", "Milkovits 2005, section 4");
  table.nest("disk_delay", disk_delay.parameters());
  table.data_rate_or("disk_rate", disk_rate, "unlimited", {8, 1'000'000'000'000},
                     "of a RAID controller's disks together; unlimited: a delay each, whatever the load",
                     "unlimited: Milkovits 2005, section 3.1");
  table.count("dma_engines", dma_engines, {1, 2}, "DMA engines a RAID controller, each with a place on the bus",
              "Milkovits 2005, section 8 proposes the second");
  table.choice("dma_queue", dma_queue, {"shared", "per_engine"},
               "two engines take the messages of one queue, or each those of an I/O of its own",
               "open in Milkovits 2005, section 8");
  table.counts_where(table.at_least("dma_engines", 2), {"dma_queue"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (message <= io) return {};
    return {{"message",
             "a message of " + std::to_string(message) + " B is larger than an I/O of " + std::to_string(io) + " B",
             "make message at most io",
             {"message", "io"},
             {{"message", io}, {"io", message}}}};
  });
  return table;
}

RaidController::RaidController(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               const Workload& workload, std::unique_ptr<DestinationPolicy> destinations,
                               Addressing addressing, Departures& departures, unsigned source)
    : sc_module(name),
      domain_(domain),
      config_(config),
      workload_(workload),
      own_{std::move(destinations), std::move(addressing), source},
      departures_(departures),
      delays_(random_stream(workload.seed, this->name(), "disk delay")) {
  domain_.region.join(*this, Region::Rank::bus);
  for (unsigned i = 0; i < config_.dma_engines; ++i)
    engines_.push_back(std::make_unique<Engine>(*this, i, config_.dma.at(i)));

  sending_.resize(config_.dma_queue == DmaQueue::per_engine ? config_.dma_engines : 1);
  if (config_.disk_rate > 0) disk_clock_.emplace(Rate::bits_per_second(config_.disk_rate));

  set_interval();

  SC_HAS_PROCESS(RaidController);
  SC_METHOD(start_io);  // the first at time 0
  sensitive << io_due_.event();
  SC_METHOD(delay_over);
  sensitive << disks_.event();
  dont_initialize();
  SC_METHOD(io_passed);
  sensitive << passing_.event();
  dont_initialize();
}

RaidController::~RaidController() = default;

ChangingSource& RaidController::add_asked(std::unique_ptr<DestinationPolicy> destinations, Addressing addressing,
                                          unsigned source) {
  asked_.push_back(std::make_unique<Asked>(*this, asked_.size() + 1,
                                           Outgoing{std::move(destinations), std::move(addressing), source}));
  return *asked_.back();
}

/// io x 8 x 10^12 x numerator / (bits/s x denominator), kept exact.
void RaidController::set_interval() {
  __extension__ typedef unsigned __int128 Wide;
  const Wide top = static_cast<Wide>(config_.io) * 8 * second * workload_.interval_numerator;
  const std::uint64_t bottom = workload_.bits_per_second * workload_.interval_denominator;
  interval_quotient_ = static_cast<std::uint64_t>(top / bottom);
  interval_remainder_ = static_cast<std::uint64_t>(top % bottom);
  interval_denominator_ = bottom;
  carry_ = 0;
}

AtInitiatorBase& RaidController::engine(unsigned index) {
  return engines_.at(index)->bus();
}
unsigned RaidController::engines() const {
  return static_cast<unsigned>(engines_.size());
}

bool RaidController::has_block_movers() const {
  return std::any_of(engines_.begin(), engines_.end(), [](const auto& engine) { return engine->part != nullptr; });
}

bool RaidController::is_stuck() const {
  return std::any_of(engines_.begin(), engines_.end(),
                     [](const auto& engine) { return engine->part && engine->part->is_stuck(); });
}

std::uint64_t RaidController::cycles() const {
  std::uint64_t sum = 0;
  for (const std::unique_ptr<Engine>& engine : engines_)
    if (engine->part) sum += engine->part->cycles();
  return sum;
}

void RaidController::advance(Time now) {
  domain_.region.advance(now);  // or its earlier changes would come later
  if (head_ != nullptr) head_->fill(now);
}

void RaidController::start_io() {
  if (workload_.off) return;
  const Time now = kernel_now();
  advance(now);
  departures_.asks(own_.source, config_.io, now);
  Io io;
  io.block = ios_++;
  io.issued = next_io_;
  io.lost_unit = workload_.lost_units.of(io.block);
  const Time delay = disk_delay();
  if (losses_ == nullptr)
    disks_.push(next_io_ + delay, io);
  else
    lose_io(io, now);
  show(now);
  carry_ += interval_remainder_;
  next_io_ += interval_quotient_ + carry_ / interval_denominator_;
  carry_ %= interval_denominator_;
  if (workload_.io_limit == 0 || ios_ < workload_.io_limit) io_due_.notify_at(next_io_);
}

Time RaidController::disk_delay() {
  const Time delay = config_.disk_delay.draw(delays_);
  return slow_ == 1 ? delay : static_cast<Time>(std::llround(static_cast<double>(delay) * slow_));
}

void RaidController::again(std::uint64_t block, Time issued, Time now) {
  read(own_.source, block, issued, now);
}

void RaidController::read(std::uint32_t source, std::uint64_t block, Time issued, Time now) {
  departures_.asks(source, config_.io, now);
  Io io;
  io.block = block;
  io.issued = issued;
  disks_.push(std::max(now, kernel_now()) + disk_delay(), io);
}

void RaidController::lose_io(const Io& io, Time now) {
  const Destination destination = own_.destinations->next(io, 0, {});
  Tag tag;
  tag.block = io.block;
  tag.sequence = own_.sequence++;
  tag.bytes = static_cast<std::uint32_t>(config_.io);
  tag.issued = tag.ready = io.issued;
  tag.stream = destination.stream;
  tag.source = own_.source;
  tag.destination = destination.endpoint;
  departures_.departs(tag);
  losses_->lost(tag, tag.bytes, now);
}

std::uint64_t RaidController::change(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations,
                                     Time now) {
  const bool was_off = std::exchange(workload_.off, load.is_silent());
  losses_ = nullptr;
  if (workload_.off) {
    io_due_.cancel();
    return ios_;
  }
  workload_.bits_per_second = load.bits_per_second;
  workload_.interval_numerator = load.interval_numerator;
  workload_.interval_denominator = load.interval_denominator;
  workload_.lost_units = load.lost_units;
  workload_.lost_units.first += ios_;
  set_interval();
  own_.destinations = std::move(destinations);
  if (was_off) {
    next_io_ = std::max(now, kernel_now());
    io_due_.notify_at(next_io_);
  }
  return ios_;
}

void RaidController::silence(Time) {
  losses_ = nullptr;
  workload_.off = true;
  io_due_.cancel();
}

void RaidController::delay_over() {
  const Time now = kernel_now();
  advance(now);
  Io io;
  while (disks_.take(now, io)) {
    if (disk_clock_)
      pass(io, now);
    else
      io_ready(io, now);
  }
  show(now);
  if (!disk_clock_) domain_.region.request(*this);
}

void RaidController::pass(const Io& io, Time now) {
  if (passing_.size() == 0)
    disks_busy_.enter(now);
  else
    disks_depth_.change(now, 1);
  disks_free_ = std::max(now, disks_free_) + disk_clock_->take(config_.io);
  passing_.push(disks_free_, io);
}

void RaidController::io_passed() {
  const Time now = kernel_now();
  advance(now);
  Io io;
  while (passing_.take(now, io)) {
    if (passing_.size() == 0)
      disks_busy_.leave(now);
    else
      disks_depth_.change(now, -1);
    io_ready(io, now);
  }
  show(now);
  domain_.region.request(*this);
}

void RaidController::io_ready(Io io, Time now) {
  io.ready = now;
  ready_.push(io);
  depth_.change(now, static_cast<std::int64_t>((config_.io + config_.message - 1) / config_.message));
}

RaidController::Sending& RaidController::sending_of(const Engine& engine) {
  return sending_[sending_.size() == 1 ? 0 : engine.number];
}

void RaidController::ask(Time now) {
  if (head_ != nullptr) {
    head_->ready(now);
    note_waiting(now);
    return;
  }
  // Engines with a queue fill up in turn, the emptiest of equals first.
  for (bool again = true; again;) {
    again = false;
    for (const std::unique_ptr<Engine>& engine : engines_) {
      if (!has_message(sending_of(*engine))) continue;
      if (engine->part == nullptr) {
        if (engine->idle) send_next(*engine);
      } else if (engine->part->has_room()) {
        engine->part->take(next_message(*engine), now);
        again = true;
      }
    }
  }
  note_waiting(now);
}

void RaidController::note_waiting(Time now) {
  const bool waits = has_message() && on_bus_ == engines();
  if (waits && !wait_link_.inside()) wait_link_.enter(now);
  if (!waits && wait_link_.inside()) wait_link_.leave(now);
}

void RaidController::send_next(Engine& engine) {
  Message& message = next_message(engine);
  engine.idle = false;
  departures_.departs(message.tag());
  engine.socket->send(message);
}

Message& RaidController::next() {
  Message& message = next_message(*engines_[0]);
  departures_.departs(message.tag());
  return message;
}

void RaidController::show_request(Message* message) {
  engines_[0]->socket->show_request(message);
}

void RaidController::begin(Sending& sending) {
  sending = {&own_, ready_.pop(), true, 0, 0, {}};
  std::uint64_t& block = sending.io.block;
  const std::uint64_t traffic = block >> traffic_shift;
  if (__builtin_expect(traffic == 0, 1)) return;
  sending.of = &asked_[traffic - 1]->outgoing;
  block &= (std::uint64_t{1} << traffic_shift) - 1;
}

Message& RaidController::next_message(const Engine& engine) {
  Sending& sending = sending_of(engine);
  if (!sending.under_way) begin(sending);
  Outgoing& of = *sending.of;
  const Io& io = sending.io;
  const std::uint64_t offset = sending.sent;
  const std::uint64_t bytes = std::min(config_.message, config_.io - offset);
  const Destination destination = of.destinations->next(io, sending.index, sending.last);

  Message& message = domain_.pool.allocate(of.addressing(destination), static_cast<unsigned>(bytes));
  Tag& tag = message.tag();
  tag.block = io.block;
  tag.sequence = of.sequence++;
  tag.offset = offset;
  tag.issued = io.issued;
  tag.ready = io.ready;
  tag.stream = destination.stream;
  tag.source = of.source;
  tag.destination = destination.endpoint;
  // Only a block mover carries bytes; what nobody carries nobody checks.
  tag.has_data = engine.part != nullptr;
  tag.data_offset = io.block * config_.io + offset;

  sending.sent += bytes;
  ++sending.index;
  sending.last = destination;
  sending.under_way = sending.sent < config_.io;
  return message;
}

void RaidController::put_on_bus(Time now) {
  depth_.change(now, -1);
  ++on_bus_;
  show(now);
  note_waiting(now);
}

void RaidController::on_accepted(AtInitiatorBase&, Payload&, Time now) {
  put_on_bus(now);
}

void RaidController::on_response(AtInitiatorOf<RaidController>& socket, Payload& payload, Time now) {
  socket.require_ok(payload);
  const std::uint64_t bytes = payload.get_data_length();
  socket.complete(payload);
  payload.release();
  engines_[socket.index()]->idle = true;
  sent(bytes, now);
}

void RaidController::off_bus(std::uint64_t bytes, Time now) {
  moved(bytes, now);
  --on_bus_;
  show(now);
  note_waiting(now);
}

void RaidController::sent(std::uint64_t bytes, Time now) {
  off_bus(bytes, now);
  if (has_message()) domain_.region.request(*this);
}

void RaidController::moved(std::uint64_t bytes, Time now) {
  bytes_ += bytes;
  ++messages_;
  while (now >= interval_end_) {
    by_interval_.push_back(0);
    interval_end_ += interval;
  }
  by_interval_.back() += bytes;
}

void RaidController::start_window(Time now) {
  bytes_ = 0;
  messages_ = 0;
  wait_link_.start_window(now);
  depth_.start_window(now);
  disks_busy_.start_window(now);
  disks_depth_.start_window(now);
}

void RaidController::report(StatisticSink& sink) {
  const std::string path = name();
  StatisticSink::Part figures = sink.part(path);
  figures.rate("bandwidth", bytes_);
  figures.rates("bandwidth", interval, by_interval_);
  figures.mean("queue_depth", depth_);
  figures.fraction("wait_link", wait_link_);
  if (disk_clock_) {
    StatisticSink::Part disks = sink.part(path + ".disks");
    disks.fraction("utilisation", disks_busy_);
    disks.mean("queue_depth", disks_depth_);
  }
  for (const std::unique_ptr<Engine>& engine : engines_) {
    if (!engine->part) continue;
    StatisticSink::Part dma = sink.part(engine->part->name());
    dma.bytes("moved", engine->moved);
    dma.count("cycles", engine->part->cycles());
  }
}

void RaidController::report_waits(std::vector<Wait>& waits) const {
  for (const std::unique_ptr<Engine>& engine : engines_) {
    engine->bus().report_wait(waits);
    if (engine->part && engine->part->is_stuck()) waits.push_back({engine->part->name(), "its block mover", "inside"});
  }
}

void RaidController::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->depth, name(), "queue_depth", 0xffffffff, "messages that are ready and not on the bus");
  list.add(own_probes_->on_bus, name(), "on_bus", engines(), "engines whose message is on the bus");
  list.add(own_probes_->disk_reads, name(), "disk_reads", 0xffff, "I/Os that the disks work on");
}

void RaidController::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void RaidController::show_traced(Time now) {
  probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
  probes_->on_bus.set(now, on_bus_);
  probes_->disk_reads.set(now, disks_.size() + passing_.size());
}

TypeInfo RaidController::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "RAID controller: I/Os at a constant interval, a disk delay each, one or two DMA engines";
  info.source = "Milkovits 2005, sections 2, 3.1 and 6";
  info.faults = {{"slow", "the disk delay of I/Os that are asked for takes longer"}};
  info.ports = {{"dma[i]", "base protocol", "initiator", "a DMA engine, one transaction outstanding"}};
  info.statistics = {
      {"bandwidth", "B/s", "bytes that the first bus has moved for it"},
      {"queue_depth", "1", "messages ready and not on the bus, mean over time"},
      {"wait_link", "1", "fraction of time with a message ready and every engine's place on the bus taken"},
      {"disks.utilisation", "1", "fraction of time that an I/O passes its disks (with disk_rate)"},
      {"disks.queue_depth", "1", "I/Os past their delay that wait for the disks, mean over time (with disk_rate)"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
