// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/rate.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/faulty_station.h>

namespace isochron {

/// A disk that is read without pause, by direct memory access: a word is put into memory over the bus each time the
/// disk has one, one at a time. A word that has to wait makes none late that can still be in time. Source: Gennart et
/// al., section 3.5, Disk access.
class DiskReader final : public sc_core::sc_module,
                         public WithStatistics<DiskReader>,
                         public FaultyStation,
                         private Region::Activity {
 public:
  struct Config {
    std::uint64_t rate = std::uint64_t{8} * 4'000'000;  ///< of the disk, bit/s
    std::uint64_t word = 8;                             ///< bytes
    std::uint64_t address = 1ull << 42;                 ///< where the data goes, word after word

    ParameterTable parameters();
    /// Words of so many bytes that it has in a second.
    double words_per_second(std::uint64_t bytes) const {
      return static_cast<double>(rate) / 8 / static_cast<double>(bytes);
    }
  };

  DiskReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);

  AtInitiatorOf<DiskReader> socket;

  /// No further word is sent; one under way still ends, and is not counted. Returns words().
  std::uint64_t stop();

  static Statistics<DiskReader> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  /// Put into memory in this window.
  std::uint64_t words() const { return words_; }
  std::uint64_t bytes() const { return words_ * word_; }

  static constexpr const char* type = "disk_reader";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<DiskReader>;

  void start();
  void complete(Time now) override;
  void next(Time now);
  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  Region& region_;
  MessagePool& pool_;
  TransferClock disk_;
  std::uint64_t word_;
  std::uint64_t address_;  ///< of the next word
  Time due_ = 0;           ///< when the disk has the next word
  std::uint64_t words_ = 0;
  bool under_way_ = false;
  bool stopped_ = false;
};

}  // namespace isochron
