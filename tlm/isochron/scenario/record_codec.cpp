// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/record_codec.h>

#include <nlohmann/json.hpp>

namespace isochron {

using nlohmann::json;

// Found by the library by argument-dependent lookup.

static void to_json(json& document, const MetricSample& sample) {
  document = {{"unit", sample.unit}, {"mean", sample.mean}, {"min", sample.min}, {"max", sample.max}};
}
static void from_json(const json& document, MetricSample& sample) {
  document.at("unit").get_to(sample.unit);
  document.at("mean").get_to(sample.mean);
  document.at("min").get_to(sample.min);
  document.at("max").get_to(sample.max);
}

static void to_json(json& document, const HistogramSample::Bin& bin) {
  document = json::array({bin.lower, bin.upper, bin.count});
}
static void from_json(const json& document, HistogramSample::Bin& bin) {
  document.at(0).get_to(bin.lower);
  document.at(1).get_to(bin.upper);
  document.at(2).get_to(bin.count);
}

static void to_json(json& document, const HistogramSample& sample) {
  document = {{"unit", sample.unit}, {"count", sample.count}, {"sum", sample.sum},
              {"min", sample.min},   {"max", sample.max},     {"bins", sample.bins}};
}
static void from_json(const json& document, HistogramSample& sample) {
  document.at("unit").get_to(sample.unit);
  document.at("count").get_to(sample.count);
  document.at("sum").get_to(sample.sum);
  document.at("min").get_to(sample.min);
  document.at("max").get_to(sample.max);
  document.at("bins").get_to(sample.bins);
}

static void to_json(json& document, const SeriesSample& sample) {
  document = {{"unit", sample.unit}, {"interval_s", sample.interval_s}, {"values", sample.values}};
}
static void from_json(const json& document, SeriesSample& sample) {
  document.at("unit").get_to(sample.unit);
  document.at("interval_s").get_to(sample.interval_s);
  document.at("values").get_to(sample.values);
}

std::string encode_record(const ReplicationRecord& record) {
  const json document = {{"simulated_s", record.simulated_s},
                         {"warm_up_s", record.warm_up_s},
                         {"metrics", record.metrics},
                         {"histograms", record.histograms},
                         {"series", record.series},
                         {"components", record.components},
                         {"fingerprint", record.fingerprint},
                         {"messages", record.messages},
                         {"events", record.events},
                         {"kernel_notifications", record.kernel_notifications},
                         {"deltas", record.deltas},
                         {"wall_s", record.wall_s},
                         {"cpu_s", record.cpu_s},
                         {"peak_rss_bytes", record.peak_rss_bytes}};
  std::string bytes;
  json::to_cbor(document, bytes);
  return bytes;
}

ReplicationRecord decode_record(const std::string& bytes) {
  const json document = json::from_cbor(bytes);
  ReplicationRecord record;
  document.at("simulated_s").get_to(record.simulated_s);
  document.at("warm_up_s").get_to(record.warm_up_s);
  document.at("metrics").get_to(record.metrics);
  document.at("histograms").get_to(record.histograms);
  document.at("series").get_to(record.series);
  document.at("components").get_to(record.components);
  document.at("fingerprint").get_to(record.fingerprint);
  document.at("messages").get_to(record.messages);
  document.at("events").get_to(record.events);
  document.at("kernel_notifications").get_to(record.kernel_notifications);
  document.at("deltas").get_to(record.deltas);
  document.at("wall_s").get_to(record.wall_s);
  document.at("cpu_s").get_to(record.cpu_s);
  document.at("peak_rss_bytes").get_to(record.peak_rss_bytes);
  return record;
}

}  // namespace isochron
