// SPDX-License-Identifier: Apache-2.0
#include "software/calliope/coordinator_bench.h"

#include <isochron/core/simulation.h>

namespace isochron::testbench {

CoordinatorBench::CoordinatorBench(const Coordinator::Config& config)
    : coordinator("coordinator", domain, config, sessions), clients_(pool, to_coordinator_, SessionPost::clients, 1) {
  coordinator.orders.bind(unit_orders_);
  to_coordinator_.bind(coordinator.messages);
  for (unsigned unit = 0; unit < config.units; ++unit)
    units_.emplace_back(pool, to_coordinator_, SessionPost::station_of(unit), 1);
}

CoordinatorBench::~CoordinatorBench() = default;

void CoordinatorBench::request(const Request& request) {
  script.at(request.at, [this, request] {
    Session& session = sessions.create(region.now());
    session.content = request.content;
    session.members = request.members;
    session.records = request.records;
    session.length = request.length;
    session.estimate = request.estimate;
    clients_.send(SessionPost::Kind::request, SessionPost::coordinator, session, region.now());
  });
}

void CoordinatorBench::ordered(Payload& payload, Time now) {
  Session& session = sessions.at(SessionPost::session_of(payload));
  session.began = now;
  orders.push_back({now, session.number, session.unit, session.disk});
  region.call_at(now + session.left(), [this, then = session] {
    if (sessions.plays(then.number, then.unit, then.attempt)) sessions.at(then.number).played = then.length;
    units_[then.unit].send(SessionPost::Kind::ended, SessionPost::coordinator, then, region.now());
  });
}

void CoordinatorBench::break_connection(unsigned unit, Time at) {
  script.at(at, [this, unit, at] {
    sessions.for_each([unit, at](Session& session) {
      if (session.state == Session::State::playing && session.unit == unit && session.left() > 0)
        session.played += at - session.began;
    });
    coordinator.connection_broken(unit, at);
  });
}

void CoordinatorBench::restore(unsigned unit, Time at) {
  script.at(at, [this, unit] { units_[unit].send_returned(region.now()); });
}

void CoordinatorBench::run(Time end) {
  simulate_to(region, end);
}

}  // namespace isochron::testbench
