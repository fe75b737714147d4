// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/pci_bus.h>

#include <type_traits>

#include <isochron/core/class_queue.h>
#include <isochron/core/error.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/traffic_class.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// Where a master is joined to the bus.
class PciBus::Device final : public AtTargetOf<PciBus>, public Region::Requester {
 public:
  Device(PciBus& bus, const std::string& name, const Domain& domain, unsigned index)
      : AtTargetOf<PciBus>(name.c_str(), domain, bus, index) {
    domain.region.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
  }

  void ask(Time now) override { client().ask(*this, now); }

  Payload* next = nullptr;     ///< requested, not yet on the bus
  Payload* current = nullptr;  ///< outstanding
  Window* next_window = nullptr;
  Window* window = nullptr;  ///< of `current`
  bool retrying = false;     ///< on the bus with an attempt that its target refuses
  bool granted_meanwhile = false;
  bool across = false;    ///< `current`'s last byte has moved
  bool answered = false;  ///< `current`'s response is there
  std::uint64_t in_slot_before = 0;
  StageStatistics statistics;
};

/// A target's window: at most one request is before its target, the others wait in order.
struct PciBus::Window final : public AtInitiatorOf<PciBus> {
  Window(PciBus& bus, const std::string& name, const Domain& domain, unsigned index, const PciConfig& config)
      : AtInitiatorOf<PciBus>(name.c_str(), domain, bus, index) {
    if (config.tells_classes()) by_class = std::make_unique<ClassQueue<Device*>>(config.classes());
  }

  Device* presented = nullptr;
  Device* accepted = nullptr;  ///< the device whose request was accepted last
  Ring<Device*> waiting;
  Ring<Device*> reading;  ///< accepted reads whose data has not come
  // Where the bus tells classes apart:
  std::unique_ptr<ClassQueue<Device*>> by_class;  ///< in place of `waiting`
  bool writing = false;                           ///< a write has been accepted and has not ended
  bool chooses = false;                           ///< it is among `choosing_`
};

struct PciBus::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  NumberProbe on_bus;
  UtilisationProbe utilisation;
  std::vector<TransactionProbe> holders;  ///< by device
  std::vector<std::string> masters;       ///< by device; filled when it is first needed
};

PciBus::PciBus(const sc_core::sc_module_name& name, const Domain& domain, const PciConfig& config, Model model,
               unsigned devices, unsigned windows)
    : sc_module(name),
      region_(domain.region),
      paper_(config.timing == PciTimingMode::paper),
      retries_(config.timing == PciTimingMode::protocol),
      by_class_(config.tells_classes()),
      ports_(
          devices, windows,
          [&](const std::string& port, unsigned i) { return std::make_unique<Device>(*this, port, domain, i); },
          [&](const std::string& port, unsigned i) {
            return std::make_unique<Window>(*this, port, domain, i, config);
          }),
      arbiter_(make_arbiter(model, config, devices)),
      grid_(config.grid()),
      config_(config),
      model_(model) {
  if (devices > max_devices)
    throw ModelError(std::string(this->name()) + ": more than " + std::to_string(max_devices) + " devices on a bus");
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
  region_.join(static_cast<Region::Update&>(*this));
}

PciBus::~PciBus() = default;

PciBus::Turns PciBus::make_arbiter(Model model, const PciConfig& config, unsigned devices) {
  const SliceTiming timing = config.slice_timing();
  if (config.tells_classes()) return SliceArbiterByClass(timing, devices, config.classes());
  if (model == Model::fast) return SliceArbiterInClosedForm(timing, devices);
  return SliceArbiterStepByStep(timing, devices);
}

AtTargetBase& PciBus::device(unsigned index) {
  return ports_.device(index);
}
AtInitiatorBase& PciBus::window(unsigned index) {
  return ports_.window(index);
}
const StageStatistics& PciBus::statistics(unsigned index) const {
  return ports_.device(index).statistics;
}

PciBus::Folded PciBus::fold() {
  is_folded_ = true;
  return {ports_[0].statistics, busy_};
}

void PciBus::show_request(Payload* payload) {
  ports_[0].next = payload;
  ports_[0].next_window = &ports_.window(0);
}

void PciBus::on_request(AtTargetBase& socket, Payload& payload, Time now) {
  Device& device = static_cast<Device&>(socket);
  device.next = &payload;
  if (device.current == nullptr)
    region_.request(device);
  else
    device.statistics.wait_link.enter(now);
}

