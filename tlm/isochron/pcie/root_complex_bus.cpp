// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/root_complex_bus.h>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/timed_wait.h>

namespace isochron {

struct RootComplexBus::Probes {
  NumberProbe under_way;
  NumberProbe waiting;
};

RootComplexBus::RootComplexBus(const char* name, const Domain& domain, const Config& config, Host& host)
    : DueQueue(domain.region, Region::Rank::bus),
      socket(name, domain, *this),
      region_(domain.region),
      host_(host),
      first_(config.first),
      accesses_(config.accesses),
      contents_(socket.name(), config.first, config.size, config.content) {
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
}

RootComplexBus::~RootComplexBus() = default;

void RootComplexBus::on_request(AtTargetBase&, Payload& payload, Time now) {
  const bool is_access = payload.get_command() != tlm::TLM_IGNORE_COMMAND;
  const tlm::tlm_response_status status = is_access ? contents_.status_of(payload) : tlm::TLM_OK_RESPONSE;
  if (!is_access || status != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(status);
    answer(payload, false);
  } else if (is_full()) {
    waiting_ = &payload;
    wait_.enter(now);
    show(now);
  } else {
    begin(payload, now);
  }
}

void RootComplexBus::begin(Payload& payload, Time now) {
  under_way_.change(now, 1);
  contents_.exchange(payload);
  const auto access = payload.is_read() ? TimedMemory::Access::read : TimedMemory::Access::write;
  push(host_.access_done(payload.get_address() - first_, payload.get_data_length(), access, now), &payload);
  show(now);
  // The last thing: from within, the master may make its next request.
  socket.accept(payload);
}

void RootComplexBus::due(Payload*& payload, Time) {
  (payload->is_read() ? read_ : written_) += payload->get_data_length();
  payload->set_response_status(tlm::TLM_OK_RESPONSE);
  answer(*payload, true);
}

void RootComplexBus::answer(Payload& payload, bool has_place) {
  answered_.push(has_place);
  socket.ready(payload);
}

void RootComplexBus::on_complete(AtTargetBase&, Payload&, Time now) {
  if (!answered_.pop()) return;
  under_way_.change(now, -1);
  show(now);
  // The end of this access is to be over before another one begins.
  if (waiting_ != nullptr) region_.request(*this);
}

void RootComplexBus::ask(Time now) {
  if (waiting_ == nullptr || is_full()) return;
  Payload& payload = *waiting_;
  waiting_ = nullptr;
  wait_.leave(now);
  begin(payload, now);
}

Statistics<RootComplexBus> RootComplexBus::statistics() {
  Statistics<RootComplexBus> table;
  table.rate("read", &RootComplexBus::read_, "bytes that bus masters read");
  table.rate("written", &RootComplexBus::written_, "bytes that bus masters wrote");
  table.mean("under_way", &RootComplexBus::under_way_, "accesses of bus masters under way, mean over time");
  table.fraction("wait_place", &RootComplexBus::wait_, "fraction of time with an access that waits for others to end");
  return table;
}

void RootComplexBus::report_waits(std::vector<Wait>& waits) const {
  if (wait_.inside()) waits.push_back(TimedWait::make(socket.master_path(), "a place", name(), wait_, region_.now()));
  if (!answered_.empty()) waits.push_back({name(), "END_RESP", socket.master_path()});
}

void RootComplexBus::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->under_way, name(), "under_way", accesses_, "accesses of bus masters under way");
  list.add(own_probes_->waiting, name(), "waiting", 1, "accesses whose END_REQ is withheld until another one ends");
}

void RootComplexBus::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void RootComplexBus::show_traced(Time now) {
  probes_->under_way.set(now, static_cast<std::uint64_t>(under_way_.level()));
  probes_->waiting.set(now, waiting_ != nullptr ? 1 : 0);
}

}  // namespace isochron
