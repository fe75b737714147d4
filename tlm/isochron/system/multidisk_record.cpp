// SPDX-License-Identifier: Apache-2.0
// What a MultidiskServer reports when its last strand is delivered.
#include <isochron/core/kernel_event.h>
#include <isochron/observe/spread.h>
#include <isochron/system/multidisk_server.h>

namespace isochron {

namespace {

/// The utilisations of the instances of a kind of part; each goes to its component too.
class UtilisationSpread {
 public:
  UtilisationSpread(ReplicationRecord& record, Time end) : record_(record), end_(end) {}

  void add(const std::string& part, const TimeIn& busy) {
    const double value = seconds(busy.total(end_)) / seconds(end_);
    record_.components[part]["utilisation"] = value;
    spread_.add(value);
  }
  void add(const std::string& part, const TimeIn& busy, const LevelOverTime& depth) {
    add(part, busy);
    record_.components[part]["queue_depth"] = static_cast<double>(depth.integral(end_)) / static_cast<double>(end_);
  }
  void store(const char* metric) const { record_.metrics[metric] = spread_.sample("1"); }

 private:
  ReplicationRecord& record_;
  Time end_;
  Spread spread_;
};

}  // namespace

void MultidiskServer::record_interfaces(ReplicationRecord& record) const {
  if (!has_data()) return;
  // What reaches a memory is looked at there, and again by each processor that reads it.
  std::uint64_t checked = memory_->checked_bytes();
  std::uint64_t cycles = 0;
  for (const ProcessingUnit* const unit : {network_.get(), server_processor_.get()})
    if (unit != nullptr) checked += unit->checked_bytes();
  for (const std::unique_ptr<DiskNode>& node : nodes_) {
    if (node->memory) checked += node->memory->checked_bytes();
    checked += node->processor->checked_bytes();
    if (!node->interface) continue;
    cycles += node->interface->cycles();
    record.components[node->interface->name()] = {{"moved", static_cast<double>(node->interface->moved_bytes())},
                                                  {"cycles", static_cast<double>(node->interface->cycles())}};
  }
  const auto single = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  single("data.checked", "B", static_cast<double>(checked));
  single("rtl.cycles", "1", static_cast<double>(cycles));
  record.rtl_cycles = cycles;
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

  UtilisationSpread disk(record, end), scsi(record, end), bus(record, end), processor(record, end),
      compressor(record, end), node_link(record, end), server_link(record, end), server_memory(record, end),
      mover(record, end), system_bus(record, end);
  for (const std::unique_ptr<DiskNode>& node : nodes_) {
    for (const std::unique_ptr<Disk>& one : node->disks) disk.add(one->name(), one->busy(), one->queue_depth());
    scsi.add(node->scsi->name(), node->scsi->busy(), node->scsi->queue_depth());
    if (node->bus) bus.add(node->bus->name(), node->bus->busy(), node->bus->queue_depth());
    processor.add(node->processor->name(), node->processor->busy(), node->processor->queue_depth());
    compressor.add(node->compressor->name(), node->compressor->busy(), node->compressor->queue_depth());
    if (node->mover) mover.add(node->mover->name(), node->mover->busy(), node->mover->queue_depth());
    if (node->strand_mover)
      mover.add(node->strand_mover->name(), node->strand_mover->busy(), node->strand_mover->queue_depth());
  }
  disk.store("disk.utilisation");
  scsi.store("scsi.utilisation");
  processor.store("processor.utilisation");
  compressor.store("compressor.utilisation");
  if (p.architecture == Architecture::shared_bus) bus.add(shared_->name(), shared_->busy(), shared_->queue_depth());
  bus.store("bus.utilisation");
  if (p.architecture == Architecture::subsystems) {
    system_bus.add(shared_->name(), shared_->busy(), shared_->queue_depth());
    system_bus.store("system_bus.utilisation");
    mover.store("mover.utilisation");
  }
  if (crossbar_) {
    for (unsigned n = 0; n < nodes_.size(); ++n)
      node_link.add("c104.in[" + std::to_string(n) + "]", crossbar_->input_busy(n));
    for (unsigned l = 0; l < server_ports_.size(); ++l)
      server_link.add("c104.out[" + std::to_string(l) + "]", crossbar_->output_busy(l));
    server_memory.add(server_bus_->name(), server_bus_->busy(), server_bus_->queue_depth());
    node_link.store("node_link.utilisation");
    server_link.store("server_link.utilisation");
    server_memory.store("server_memory.utilisation");
  }
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
