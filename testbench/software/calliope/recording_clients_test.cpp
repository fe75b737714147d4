// SPDX-License-Identifier: Apache-2.0
// Clients who record: every packet at its recording's beginning, its phase and its time in the schedule.
#include <algorithm>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/calliope/constant_schedule.h>
#include <isochron/software/calliope/recording_clients.h>
#include <support/child_process.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

struct Recording {
  Time from = 0;
  Time until = 0;  ///< not itself
  std::uint32_t stream = 0;
  Time phase = 0;
  Time interval = 1;  ///< of packets, ps
  std::uint32_t bytes = 1;

  /// `bytes` in `interval`.
  std::uint64_t rate() const { return 8'000'000'000'000ull * bytes / interval; }
};

std::ostream& operator<<(std::ostream& out, const Recording& one) {
  return out << "[" << one.stream << " from " << one.from << " until " << one.until << ", phase " << one.phase << ", "
             << one.bytes << " B in " << one.interval << " ps]";
}

constexpr Time recorded_until = 3000;

/// What comes: "time stream recording number bytes".
class ListedArrivals {
 public:
  void take(Payload& payload, Time now) {
    const Tag& tag = tag_of(payload);
    if (tag.issued != now || tag.bytes != payload.get_data_length()) throw std::runtime_error("a packet's tag");
    add(now, tag.stream, tag.source, tag.sequence, tag.bytes);
  }
  void add(Time now, std::uint32_t stream, std::size_t recording, std::uint64_t number, std::uint32_t bytes) {
    text_ << now << " " << stream << " " << recording << " " << number << " " << bytes << "\n";
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

std::string by_the_sum(const std::vector<Recording>& recordings) {
  ListedArrivals arrivals;
  for (Time now = 0; now < recorded_until; ++now)
    for (std::uint32_t stream = 0; stream < 3; ++stream)
      for (std::size_t i = 0; i < recordings.size(); ++i) {
        const Recording& one = recordings[i];
        if (one.stream != stream || now < one.from + one.phase || now >= one.until) continue;
        const Time since = now - one.from - one.phase;
        if (since % one.interval == 0) arrivals.add(now, stream, i, since / one.interval, one.bytes);
      }
  return arrivals.text();
}

RC_GTEST_PROP(RecordingClients, sendsByTheSchedule, ()) {
  std::vector<Recording> recordings;
  for (std::uint32_t stream = 0; stream < 3; ++stream) {
    Time now = 0;
    const int number = *rc::gen::inRange(0, 4);
    for (int i = 0; i < number; ++i) {
      Recording one;
      one.stream = stream;
      one.from = now + *rc::gen::inRange<Time>(0, 50);
      one.until = one.from + *rc::gen::inRange<Time>(1, 900);
      one.phase = *rc::gen::inRange<Time>(0, 60);
      // So that bytes in an interval are a whole rate.
      one.interval = *rc::gen::element<Time>(1, 2, 8, 25, 50);
      one.bytes = *rc::gen::inRange(1u, 5000u);
      recordings.push_back(one);
      now = one.until;
    }
  }
  for (const Recording& one : recordings) RC_LOG() << one << " ";
  const std::string found = run_in_child([&] {
    Region region("region");
    MessagePool pool(1);
    Script script("script", region);
    RecordingClients clients("clients", {region, pool, Phases::shortcut}, 3);
    ListedArrivals arrivals;
    InletOf<ListedArrivals> inlet(arrivals, &ListedArrivals::take);
    InletPort unit("unit", inlet);
    clients.packets.bind(unit);
    std::vector<std::unique_ptr<ConstantSchedule>> schedules;
    std::uint32_t number = 0;
    for (const Recording& one : recordings) {
      schedules.push_back(std::make_unique<ConstantSchedule>(one.rate(), one.bytes));
      const ConstantSchedule& schedule = *schedules.back();
      script.at(one.from, [&clients, &schedule, one, number] {
        clients.begin(one.stream, number, schedule, one.phase, one.from);
      });
      script.at(one.until, [&clients, one] { clients.end(one.stream, one.until); });
      ++number;
    }
    simulate_to(region, recorded_until - 1);
    ReplicationRecord record;
    StatisticSink sink(record, 0, recorded_until);
    clients.report(sink);
    const std::string text = arrivals.text();
    if (record.components["clients"]["packets"] != static_cast<double>(std::count(text.begin(), text.end(), '\n')))
      throw std::runtime_error("packets");
    if (pool.outstanding() != 0) throw std::runtime_error("payloads are left");
    return text;
  });
  RC_ASSERT(found == by_the_sum(recordings));
}

}  // namespace
}  // namespace isochron::testbench
