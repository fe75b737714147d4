// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/trace_schedule.h>

#include <algorithm>
#include <utility>

#include <isochron/core/error.h>

namespace isochron {

std::uint64_t PacketTrace::bytes() const {
  std::uint64_t sum = 0;
  for (const PacketSchedule::Packet& packet : packets) sum += packet.bytes;
  return sum;
}

std::uint64_t PacketTrace::most_within(Time window) const {
  // Windows that begin with a packet; `end` runs once more over the repeated recording.
  const std::size_t size = packets.size();
  std::uint64_t most = 0;
  std::uint64_t sum = 0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < size; ++begin) {
    const Time until = packets[begin].due + window;
    while (end < begin + size && packets[end % size].due + end / size * period < until)
      sum += packets[end++ % size].bytes;
    most = std::max(most, sum);
    sum -= packets[begin].bytes;
  }
  return most;
}

void PacketTrace::rotate(Time by) {
  for (PacketSchedule::Packet& packet : packets) packet.due = (packet.due + by) % period;
  const auto first = std::is_sorted_until(
      packets.begin(), packets.end(),
      [](const PacketSchedule::Packet& one, const PacketSchedule::Packet& other) { return one.due < other.due; });
  std::rotate(packets.begin(), first, packets.end());
}

TraceSchedule::TraceSchedule(PacketTrace trace) : trace_(std::move(trace)), bytes_(trace_.bytes()) {
  if (trace_.packets.empty()) throw ModelError("a recording without packets");
  Time before = 0;
  for (const Packet& packet : trace_.packets) {
    if (packet.bytes == 0 || packet.due < before || packet.due >= trace_.period)
      throw ModelError("a recording of " + std::to_string(trace_.period) + " ps has a packet of " +
                       std::to_string(packet.bytes) + " B at " + std::to_string(packet.due) + " ps after one at " +
                       std::to_string(before) + " ps");
    before = packet.due;
    largest_ = std::max(largest_, packet.bytes);
  }
}

PacketSchedule::Packet TraceSchedule::packet(std::uint64_t number) const {
  const std::uint64_t size = trace_.packets.size();
  const Packet& packet = trace_.packets[number % size];
  return {packet.due + number / size * trace_.period, packet.bytes};
}

std::uint64_t TraceSchedule::first_at(Time offset) const {
  const auto found = std::lower_bound(trace_.packets.begin(), trace_.packets.end(), offset % trace_.period,
                                      [](const Packet& packet, Time time) { return packet.due < time; });
  // None is left of this period: the next one's first.
  return offset / trace_.period * trace_.packets.size() + static_cast<std::uint64_t>(found - trace_.packets.begin());
}

double TraceSchedule::mean_rate() const {
  return static_cast<double>(bytes_) / seconds(trace_.period);
}

Time TraceSchedule::longest_delay(std::uint64_t bytes) const {
  // When a packet comes, the last one with which it and all between them do not fit must have been played: the longest
  // delay is the least time between two such. Whole periods take whole times; for what is left a window slides over two
  // periods, of which the second has packets before each of its own.
  const std::uint64_t size = trace_.packets.size();
  const std::uint64_t rest = bytes % bytes_;
  Time least = end_of_time;
  std::uint64_t sum = 0;
  std::uint64_t first = 0;
  for (std::uint64_t last = 0; last < 2 * size; ++last) {
    sum += packet(last).bytes;
    while (sum - packet(first).bytes > rest) sum -= packet(first++).bytes;
    if (last >= size) least = std::min(least, packet(last).due - packet(first).due);
  }
  return bytes / bytes_ * trace_.period + least;
}

}  // namespace isochron
