// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/block_times.h>

#include <algorithm>
#include <numeric>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>

namespace isochron {

std::vector<std::uint64_t> BlockTimes::Config::sizes() const {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = least; size <= most; size *= 2) sizes.push_back(size);
  return sizes;
}

BlockTimes::BlockTimes(const Config& config, std::uint64_t seed, WorkDone& done)
    : config_(config), sizes_(config.sizes()), seed_(seed), done_(done) {}

std::uint64_t BlockTimes::position(std::uint64_t block) const {
  SplitMix64 stream = random_stream(seed_, "position", block);
  const std::uint64_t last = config_.capacity - bytes(block);
  return boost::random::uniform_int_distribution<std::uint64_t>(config_.begin, last)(stream);
}

void BlockTimes::batch_read(std::uint64_t read, Time now) {
  ends_.push_back(now);
  read_.push_back(read);
  if (ends_.size() == sizes_.size()) done_.work_done(now);
}

std::vector<StatisticInfo> BlockTimes::figures() {
  return {{"throughput", "B/s", "of all disks, with the largest blocks"},
          {"fit.latency", "s", "of the straight line of least squares through the time of a block against its size"},
          {"fit.rate", "B/s", "the slope of that line, as a rate"},
          {"block_time.least", "s", "of the smallest blocks: time until all are read over their number"},
          {"block_time.most", "s", "the same of the largest"},
          {"blocks.failed", "1", "blocks that were not read, since their disk has failed"},
          {"completion_time", "s", "until the last block of all sizes is read"}};
}

void BlockTimes::add_to(ReplicationRecord& record) const {
  const auto add = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  // y = latency + x / rate through the time of a block of each size.
  const double n = static_cast<double>(sizes_.size());
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  std::vector<double> times;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const double x = static_cast<double>(sizes_[i]),
                 y = seconds(ends_[i] - (i == 0 ? 0 : ends_[i - 1])) / std::max(static_cast<double>(read_[i]), 1.0);
    times.push_back(y);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
  const std::uint64_t read = std::accumulate(read_.begin(), read_.end(), std::uint64_t{0});
  // Where every disk has failed nothing is read.
  const auto rate = [](double bytes, double time) { return time > 0 ? bytes / time : 0; };
  add("throughput", "B/s", rate(static_cast<double>(sizes_.back()), times.back()));
  add("fit.latency", "s", (sum_y - slope * sum_x) / n);
  add("fit.rate", "B/s", rate(1, slope));
  add("blocks.failed", "1", static_cast<double>(sizes_.size() * config_.blocks_of_a_size() - read));
  add("block_time.least", "s", times.front());
  add("block_time.most", "s", times.back());
  add("completion_time", "s", seconds(ends_.back()));
  for (const Time end : ends_) record.fingerprint = mix(record.fingerprint ^ end);
  record.messages = read;
}

}  // namespace isochron