void PciBus::ask(Device& device, Time now) {
  Window* const route = ports_.route(*device.next);
  if (route == nullptr) {
    refuse(device);
    return;
  }
  Window& window = *route;
  device.next_window = &window;
  if (window.by_class != nullptr) return ask_by_class(device, window);
  if (window.presented == nullptr)
    present(window, device);
  else
    window.waiting.push(&device);
  // Not granted at once (`next` may be the device's next request by now).
  if (device.current == nullptr) refused_at_first(device, now);
}

// Not inlined, as are all functions about classes: they would cost the bus without classes registers.
__attribute__((noinline)) void PciBus::ask_by_class(Device& device, Window& window) {
  window.by_class->push(class_of(*device.next, window.by_class->classes()), device.next->get_data_length(), &device);
  asked_ |= std::uint64_t{1} << device.index();
  choose_soon(window);
}

void PciBus::refused_at_first(Device& device, Time now) {
  device.statistics.wait_buffer.enter(now);
  // PCI knows no queue of requests: an attempt is made, refused, and then masked by the arbiter until the target is
  // ready.
  if (retries_ && device.next->is_write()) {
    device.retrying = true;
    enter_soon(device);
  }
}

__attribute__((noinline)) void PciBus::choose_soon(Window& window) {
  if (!window.chooses) choosing_.push_back(&window);
  window.chooses = true;
  region_.request_update(*this);
}

__attribute__((noinline)) void PciBus::choose(Time now) {
  // A target that accepts a read at once can have the next request: its window comes again.
  for (std::size_t i = 0; i < choosing_.size(); ++i) {
    Window& window = *choosing_[i];
    window.chooses = false;
    if (window.presented == nullptr && !window.writing && !window.by_class->empty())
      present(window, *window.by_class->pop());
  }
  choosing_.clear();
  for (; asked_ != 0; asked_ &= asked_ - 1) {
    Device& device = ports_[static_cast<unsigned>(__builtin_ctzll(asked_))];
    if (device.current == nullptr) refused_at_first(device, now);
  }
}

void PciBus::refuse(Device& device) {
  Payload& payload = *device.next;
  device.next = nullptr;
  device.ready(payload);
}

void PciBus::present(Window& window, Device& device) {
  window.presented = &device;
  window.send(*device.next);
}

void PciBus::on_accepted(AtInitiatorBase& socket, Payload& payload, Time now) {
  Window& window = static_cast<Window&>(socket);
  Device& device = *window.presented;
  window.presented = nullptr;
  window.accepted = &device;
  if (payload.is_write()) {
    window.writing = true;
    granted(device, now);
  } else {
    window.reading.push(&device);
    if (window.by_class != nullptr) choose_soon(window);
  }
  if (window.presented == nullptr && !window.waiting.empty()) present(window, *window.waiting.pop());
}

void PciBus::granted(Device& device, Time now) {
  if (device.statistics.wait_buffer.inside()) device.statistics.wait_buffer.leave(now);
  Payload& payload = *device.next;
  device.next = nullptr;
  device.current = &payload;
  device.window = device.next_window;
  device.across = false;
  device.answered = false;
  if (payload.has_mm()) payload.acquire();
  device.statistics.busy.enter(now);
  show(device, now);
  if (device.retrying && !is_entering(device)) {
    device.granted_meanwhile = true;  // its refused attempt is still on the bus
  } else {
    device.retrying = false;
    enter_soon(device);
  }
  device.accept(payload);
}

bool PciBus::is_entering(const Device& device) const {
  return (entering_ >> device.index() & 1) != 0;
}

void PciBus::enter_soon(Device& device) {
  entering_ |= std::uint64_t{1} << device.index();
  region_.request_update(*this);
}

template <class Arbiter>
void PciBus::put_on_bus(Arbiter& arbiter, Device& device, const SliceNeed& need, Time now) {
  if constexpr (std::is_same_v<Arbiter, SliceArbiterByClass>) {
    const Payload& payload = device.retrying ? *device.next : *device.current;
    arbiter.enter(device.index(), tag_of(payload).traffic_class, need);
  } else {
    arbiter.enter(tick_next(now), tick_passed(now), device.index(), need);
  }
}

void PciBus::find_need(std::uint64_t bytes) {
  need_bytes_ = bytes;
  need_ = config_.need(bytes);
  time_alone_ = (need_.slices - 1) * config_.slice_timing().slice + need_.last;
}

