// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/central_process.h>

#include <algorithm>
#include <utility>

#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

namespace {
/// Files of the filtered versions follow each other in the numbering of files.
constexpr std::uint64_t versions = 3;
}  // namespace

CentralProcess::CentralProcess(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               std::vector<Item> first, std::uint64_t disks, std::uint64_t streams, std::uint64_t seed)
    : sc_module(name),
      domain_(domain),
      config_(config),
      first_(std::move(first)),
      disks_(disks),
      streams_(streams),
      seed_(seed) {
  for (std::uint32_t stream = 0; stream < streams; ++stream) free_.push(stream);
  SC_HAS_PROCESS(CentralProcess);
  SC_METHOD(begin_first);  // at time 0
}

CentralProcess::~CentralProcess() = default;

void CentralProcess::begin_first() {
  domain_.region.advance(kernel_now());
  for (const Item& item : first_) {
    const std::uint32_t number = begin(item, kernel_now());
    if (config_.start != Start::together || item.direction == NetworkProcess::Direction::record) continue;
    streams_[number].others_wait = streams_[number].waits = true;
    ++to_load_;
  }
}

unsigned CentralProcess::freest_disk() const {
  unsigned best = 0;
  for (unsigned disk = 1; disk < disks_; ++disk)
    if (parts_.disks->free_seats(disk) > parts_.disks->free_seats(best)) best = disk;
  return best;
}

std::uint32_t CentralProcess::begin(const Item& item, Time now) {
  if (free_.empty()) throw ModelError(std::string(name()) + ": more streams than it has room for");
  const std::uint32_t number = free_.pop();
  Stream& stream = streams_[number];
  const std::uint32_t life = stream.life + 1;
  stream = Stream();
  stream.life = life;
  stream.active = true;
  stream.item = item;
  stream.asked = now;
  stream.disk = item.disk ? *item.disk : freest_disk();
  stream.draws = random_stream(seed_, name(), "viewer " + std::to_string(number) + "." + std::to_string(life));
  set_place(number, item.offset);
  const std::optional<DutyCycle::Seat> seat = parts_.disks->seat(number, stream.disk, now);
  if (!seat) throw ModelError(std::string(name()) + ": a stream is to begin for which the disks have no slot");
  stream.turn = seat->turn;
  ++active_;
  level_.change(now, 1);
  if (traced_) probe_.set(now, active_);
  parts_.network->open(number, item.direction, now);
  load(number, now);
  if (item.direction == NetworkProcess::Direction::record) {
    parts_.network->play(number, now, now);
    parts_.cameras->begin(number, parts_.network->generation(number), *item.schedule, item.phase, now);
  } else if (config_.vcr_interval > 0) {
    expect_command(number, now);
  }
  return number;
}

void CentralProcess::set_place(std::uint32_t number, Time place) {
  Stream& stream = streams_[number];
  stream.place = place;
  // A filtered file goes through the contents `skip` times as fast; played backwards it begins at their end, which is
  // as good as any other place.
  const Time in_file = place_in_file(stream);
  const std::uint64_t file = stream.item.file * versions + static_cast<std::uint64_t>(stream.version);
  const auto block = static_cast<std::uint64_t>(seconds(in_file) * stream.item.schedule->mean_rate() /
                                                static_cast<double>(config_.block));
  if (parts_.files->striped()) stream.disk = parts_.files->disk_of(file, block);
  parts_.files->set(number, file, block, stream.disk);
}

Time CentralProcess::place_in_file(const Stream& stream) const {
  return stream.version == Version::normal ? stream.place : stream.place / config_.skip;
}

void CentralProcess::load(std::uint32_t number, Time now) {
  const Stream& stream = streams_[number];
  const PacketSchedule& schedule = *stream.item.schedule;
  parts_.network->load(number, schedule, schedule.first_at(place_in_file(stream)), now);
}

void CentralProcess::loaded(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  if (stream.others_wait) {
    stream.others_wait = false;
    wait_for_one_less(now);
    return;
  }
  const bool waits = config_.start == Start::slot || stream.commanded;
  const Time start = waits ? std::max(now, stream.turn + parts_.disks->slot()) : now;
  if (start == now) {
    play(number, now);
    return;
  }
  const std::uint32_t life = stream.life;
  const std::uint32_t generation = parts_.network->generation(number);
  domain_.region.call_at(start, [this, number, life, generation, start] {
    if (streams_[number].active && streams_[number].life == life && parts_.network->generation(number) == generation)
      play(number, start);
  });
}

void CentralProcess::wait_for_one_less(Time now) {
  if (--to_load_ > 0) return;
  for (std::uint32_t number = 0; number < streams_.size(); ++number)
    if (streams_[number].waits) play(number, now);
}

