// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/session_table.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

Session& SessionTable::create(Time now) {
  const auto over = [](const Session& session) {
    return session.state == Session::State::ended || session.state == Session::State::lost;
  };
  for (; !sessions_.empty() && over(sessions_.front()); ++first_) sessions_.pop();
  Session session;
  session.number = next_++;
  session.asked = now;
  sessions_.push(session);
  ++counts_[static_cast<std::size_t>(session.state)];
  return sessions_[sessions_.size() - 1];
}

void SessionTable::refuse(std::uint32_t number) {
  throw ModelError("there is no session " + std::to_string(number));
}

Session& SessionTable::at(std::uint32_t number) {
  if (!knows(number)) refuse(number);
  return sessions_[number - first_];
}

const Session& SessionTable::at(std::uint32_t number) const {
  if (!knows(number)) refuse(number);
  return sessions_[number - first_];
}

void SessionTable::set_state(Session& session, Session::State state) {
  --counts_[static_cast<std::size_t>(session.state)];
  ++counts_[static_cast<std::size_t>(state)];
  session.state = state;
}

bool SessionTable::plays(std::uint32_t number, unsigned unit, std::uint32_t attempt) const {
  if (!knows(number)) return false;
  const Session& session = sessions_[number - first_];
  return session.state == Session::State::playing && session.unit == unit && session.attempt == attempt;
}

}  // namespace isochron
