// SPDX-License-Identifier: Apache-2.0
// What an MbusWorkstation reports when its program has ended.
#include <isochron/core/kernel_event.h>
#include <isochron/core/split_mix.h>
#include <isochron/system/mbus_workstation.h>

namespace isochron {

ReplicationRecord MbusWorkstation::record() const {
  const MbusWorkstationParameters& p = parameters_;
  ReplicationRecord record = parts_;
  record.simulated_s = seconds(completion_);
  const auto single = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  const double time = seconds(completion_), bytes = static_cast<double>(p.bytes);
  const double lines = static_cast<double>(p.lines()), clock = static_cast<double>(p.mbus.clock);
  const double fills = static_cast<double>(cache_.fills()), write_backs = static_cast<double>(cache_.write_backs());
  const double words = static_cast<double>(io_words()), word = static_cast<double>(p.mbus.io_word);
  const double to_500_mb = 500e6 / bytes;
  const double utilisation = record.components[bus_.name()]["utilisation"];

  single("throughput", "B/s", bytes / time);
  single("completion_time", "s", time);
  single("time_for_500_mb", "s", time * to_500_mb);
  single("bus.utilisation", "1", utilisation);
  single("cycles_per_line", "1", time * clock / lines);
  single("cycles_per_line.bus", "1",
         (fills * static_cast<double>(p.mbus.fill) + write_backs * static_cast<double>(p.mbus.write_back)) / lines);
  single("cycles_per_line.instructions", "1", static_cast<double>(p.instruction_cycles));
  single("fills", "1", fills);
  single("write_backs", "1", write_backs);
  single("io.bytes", "B", words * word);
  single("io.bytes_for_500_mb", "B", words * word * to_500_mb);
  const double io_time = words * static_cast<double>(p.mbus.io_cycles) / clock;
  single("io.time_for_500_mb", "s", io_time * to_500_mb);
  single("io.utilisation", "1", io_time / time);

  // Every transfer's place in time follows from the parameters and these.
  record.fingerprint =
      mix(completion_ ^ mix(bus_busy_ ^ mix(cache_.fills() ^ mix(cache_.write_backs() ^ mix(io_words())))));
  record.messages = cache_.fills() + cache_.write_backs() + io_words();
  record.events = region_.events();
  record.kernel_notifications = KernelEvent::notifications();
  record.deltas = sc_core::sc_delta_count();
  return record;
}

}  // namespace isochron
