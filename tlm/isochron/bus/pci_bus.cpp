// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/pci_bus.h>

#include <isochron/core/error.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// A master's place on the bus.
class PciBus::Place final : public AtTargetOf<PciBus>, public Region::Requester {
 public:
  Place(PciBus& bus, const std::string& name, const Domain& domain, unsigned index)
      : AtTargetOf<PciBus>(name.c_str(), domain, bus, index) {
    domain.region.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
  }

  void ask(Time now) override { client().ask(*this, now); }

  Payload* next = nullptr;     ///< requested, not yet on the bus
  Payload* current = nullptr;  ///< has the place
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
  Window(PciBus& bus, const std::string& name, const Domain& domain, unsigned index)
      : AtInitiatorOf<PciBus>(name.c_str(), domain, bus, index) {}

  Place* presented = nullptr;
  Place* accepted = nullptr;  ///< the place whose request was accepted last
  Ring<Place*> waiting;
  Ring<Place*> reading;  ///< accepted reads whose data has not come
};

struct PciBus::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  NumberProbe on_bus;
  UtilisationProbe utilisation;
  std::vector<TransactionProbe> places;
  std::vector<std::string> masters;  ///< by place; filled when it is first needed
};

PciBus::PciBus(const sc_core::sc_module_name& name, const Domain& domain, const PciConfig& config, Model model,
               unsigned devices, unsigned windows)
    : sc_module(name),
      region_(domain.region),
      paper_(config.timing == PciTimingMode::paper),
      retries_(config.timing == PciTimingMode::protocol),
      turns_(make_turns(model, config.slice_timing(), devices)),
      grid_(config.grid()),
      config_(config),
      model_(model) {
  if (devices > max_devices) throw ModelError(std::string(this->name()) + ": more than 64 devices on a bus");
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
  region_.join(static_cast<Region::Entrance&>(*this));
  for (unsigned i = 0; i < devices; ++i)
    places_.push_back(std::make_unique<Place>(*this, "device[" + std::to_string(i) + "]", domain, i));
  for (unsigned i = 0; i < windows; ++i)
    windows_.push_back(std::make_unique<Window>(*this, "window[" + std::to_string(i) + "]", domain, i));
}

PciBus::~PciBus() = default;

std::variant<TurnsInClosedForm, TurnsStepByStep> PciBus::make_turns(Model model, const SliceTiming& timing,
                                                                    unsigned devices) {
  if (model == Model::fast) return TurnsInClosedForm(timing, devices);
  return TurnsStepByStep(timing, devices);
}

AtTargetBase& PciBus::device(unsigned index) {
  return *places_.at(index);
}
AtInitiatorBase& PciBus::window(unsigned index) {
  return *windows_.at(index);
}
const StageStatistics& PciBus::statistics(unsigned index) const {
  return places_.at(index)->statistics;
}

void PciBus::on_request(AtTargetBase& socket, Payload& payload, Time now) {
  Place& place = static_cast<Place&>(socket);
  place.next = &payload;
  if (place.current == nullptr)
    region_.request(place);
  else
    place.statistics.wait_link.enter(now);
}