void PciBus::update(Time now) {
  if (by_class_) choose(now);
  with_arbiter([&](auto& arbiter) {
    for (; entering_ != 0; entering_ &= entering_ - 1) {
      Device& device = ports_[static_cast<unsigned>(__builtin_ctzll(entering_))];
      put_on_bus(arbiter, device,
                 __builtin_expect(device.retrying, 0) ? config_.retry() : need_of(device.current->get_data_length()),
                 now);
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(arbiter)>, SliceArbiterByClass>) arbiter.start(tick_next(now));
    present_size(arbiter, now);
    reschedule(arbiter);
  });
  show(now);
}

template <class Arbiter>
void PciBus::present_size(const Arbiter& arbiter, Time now) {
  const unsigned size = arbiter.size();
  if ((size > 0) != busy_.inside()) size > 0 ? busy_.enter(now) : busy_.leave(now);
  if ((size > 1) != contended_.inside()) size > 1 ? contended_.enter(now) : contended_.leave(now);
}

template <class Arbiter>
void PciBus::reschedule(Arbiter& arbiter) {
  if (!arbiter.empty()) region_.schedule(*this, to_time(arbiter.next()));
}

void PciBus::complete(Time now) {
  const int slot = with_arbiter([&](auto& arbiter) {
    const int ended = arbiter.due();
    if (by_class_)
      region_.request_update(*this);  // the next slice is chosen there
    else
      reschedule(arbiter);
    if (ended >= 0) present_size(arbiter, now);
    return ended;
  });
  show(now);
  if (slot < 0) return;
  Device& device = ports_[static_cast<unsigned>(slot)];
  if (device.retrying) {
    device.retrying = false;
    if (!device.granted_meanwhile) return;
    device.granted_meanwhile = false;
    enter_soon(device);
    return;
  }
  device.across = true;
  if (device.answered) finish(device, now);
}

PciBus::Device& PciBus::device_of(const Window& window, const Payload& payload) {
  if (window.accepted != nullptr && window.accepted->current == &payload) return *window.accepted;
  for (const std::unique_ptr<Device>& device : ports_.devices())
    if (device->current == &payload) return *device;
  throw ModelError(std::string(window.name()) + ": a response to nothing");
}

void PciBus::on_response(AtInitiatorBase& socket, Payload& payload, Time now) {
  Window& window = static_cast<Window&>(socket);
  if (!payload.is_write()) {
    // The data has come: now it crosses the bus.
    for (std::size_t n = window.reading.size(); n > 0; --n) {
      Device& device = *window.reading.pop();
      if (device.next == &payload) {
        granted(device, now);
        device.answered = true;
        return;
      }
      window.reading.push(&device);
    }
    throw ModelError(std::string(window.name()) + ": a response to nothing");
  }
  Device& device = device_of(window, payload);
  device.answered = true;
  if (device.across) finish(device, now);
}

void PciBus::finish(Device& device, Time now) {
  Payload& payload = *device.current;
  Window& window = *device.window;
  device.current = nullptr;
  device.statistics.busy.leave(now);
  ++device.statistics.messages;
  device.statistics.bytes += payload.get_data_length();
  show(device, now);
  if (window.by_class != nullptr && payload.is_write()) {
    window.writing = false;
    choose_soon(window);
  }
  if (device.next != nullptr) {
    device.statistics.wait_link.leave(now);
    region_.request(device);
  }
  // The master first: a bridge that has been given the payload sends it on, and with it the response status.
  device.ready(payload);
  window.complete(payload);
  if (payload.has_mm()) payload.release();
}

unsigned PciBus::on_debug(AtTargetBase&, Payload& payload) {
  return ports_.debug(payload);
}

void PciBus::start_window(Time now) {
  with_arbiter([&](auto& engine) {
    engine.advance(tick_passed(now));
    overhead_before_ = engine.overhead();
    for (const std::unique_ptr<Device>& device : ports_.devices()) {
      device->statistics.start_window(now);
      device->in_slot_before = engine.in_slot(device->index());
    }
    if (!engine.empty()) ports_[engine.holder()].in_slot_before -= engine.ahead_of(tick_passed(now));
  });
  busy_.start_window(now);
  contended_.start_window(now);
}

void PciBus::report(StatisticSink& sink) {
  const Time now = region_.now();
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy_);
  figures.fraction("contended", contended_);
  figures.fraction("overhead", overhead(now));
  Time wait_slots = 0;
  for (const std::unique_ptr<Device>& device : ports_.devices()) {
    wait_slots += wait_slot(device->index(), now);
    sink.part(device->master_path()).stage(device->statistics);
  }
  figures.fraction("wait_slot", wait_slots);
}

