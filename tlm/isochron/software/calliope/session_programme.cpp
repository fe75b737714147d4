// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/session_programme.h>

#include <isochron/software/calliope/constant_schedule.h>

namespace isochron {

namespace {
constexpr std::uint32_t audio_packet = 320;  // bytes: 40 ms of VAT
}

SessionProgramme::SessionProgramme(const StreamContents& contents, std::uint64_t audio, std::uint64_t seed)
    : contents_(contents), seed_(seed), schedules_(contents.schedules()) {
  schedules_.push_back(std::make_unique<ConstantSchedule>(audio, audio_packet));
}

CentralProcess::Item SessionProgramme::item(const Session& session, unsigned member) const {
  CentralProcess::Item item;
  const bool audio = member > 0;
  const std::size_t schedule = audio ? schedules_.size() - 1 : contents_.schedule_of(session.content);
  item.schedule = schedules_.at(schedule).get();
  item.file = std::uint64_t{session.content} * 2 + member;
  if (session.records) item.direction = NetworkProcess::Direction::record;
  item.offset = session.played;
  const double interval = static_cast<double>(item.schedule->largest()) / item.schedule->mean_rate() * 1e12;
  item.phase = contents_.phase_of(std::uint64_t{session.number} * 2 + member, interval, seed_);
  return item;
}

}  // namespace isochron
