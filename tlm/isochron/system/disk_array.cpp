// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/disk_array.h>

#include <algorithm>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>

namespace isochron {

namespace {

/// A block ends with what is left of it.
std::size_t largest_chunk(const DiskArrayParameters& parameters) {
  const std::vector<std::uint64_t> blocks = parameters.block_sizes();
  return std::min(parameters.storage.string.chunk, *std::max_element(blocks.begin(), blocks.end()));
}

}  // namespace

DiskArray::DiskArray(const DiskArrayParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(largest_chunk(parameters), phases_of(parameters.bus_model), overrides),
      parameters_(parameters),
      seed_(seed),
      sizes_(parameters.block_sizes()) {
  assemble(assembly_, parameters, this);
}

void DiskArray::assemble(Assembly& machine, const DiskArrayParameters& p, DiskArray* model) {
  machine.part<BlockReader>("reader", [&](const char* part) {
    const BlockReader::Config config{model->blocks_of_a_size(), model->sizes_.size()};
    auto made = std::make_unique<BlockReader>(part, machine.domain(), config, *model);
    model->reader_ = made.get();
    return made;
  });
  StoragePc::Config config;
  config.storage = p.storage;
  config.disks = p.disks;
  config.processor.processors = p.processors;
  config.memory_bus = p.memory_bus;
  config.disk_interface = p.disk_interface;
  config.seed = model == nullptr ? 0 : model->seed_;
  StoragePc::assemble(machine, config, model);
  machine.connect("reader.request", "extents.requests");
  machine.connect("extents.read", "reader.read");
  machine.connect("extents.failed", "reader.failed");
}

std::uint64_t DiskArray::position(std::uint64_t block) const {
  SplitMix64 stream = random_stream(seed_, "position", block);
  const std::uint64_t last = parameters_.storage.mechanics.capacity - bytes(block);
  return boost::random::uniform_int_distribution<std::uint64_t>(0, last)(stream);
}

std::string DiskArray::left_to_do() const {
  const std::uint64_t left = blocks_of_a_size() * sizes_.size() - reader_->blocks_read();
  return left == 0 ? "" : std::to_string(left) + " blocks to read";
}

void DiskArray::batch_read(Time now) {
  ends_.push_back(now);
  read_.push_back(reader_->blocks_read() - reader_->blocks_failed() - read_before_);
  read_before_ += read_.back();
  if (ends_.size() < sizes_.size()) return;
  // Once the last job has ended for everybody.
  region_.call_at(now, [this, now] { take_reports(now); });
}

TypeInfo DiskArray::type_info() {
  DiskArrayParameters parameters;
  return machine_info("disk_array", "Disks on the SCSI strings of one PC, read at random in blocks of different sizes",
                      "Messerli, Gennart, Hersch, Performances of the PS2 Parallel Storage and Processing System for "
                      "Tomographic Image Visualization, section 6, Fig. 9",
                      parameters.table(), own_metrics(), metric_rules());
}

std::vector<StatisticInfo> DiskArray::own_metrics() {
  return {{"throughput", "B/s", "of all disks, with the largest blocks"},
          {"fit.latency", "s", "of the straight line of least squares through the time of a block against its size"},
          {"fit.rate", "B/s", "the slope of that line, as a rate"},
          {"block_time.least", "s", "of the smallest blocks: time until all are read over their number"},
          {"block_time.most", "s", "the same of the largest"},
          {"blocks.failed", "1", "blocks that were not read, since their disk has failed"},
          {"completion_time", "s", "until the last block of all sizes is read"}};
}

std::vector<MetricRule> DiskArray::metric_rules() {
  std::vector<MetricRule> rules{
      {"disk", {"disk[*]"}, {{"utilisation", "1", "fraction of time that a disk serves a request"}}},
      {"string", {"string[*]"}, {{"utilisation", "1", "fraction of time that a transfer holds a SCSI string"}}},
      {"processor", {"processor"}, {{"utilisation", "1", "fraction of time that the processors work"}}},
      {"memory_bus", {"memory_bus"}, {{"utilisation", "1", "fraction of time that traffic keeps the memory bus"}}}};
  return rules;
}

void DiskArray::add_to(ReplicationRecord& record) const {
  const auto add = [&record](const char* name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
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
  // Where every disk has failed nothing is read.
  const auto rate = [](double bytes, double time) { return time > 0 ? bytes / time : 0; };
  add("throughput", "B/s", rate(static_cast<double>(sizes_.back()), times.back()));
  add("fit.latency", "s", (sum_y - slope * sum_x) / n);
  add("fit.rate", "B/s", rate(1, slope));
  add("blocks.failed", "1", static_cast<double>(reader_->blocks_failed()));
  add("block_time.least", "s", times.front());
  add("block_time.most", "s", times.back());
  add("completion_time", "s", seconds(ends_.back()));
  for (const Time end : ends_) record.fingerprint = mix(record.fingerprint ^ end);
  record.messages = read_before_;
}

}  // namespace isochron
