// SPDX-License-Identifier: Apache-2.0
// What a MultidiskServer reports when its last strand is delivered.
#include <isochron/core/kernel_event.h>
#include <isochron/observe/metric_spread.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/system/multidisk_server.h>

namespace isochron {

void MultidiskServer::record_interfaces(ReplicationRecord& record) const {
  if (!has_data()) return;
  // What reaches a memory is looked at there, and again by each processor that reads it.
  std::uint64_t checked = memory_->checked_bytes();
  std::uint64_t cycles = 0;
  for (const ProcessingUnit* const unit : {network_.get(), server_processor_.get()})
    if (unit != nullptr) checked += unit->checked_bytes();
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) {
    if (node->memory) checked += node->memory->checked_bytes();
    checked += node->processor->checked_bytes();
    if (node->interface) cycles += node->interface->cycles();
  }
  const auto single = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  single("data.checked", "B", static_cast<double>(checked));
  single("rtl.cycles", "1", static_cast<double>(cycles));
  record.rtl_cycles = cycles;
}

void MultidiskServer::report_parts(ReplicationRecord& record) const {
  StatisticSink sink(record, 0, completion_);
  for (Measured* const part : measured_) part->report(sink);
  for (const std::unique_ptr<MultidiskNode>& node : nodes_)
    if (node->interface) node->interface->report(sink);
}

void MultidiskServer::record_stages(ReplicationRecord& record) const {
  const auto stage = [&record](const char* metric) { return MetricSpread(record, metric, {"utilisation"}); };
  MetricSpread disk = stage("disk"), scsi = stage("scsi"), bus = stage("bus"), processor = stage("processor"),
               compressor = stage("compressor"), mover = stage("mover");
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) {
    for (const std::unique_ptr<Disk>& one : node->disks) disk.add(one->name());
    scsi.add(node->scsi->name());
    if (node->bus) bus.add(node->bus->name());
    processor.add(node->processor->name());
    compressor.add(node->compressor->name());
    if (node->mover) mover.add(node->mover->name());
    if (node->strand_mover) mover.add(node->strand_mover->name());
  }
  if (parameters_.architecture == Architecture::shared_bus) bus.add(shared_->name());
  for (const MetricSpread* const one : {&disk, &scsi, &processor, &compressor, &bus}) one->store();
  if (parameters_.architecture == Architecture::subsystems) {
    MetricSpread system_bus = stage("system_bus");
    system_bus.add(shared_->name());
    system_bus.store();
    mover.store();
  }
  if (!crossbar_) return;
  MetricSpread node_link = stage("node_link"), server_link = stage("server_link"), memory = stage("server_memory");
  for (unsigned n = 0; n < nodes_.size(); ++n) node_link.add(crossbar_->input(n).name());
  for (unsigned l = 0; l < server_ports_.size(); ++l) server_link.add(crossbar_->output(l).name());
  memory.add(server_bus_->name());
  for (const MetricSpread* const one : {&node_link, &server_link, &memory}) one->store();
}

ReplicationRecord MultidiskServer::record() const {
  const Time end = completion_;
  const MultidiskParameters& p = parameters_;
  ReplicationRecord record;
  record.simulated_s = seconds(end);
  const auto single = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  const double strand = static_cast<double>(p.strand);
  single("throughput", "B/s", strand * static_cast<double>(p.total_strands()) / seconds(end));
  if (p.operation == MultidiskParameters::Operation::read_and_resample) {
    const auto rate = [strand](const Deliveries& of) {
      return of.strands == 0 ? 0 : strand * static_cast<double>(of.strands) / seconds(of.last);
    };
    single("throughput.read", "B/s", rate(read_));
    single("throughput.resample", "B/s", rate(resampled_));
  }
  single("completion_time", "s", seconds(end));
  single("delay.sd", "s", delay_seconds_.standard_deviation());
  single("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  single("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));

  report_parts(record);
  record_stages(record);
  record_interfaces(record);
  record.histograms["delay"] = delays_.sample();
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
  record.events = region_.events();
  record.kernel_notifications = KernelEvent::notifications();
  record.deltas = sc_core::sc_delta_count();
  return record;
}

}  // namespace isochron
