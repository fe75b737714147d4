// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/record_codec.h>

#include <isochron/scenario/pipe_codec.h>

namespace isochron {

// What a record consists of, once for both directions. The library finds these by their names.

template <class Archive>
void serialize(Archive& archive, MetricSample& sample) {
  archive(sample.unit, sample.mean, sample.min, sample.max);
}

template <class Archive>
void serialize(Archive& archive, HistogramSample::Bin& bin) {
  archive(bin.lower, bin.upper, bin.count);
}

template <class Archive>
void serialize(Archive& archive, HistogramSample& sample) {
  archive(sample.unit, sample.count, sample.sum, sample.min, sample.max, sample.bins);
}

template <class Archive>
void serialize(Archive& archive, SeriesSample& sample) {
  archive(sample.unit, sample.interval_s, sample.values);
}

template <class Archive>
void serialize(Archive& archive, FlowSample::Cell& cell) {
  archive(cell.highest, cell.asked);
}

template <class Archive>
void serialize(Archive& archive, FlowSample& sample) {
  archive(sample.unit, sample.generated, sample.delivered, sample.lost, sample.backlog_start, sample.backlog_end,
          sample.at_last_ask, sample.before_last_ask, sample.expected, sample.cells);
}

template <class Archive>
void serialize(Archive& archive, PictureSample& sample) {
  archive(sample.width, sample.height, sample.pixels);
}

template <class Archive>
void serialize(Archive& archive, ReplicationRecord& record) {
  archive(record.simulated_s, record.warm_up_s, record.metrics, record.histograms, record.series, record.flows,
          record.components, record.component_units, record.pictures, record.fingerprint, record.messages,
          record.events, record.kernel_notifications, record.deltas, record.rtl_cycles, record.wall_s, record.cpu_s,
          record.peak_rss_bytes);
}

std::string encode_record(const ReplicationRecord& record) {
  return to_pipe(record);
}

ReplicationRecord decode_record(const std::string& bytes) {
  return from_pipe<ReplicationRecord>(bytes);
}

}  // namespace isochron