void PciBus::ask(Place& place, Time now) {
  const std::optional<unsigned> index = map_.decode(place.next->get_address(), place.next->get_data_length());
  if (!index) {
    refuse(place, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (place.next->get_data_length() == 0) {
    refuse(place, tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  Window& window = *windows_[*index];
  place.next_window = &window;
  if (window.presented == nullptr)
    present(window, place);
  else
    window.waiting.push(&place);
  if (place.current == nullptr) {  // not granted at once (`next` may be the device's next request by now)
    place.statistics.wait_buffer.enter(now);
    // PCI knows no queue of requests: an attempt is made, refused, and then masked by the arbiter until the target is
    // ready.
    if (retries_ && place.next->is_write()) {
      place.retrying = true;
      enter_soon(place);
    }
  }
}

void PciBus::refuse(Place& place, tlm::tlm_response_status status) {
  Payload& payload = *place.next;
  place.next = nullptr;
  payload.set_response_status(status);
  place.ready(payload);
}

void PciBus::present(Window& window, Place& place) {
  window.presented = &place;
  window.send(*place.next);
}

void PciBus::on_accepted(AtInitiatorBase& socket, Payload& payload, Time now) {
  Window& window = static_cast<Window&>(socket);
  Place& place = *window.presented;
  window.presented = nullptr;
  window.accepted = &place;
  if (payload.is_write())
    granted(place, now);
  else
    window.reading.push(&place);
  if (window.presented == nullptr && !window.waiting.empty()) present(window, *window.waiting.pop());
}

void PciBus::granted(Place& place, Time now) {
  if (place.statistics.wait_buffer.inside()) place.statistics.wait_buffer.leave(now);
  Payload& payload = *place.next;
  place.next = nullptr;
  place.current = &payload;
  place.window = place.next_window;
  place.across = false;
  place.answered = false;
  if (payload.has_mm()) payload.acquire();
  place.statistics.busy.enter(now);
  show(place, now);
  if (place.retrying && !is_entering(place)) {
    place.granted_meanwhile = true;  // its refused attempt is still on the bus
  } else {
    place.retrying = false;
    enter_soon(place);
  }
  place.accept(payload);
}

bool PciBus::is_entering(const Place& place) const {
  return (entering_ >> place.index() & 1) != 0;
}

void PciBus::enter_soon(Place& place) {
  entering_ |= std::uint64_t{1} << place.index();
  region_.enter_at_end_of_instant(*this);
}

void PciBus::put_on_bus(Place& place, const SliceNeed& need, Time now) {
  turns([&](auto& engine) { engine.enter(tick_next(now), tick_passed(now), place.index(), need); });
}

void PciBus::enter(Time now) {
  for (; entering_ != 0; entering_ &= entering_ - 1) {
    Place& place = *places_[static_cast<unsigned>(__builtin_ctzll(entering_))];
    if (place.retrying) {
      put_on_bus(place, config_.retry(), now);
      continue;
    }
    const std::uint64_t bytes = place.current->get_data_length();
    if (bytes != need_bytes_) {
      need_bytes_ = bytes;
      need_ = config_.need(bytes);
    }
    put_on_bus(place, need_, now);
  }
  present_size(now);
  reschedule();
  show(now);
}

void PciBus::present_size(Time now) {
  const unsigned size = turns([](auto& engine) { return engine.size(); });
  if ((size > 0) != busy_.inside()) size > 0 ? busy_.enter(now) : busy_.leave(now);
  if ((size > 1) != contended_.inside()) size > 1 ? contended_.enter(now) : contended_.leave(now);
}

void PciBus::reschedule() {
  turns([this](auto& engine) {
    if (!engine.empty()) region_.schedule(*this, to_time(engine.next()));
  });
}

void PciBus::complete(Time now) {
  const int slot = turns([](auto& engine) { return engine.due(); });
  reschedule();
  show(now);
  if (slot < 0) return;
  present_size(now);
  Place& place = *places_[static_cast<unsigned>(slot)];
  if (place.retrying) {
    place.retrying = false;
    if (!place.granted_meanwhile) return;
    place.granted_meanwhile = false;
    enter_soon(place);
    return;
  }
  place.across = true;
  if (place.answered) finish(place, now);
}

PciBus::Place& PciBus::place_of(const Window& window, const Payload& payload) {
  if (window.accepted != nullptr && window.accepted->current == &payload) return *window.accepted;
  for (const std::unique_ptr<Place>& place : places_)
    if (place->current == &payload) return *place;
  throw ModelError(std::string(window.name()) + ": a response to nothing");
}

void PciBus::on_response(AtInitiatorBase& socket, Payload& payload, Time now) {
  Window& window = static_cast<Window&>(socket);
  if (!payload.is_write()) {
    // The data has come: now it crosses the bus.
    for (std::size_t n = window.reading.size(); n > 0; --n) {
      Place& place = *window.reading.pop();
      if (place.next == &payload) {
        granted(place, now);
        place.answered = true;
        return;
      }
      window.reading.push(&place);
    }
    throw ModelError(std::string(window.name()) + ": a response to nothing");
  }
  Place& place = place_of(window, payload);
  place.answered = true;
  if (place.across) finish(place, now);
}

void PciBus::finish(Place& place, Time now) {
  Payload& payload = *place.current;
  Window& window = *place.window;
  place.current = nullptr;
  place.statistics.busy.leave(now);
  ++place.statistics.messages;
  place.statistics.bytes += payload.get_data_length();
  show(place, now);
  if (place.next != nullptr) {
    place.statistics.wait_link.leave(now);
    region_.request(place);
  }
  // The master first: a bridge that has been given the payload sends it on, and with it the response status.
  place.ready(payload);
  window.complete(payload);
  if (payload.has_mm()) payload.release();
}

unsigned PciBus::on_debug(AtTargetBase&, Payload& payload) {
  const std::optional<unsigned> index = map_.decode(payload.get_address(), payload.get_data_length());
  if (!index) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  return windows_[*index]->debug(payload);
}

void PciBus::start_window(Time now) {
  turns([&](auto& engine) {
    engine.advance(tick_passed(now));
    overhead_before_ = engine.overhead();
    for (const std::unique_ptr<Place>& place : places_) {
      place->statistics.start_window(now);
      place->in_slot_before = engine.in_slot(place->index());
    }
    if (!engine.empty()) places_[engine.holder()]->in_slot_before -= engine.ahead_of(tick_passed(now));
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
  for (const std::unique_ptr<Place>& place : places_) {
    wait_slots += wait_slot(place->index(), now);
    sink.part(place->master_path()).stage(place->statistics);
  }
  figures.fraction("wait_slot", wait_slots);
}

Time PciBus::wait_slot(unsigned index, Time now) {
  return turns([&](auto& engine) {
    engine.advance(tick_passed(now));
    std::uint64_t in_slot = engine.in_slot(index) - places_[index]->in_slot_before;
    if (!engine.empty() && engine.holder() == index) in_slot -= engine.ahead_of(tick_passed(now));
    const Time on_bus = places_[index]->statistics.busy.total(now);
    const Time held = to_time(in_slot);
    return on_bus > held ? on_bus - held : 0;
  });
}

Time PciBus::overhead(Time now) {
  return turns([&](auto& engine) {
    engine.advance(tick_passed(now));
    return to_time(engine.overhead() - overhead_before_);
  });
}

void PciBus::report_waits(std::vector<Wait>& waits) const {
  for (const std::unique_ptr<Place>& place : places_) {
    if (place->next != nullptr && place->current == nullptr && place->next_window != nullptr)
      waits.push_back({place->name(), "a buffer", place->next_window->name()});
    else if (place->next != nullptr && place->current != nullptr)
      waits.push_back({place->name(), "its place", name()});
    if (place->current != nullptr && place->across)
      waits.push_back({place->name(), "the response", place->window->name()});
  }
}

void PciBus::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->owner, name(), "owner", "master in the work slot");
  list.add(own_probes_->transaction, name(), "transaction", "message in the work slot");
  list.add(own_probes_->on_bus, name(), "on_bus", devices(), "messages that take turns on the bus");
  list.add(own_probes_->utilisation, name(), "fraction of the time with a message on the bus");
  own_probes_->places.resize(devices());
  own_probes_->masters.resize(devices());
  for (const std::unique_ptr<Place>& place : places_)
    list.add(own_probes_->places[place->index()], place->name(), "holder", "message that has the place on the bus");
}

void PciBus::start_trace(Time now) {
  probes_ = own_probes_.get();
  if (TurnsInClosedForm* const closed = std::get_if<TurnsInClosedForm>(&turns_)) {
    closed->advance(tick_passed(now));
    TurnsStepByStep stepping(std::move(*closed));
    turns_ = std::move(stepping);
    reschedule();
  }
  show_traced(now);
  for (const std::unique_ptr<Place>& place : places_) show_traced(*place, now);
}

void PciBus::stop_trace() {
  probes_ = nullptr;
  if (model_ == Model::reference) return;
  TurnsInClosedForm closed(std::move(*std::get_if<TurnsStepByStep>(&turns_)));
  turns_ = std::move(closed);
  reschedule();
}

void PciBus::show_traced(Time now) {
  turns([&](auto& engine) {
    probes_->on_bus.set(now, engine.size());
    probes_->utilisation.set(now, !engine.empty());
    if (engine.empty()) {
      probes_->owner.set(now, "-");
      probes_->transaction.set(now, {});
      return;
    }
    const Place& place = *places_[engine.holder()];
    std::string& master = probes_->masters[engine.holder()];
    if (master.empty()) master = place.master();
    probes_->owner.set(now, master);
    probes_->transaction.set(now, transaction_of(place.retrying ? nullptr : place.current));
  });
}

void PciBus::show_traced(const Place& place, Time now) {
  probes_->places[place.index()].set(now, transaction_of(place.current));
}

TypeInfo PciBus::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary = "PCI or PCI-X bus: one place a device, turns of one slice, withheld END_REQ as back-pressure";
  info.source = "Milkovits 2005, section 6.2; PCI Local Bus Specification 2.2";
  info.ports = {{"device[i]", "base protocol", "target", "a master's place on the bus"},
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
