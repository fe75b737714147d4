// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// What a client asks of a server: to play an item of content, or to record one. Its streams are a group, which is at
/// one storage unit and is controlled as a whole. Source: Calliope, section 2.2.
struct Session {
  enum class State : std::uint8_t {
    asked,     ///< the request is on its way to the coordinator
    deciding,  ///< waits for the coordinator's processor, or has it
    queued,    ///< waits for a unit
    playing,   ///< has its place at a unit, from the decision until the coordinator hears of the end
    ended,
    lost  ///< its unit failed
  };
  static constexpr unsigned states = 6;

  std::uint32_t number = 0;
  std::uint32_t content = 0;
  unsigned members = 1;  ///< streams of the group; 2: a composite item, video and audio
  bool records = false;  ///< content means nothing then
  State state = State::asked;
  Time asked = 0;     ///< when
  Time length = 0;    ///< ps
  Time estimate = 0;  ///< of a recording's length, which is not less
  Time played = 0;    ///< until a unit stopped to play it, at its end or since it failed; ps
  Time began = 0;     ///< when its present unit began to play it
  unsigned unit = 0;  ///< since it was admitted last
  unsigned disk = 0;  ///< of the unit, that has the first member; the next member is on the next disk
  /// Times that it was admitted: messages about another one than the last are from before a failure.
  std::uint32_t attempt = 0;

  /// Still to be played, ps.
  Time left() const { return length - played; }
};

}  // namespace isochron
