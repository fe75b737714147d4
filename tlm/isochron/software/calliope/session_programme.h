// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/software/calliope/session_player.h>
#include <isochron/software/calliope/session_table.h>
#include <isochron/software/calliope/stream_contents.h>

namespace isochron {

/// What the sessions of a server play and record: their first members the server's contents, the second ones of
/// composite sessions audio of a constant rate. An item has no disk of its own.
class SessionProgramme final : public SessionPlayer::Programme {
 public:
  /// `audio`: rate, bit/s.
  SessionProgramme(const StreamContents& contents, std::uint64_t audio, std::uint64_t seed);

  CentralProcess::Item item(const Session& session, unsigned member) const override;

 private:
  StreamContents contents_;
  std::uint64_t seed_;
  StreamContents::Schedules schedules_;  ///< of the contents, then of audio
};

/// The sessions of a server, and what they are about.
struct ServerSessions {
  ServerSessions(const StreamContents& contents, std::uint64_t audio, std::uint64_t seed)
      : programme(contents, audio, seed) {}

  SessionTable table;
  SessionProgramme programme;
};

}  // namespace isochron
