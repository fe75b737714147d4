// SPDX-License-Identifier: Apache-2.0
#include "round_trip_run.h"

#include <isochron/core/split_mix.h>
#include <isochron/protocol/message_pool.h>

using namespace isochron;

class RoundTripRun::Trip final : public Inlet, public StrandSource::Server {
 public:
  Trip(const RoundTrip& declared, MessagePool& pool) : declared_(declared), pool_(pool) {}

  const RoundTrip& declared() const { return declared_; }
  void attach(const JobPorts& ports) {
    in_ = ports.in;
    ports.out->connect(*this);
  }
  void start_window() {
    bytes_ = 0;
    times_.clear();
  }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t fingerprint() const { return fingerprint_; }
  HistogramSample times() const { return times_.sample(); }

 private:
  /// At the start.
  void request(std::uint64_t, Time now) override { begin(now); }
  /// It has come back.
  void accept(Payload&, Time now) override {
    bytes_ += declared_.bytes;
    times_.add(now - begun_);
    fingerprint_ = mix(fingerprint_ ^ now);
    begin(now);
  }
  void begin(Time now) {
    begun_ = now;
    Message& message = pool_.allocate(0, static_cast<unsigned>(declared_.bytes));
    Tag tag;
    tag.sequence = number_++;
    tag.issued = now;
    tag.bytes = static_cast<std::uint32_t>(declared_.bytes);
    message.tag().copy_from(tag);
    in_->accept(message, now);
    message.release();
  }

  const RoundTrip& declared_;
  MessagePool& pool_;
  Inlet* in_ = nullptr;
  Time begun_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t fingerprint_ = 0;
  // In the window:
  std::uint64_t bytes_ = 0;
  DelayHistogram times_;
};

RoundTripRun::RoundTripRun(const WorkloadContext& context) : context_(context) {
  for (const RoundTrip& one : context.netlist.workloads.of<RoundTrip>())
    trips_.push_back(std::make_unique<Trip>(one, context.domain.pool));
}

RoundTripRun::~RoundTripRun() = default;

void RoundTripRun::add_parts(Assembly& machine) {
  for (const auto& trip : trips_)
    machine.part<StrandSource>(trip->declared().name, [&](const char* name) {
      return std::make_unique<StrandSource>(name, machine.domain().region, StrandSource::Config{1, 1, 0}, *trip);
    });
}

void RoundTripRun::part_built(std::size_t part, BuildContext& context) {
  for (const auto& trip : trips_)
    if (trip->declared().part == part) trip->attach(context.job_ports);
}

void RoundTripRun::start_window(Time) {
  for (const auto& trip : trips_) trip->start_window();
}

void RoundTripRun::add_to(ReplicationRecord& record, double window) const {
  std::uint64_t bytes = 0;
  for (const auto& trip : trips_) {
    bytes += trip->bytes();
    record.histograms[trip->declared().name + ".time"] = trip->times();
    record.fingerprint = mix(record.fingerprint ^ trip->fingerprint());
  }
  add_figure(record, "round_trips.bandwidth", "B/s", static_cast<double>(bytes) / window);
}
