// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk_reader.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

ParameterTable DiskReader::Config::parameters() {
  const std::string paper = "Gennart et al., section 3.5, Table 1";
  ParameterTable table;
  table.data_rate("rate", rate, {8, 8'000'000'000}, "of the disk", paper);
  table.bytes("word", word, {1, 4096}, "what it moves at a time", paper);
  return table;
}

DiskReader::DiskReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name),
      FaultyStation(domain.region),
      socket("socket", domain, *this),
      region_(domain.region),
      pool_(domain.pool),
      disk_(Rate::bits_per_second(config.rate)),
      word_(config.word),
      address_(config.address) {
  region_.join(*this, Region::Rank::timer);
  SC_HAS_PROCESS(DiskReader);
  SC_METHOD(start);  // at time 0
}

void DiskReader::start() {
  region_.advance(kernel_now());
  next(kernel_now());
}

void DiskReader::next(Time now) {
  due_ += disk_.take(word_);
  pace_.schedule(region_, *this, now, std::max(due_, now));
}

void DiskReader::complete(Time now) {
  // Of a disk that faults have held up the next word is as much later.
  due_ = std::max(due_, pace_.expects_faults() ? now : 0);
  if (stopped_) return;
  under_way_ = true;
  Message& message = pool_.allocate(address_, static_cast<unsigned>(word_));
  message.tag().sequence = 1;  // after a processor's line of the same instant
  address_ += word_;
  socket.send(message);
}

void DiskReader::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  if (payload.is_response_error())
    throw ModelError(std::string(socket.name()) + ": the bus answered " + payload.get_response_string());
  socket.complete(payload);
  payload.release();
  under_way_ = false;
  if (stopped_) return;
  ++words_;
  next(now);
}

std::uint64_t DiskReader::stop() {
  stopped_ = true;
  return words_;
}

Statistics<DiskReader> DiskReader::statistics() {
  Statistics<DiskReader> table;
  table.bytes("bytes", &DiskReader::bytes, "put into memory");
  table.start_anew(&DiskReader::words_);
  return table;
}

void DiskReader::report_waits(std::vector<Wait>& waits) const {
  if (under_way_) waits.push_back({socket.name(), "the bus", socket.get_base_port().name()});
}

TypeInfo DiskReader::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A disk that is read without pause: its data goes into memory by direct memory access, word by word";
  info.source = "Gennart et al., section 3.5, Disk access";
  info.ports = {{"socket", "base protocol", "initiator", "towards the memory's bus"}};
  info.statistics = statistics().infos();
  info.faults = station_faults();
  return info;
}

}  // namespace isochron
