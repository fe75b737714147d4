// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <isochron/core/ring.h>
#include <isochron/software/calliope/session.h>

namespace isochron {

/// All sessions of a server by their numbers, which are given in order. One that is over is forgotten once all before
/// it are over too.
class SessionTable {
 public:
  static constexpr const char* calls = "sessions of a server";

  /// A new one, asked for now. Earlier references to sessions become invalid.
  Session& create(Time now);
  /// Throws ModelError if there is no such session, or it is forgotten.
  Session& at(std::uint32_t number);
  const Session& at(std::uint32_t number) const;
  void set_state(Session& session, Session::State state);

  /// Calls `function(Session&)` for each that is not forgotten, in their order.
  template <class Function>
  void for_each(Function function) {
    for (std::size_t i = 0; i < sessions_.size(); ++i) function(sessions_[i]);
  }
  template <class Function>
  void for_each(Function function) const {
    for (std::size_t i = 0; i < sessions_.size(); ++i) function(sessions_[i]);
  }

  std::uint64_t created() const { return next_; }
  /// Sessions in this state now; of those that are over all that ever were.
  std::uint64_t count(Session::State state) const { return counts_[static_cast<std::size_t>(state)]; }
  /// A session and one attempt of it that a unit plays now.
  bool plays(std::uint32_t number, unsigned unit, std::uint32_t attempt) const;

 private:
  bool knows(std::uint32_t number) const { return number >= first_ && number < next_; }
  [[noreturn]] static void refuse(std::uint32_t number);

  Ring<Session> sessions_;
  std::uint32_t first_ = 0;  ///< that is not forgotten
  std::uint32_t next_ = 0;
  std::array<std::uint64_t, Session::states> counts_{};
};

}  // namespace isochron