void CentralProcess::play(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  stream.waits = false;
  stream.has_viewer = true;
  stream.began = now;
  const Time delay = stream.item.schedule->longest_delay(config_.client_buffer);
  parts_.viewers->begin(number, delay, config_.client_buffer, now, parts_.network->generation(number));
  // The file's place is due now, its first packet from there on perhaps later.
  const PacketSchedule& schedule = *stream.item.schedule;
  const Time place = place_in_file(stream);
  const Time until_first = schedule.packet(schedule.first_at(place)).due - place;
  parts_.network->play(number, now + stream.item.phase + until_first, now);
}

void CentralProcess::started(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  (stream.commanded ? vcr_delays_ : starts_).add(now - stream.asked);
  stream.commanded = false;
  if (stream.seen) return;
  stream.seen = true;
  if (viewing_ != nullptr) viewing_->seen(number, now);
}

Time CentralProcess::place_of(const Stream& stream, Time now) const {
  if (now <= stream.began) return stream.place;
  const Time played = now - stream.began;
  if (stream.version == Version::normal) return stream.place + played;
  const Time skipped = played * config_.skip;
  if (stream.version == Version::forward) return stream.place + skipped;
  return stream.place > skipped ? stream.place - skipped : 0;
}

void CentralProcess::expect_command(std::uint32_t number, Time now) {
  boost::random::exponential_distribution<double> gaps(1 / seconds(config_.vcr_interval));
  const Time at = now + static_cast<Time>(gaps(streams_[number].draws) * static_cast<double>(second));
  const std::uint32_t life = streams_[number].life;
  domain_.region.call_at(at, [this, number, life, at] {
    if (!streams_[number].active || streams_[number].life != life) return;
    command(number, at);
    expect_command(number, at);
  });
}

void CentralProcess::command(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  if (!stream.has_viewer || stream.commanded) return;  // the one before has not been carried out
  ++commands_;
  const Time place = place_of(stream, now);
  // Whoever winds goes back to playing; whoever plays winds forward or back.
  if (stream.version != Version::normal)
    stream.version = Version::normal;
  else
    stream.version = (stream.draws() & 1) == 0 ? Version::forward : Version::backward;
  stream.commanded = true;
  stream.has_viewer = false;
  stream.asked = now;
  parts_.network->halt(number, now);
  parts_.viewers->end(number, false, now);
  set_place(number, place);
  stream.turn = parts_.disks->move(number, stream.disk, now).turn;
  load(number, now);
}

void CentralProcess::stop(std::uint32_t number, bool cut, Time now) {
  Stream& stream = streams_[number];
  if (!stream.active) throw ModelError(std::string(name()) + ": a stream is to end that has not begun");
  stream.active = stream.waits = false;
  --active_;
  level_.change(now, -1);
  if (traced_) probe_.set(now, active_);
  if (stream.item.direction == NetworkProcess::Direction::record)
    parts_.cameras->end(number, now);
  else if (stream.has_viewer)
    parts_.viewers->end(number, cut, now);
  parts_.network->close(number, now);
  parts_.disks->leave(number, now);
  free_.push(number);
  if (!stream.others_wait) return;
  stream.others_wait = false;
  wait_for_one_less(now);
}

void CentralProcess::fail(Time now) {
  for (Stream& stream : streams_) stream.others_wait = false;
  to_load_ = 0;
  for (std::uint32_t stream = 0; stream < streams_.size(); ++stream)
    if (streams_[stream].active) stop(stream, true, now);
}

Statistics<CentralProcess> CentralProcess::statistics() {
  Statistics<CentralProcess> table;
  table.mean("streams", &CentralProcess::level_, "streams that the unit has, mean over time");
  table.count("commands", &CentralProcess::commands_, "commands of viewers, to wind or to play on");
  table.distribution("start_delay", &CentralProcess::starts_,
                     "from a stream's beginning to its first packet; a distribution");
  table.distribution("vcr_delay", &CentralProcess::vcr_delays_,
                     "from a viewer's command to the first packet after it; a distribution");
  return table;
}

void CentralProcess::report_waits(std::vector<Wait>& waits) const {
  if (to_load_ > 0) waits.push_back({name(), "first blocks of streams", parts_.disks->name()});
}

void CentralProcess::list_probes(ProbeList& list) {
  list.add(probe_, name(), "streams", streams_.size(), "streams that the unit has");
}

void CentralProcess::start_trace(Time now) {
  traced_ = true;
  probe_.set(now, active_);
}

TypeInfo CentralProcess::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The process of a storage unit that begins and ends its streams, and does what viewers ask for";
  info.source = "Calliope, sections 2.3 and 2.3.1";
  info.ports = {{"disks", DutyCycle::calls, "initiator", "the disks' duty cycle, in which streams have seats"},
                {"network", NetworkProcess::calls, "initiator", "the process that sends and takes packets"},
                {"viewers", StreamClients::calls, "initiator", "who plays the streams"},
                {"cameras", RecordingClients::calls, "initiator", "who records"},
                {"streams", calls, "target", "the part that begins and ends streams"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