Time PciBus::wait_slot(unsigned index, Time now) {
  if (is_folded_) return 0;  // a device alone never waits for another one's slice
  return with_arbiter([&](auto& engine) {
    engine.advance(tick_passed(now));
    std::uint64_t in_slot = engine.in_slot(index) - ports_[index].in_slot_before;
    if (!engine.empty() && engine.holder() == index) in_slot -= engine.ahead_of(tick_passed(now));
    const Time on_bus = ports_[index].statistics.busy.total(now);
    const Time held = to_time(in_slot);
    return on_bus > held ? on_bus - held : 0;
  });
}

Time PciBus::overhead(Time now) {
  return with_arbiter([&](auto& engine) {
    engine.advance(tick_passed(now));
    return to_time(engine.overhead() - overhead_before_);
  });
}

void PciBus::report_waits(std::vector<Wait>& waits) const {
  for (const std::unique_ptr<Device>& device : ports_.devices()) {
    if (device->next != nullptr && device->current == nullptr && device->next_window != nullptr)
      waits.push_back({device->name(), "a buffer", device->next_window->name()});
    else if (device->next != nullptr && device->current != nullptr)
      waits.push_back({device->name(), "the end of its transaction", name()});
    if (device->current != nullptr && device->across)
      waits.push_back({device->name(), "the response", device->window->name()});
  }
}

void PciBus::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->owner, name(), "owner", "master in the work slot");
  list.add(own_probes_->transaction, name(), "transaction", "message in the work slot");
  list.add(own_probes_->on_bus, name(), "on_bus", devices(), "messages that take turns on the bus");
  list.add(own_probes_->utilisation, name(), "fraction of the time with a message on the bus");
  own_probes_->holders.resize(devices());
  own_probes_->masters.resize(devices());
  for (const std::unique_ptr<Device>& device : ports_.devices())
    list.add(own_probes_->holders[device->index()], device->name(), "holder", "message that it has outstanding");
}

void PciBus::start_trace(Time now) {
  probes_ = own_probes_.get();
  if (SliceArbiterInClosedForm* const closed = std::get_if<SliceArbiterInClosedForm>(&arbiter_)) {
    closed->advance(tick_passed(now));
    SliceArbiterStepByStep stepping(std::move(*closed));
    arbiter_ = std::move(stepping);
    with_arbiter([this](auto& arbiter) { reschedule(arbiter); });
  }
  show_traced(now);
  for (const std::unique_ptr<Device>& device : ports_.devices()) show_traced(*device, now);
}

void PciBus::stop_trace() {
  probes_ = nullptr;
  if (model_ == Model::reference || by_class_) return;
  SliceArbiterInClosedForm closed(std::move(*std::get_if<SliceArbiterStepByStep>(&arbiter_)));
  arbiter_ = std::move(closed);
  with_arbiter([this](auto& arbiter) { reschedule(arbiter); });
}

void PciBus::show_traced(Time now) {
  with_arbiter([&](auto& engine) {
    probes_->on_bus.set(now, engine.size());
    probes_->utilisation.set(now, !engine.empty());
    if (engine.empty()) {
      probes_->owner.set(now, "-");
      probes_->transaction.set(now, {});
      return;
    }
    const Device& device = ports_[engine.holder()];
    std::string& master = probes_->masters[engine.holder()];
    if (master.empty()) master = device.master();
    probes_->owner.set(now, master);
    probes_->transaction.set(now, transaction_of(device.retrying ? nullptr : device.current));
  });
}

void PciBus::show_traced(const Device& device, Time now) {
  probes_->holders[device.index()].set(now, transaction_of(device.current));
}

TypeInfo PciBus::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary = "PCI or PCI-X bus: one transaction a device, turns of one slice, withheld END_REQ as back-pressure";
  info.source = "Milkovits 2005, section 6.2; PCI Local Bus Specification 2.2";
  info.ports = {
      {"device[i]", "base protocol", "target", "a master, of which there are up to " + std::to_string(max_devices)},
      {"window[j]", "base protocol", "initiator", "a target that answers to a range of addresses"}};
  info.statistics = {
      {"utilisation", "1", "fraction of time with a message on the bus"},
      {"contended", "1", "fraction of time with two or more messages on the bus"},
      {"overhead", "1", "fraction of time spent on changes of message"},
      {"wait_slot", "1", "messages on the bus outside the work slot, mean over time, summed over devices"}};
  PciConfig config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
