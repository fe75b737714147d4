// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/record_codec.h>

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace isochron {

namespace {

// What a record consists of, once for both directions.

template <class Archive>
void fields(Archive& archive, MetricSample& sample) {
  archive(sample.unit, sample.mean, sample.min, sample.max);
}

template <class Archive>
void fields(Archive& archive, HistogramSample::Bin& bin) {
  archive(bin.lower, bin.upper, bin.count);
}

template <class Archive>
void fields(Archive& archive, HistogramSample& sample) {
  archive(sample.unit, sample.count, sample.sum, sample.min, sample.max, sample.bins);
}

template <class Archive>
void fields(Archive& archive, SeriesSample& sample) {
  archive(sample.unit, sample.interval_s, sample.values);
}

template <class Archive>
void fields(Archive& archive, ReplicationRecord& record) {
  archive(record.simulated_s, record.warm_up_s, record.metrics, record.histograms, record.series, record.components,
          record.component_units, record.fingerprint, record.messages, record.events, record.kernel_notifications,
          record.deltas, record.rtl_cycles, record.wall_s, record.cpu_s, record.peak_rss_bytes);
}

class Writer {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }

  std::string take() { return std::move(bytes_); }

 private:
  template <class Value>
  void put(Value& value) {
    if constexpr (std::is_arithmetic_v<Value>)
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else
      fields(*this, value);
  }
  void put(std::string& text) { put_text(text); }
  template <class Value>
  void put(std::vector<Value>& values) {
    put_size(values.size());
    for (Value& value : values) put(value);
  }
  template <class Value>
  void put(std::map<std::string, Value>& values) {
    put_size(values.size());
    for (auto& [name, value] : values) {
      put_text(name);
      put(value);
    }
  }
  void put_text(const std::string& text) {
    put_size(text.size());
    bytes_ += text;
  }
  void put_size(std::uint64_t size) { put(size); }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }

  bool at_end() const { return at_ == bytes_.size(); }

 private:
  template <class Value>
  void get(Value& value) {
    if constexpr (std::is_arithmetic_v<Value>)
      std::memcpy(&value, next(sizeof value), sizeof value);
    else
      fields(*this, value);
  }
  void get(std::string& text) {
    const std::uint64_t size = get_size();
    text.assign(next(size), size);
  }
  template <class Value>
  void get(std::vector<Value>& values) {
    values.resize(get_size());
    for (Value& value : values) get(value);
  }
  template <class Value>
  void get(std::map<std::string, Value>& values) {
    for (std::uint64_t left = get_size(); left > 0; --left) {
      std::string name;
      get(name);
      get(values.emplace_hint(values.end(), std::move(name), Value())->second);
    }
  }
  /// No element takes less than a byte, so a size beyond the end is refused before it is allocated.
  std::uint64_t get_size() {
    std::uint64_t size = 0;
    get(size);
    if (size > bytes_.size() - at_) throw std::runtime_error("not a record: it ends too early");
    return size;
  }
  const char* next(std::uint64_t size) {
    if (size > bytes_.size() - at_) throw std::runtime_error("not a record: it ends too early");
    const char* const here = bytes_.data() + at_;
    at_ += size;
    return here;
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::string encode_record(ReplicationRecord record) {
  Writer writer;
  writer(record);
  return writer.take();
}

ReplicationRecord decode_record(const std::string& bytes) {
  Reader reader(bytes);
  ReplicationRecord record;
  reader(record);
  if (!reader.at_end()) throw std::runtime_error("not a record: something follows it");
  return record;
}

}  // namespace isochron
