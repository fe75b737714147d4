// SPDX-License-Identifier: Apache-2.0
// A machine of one's own from Isochron's parts and plain TLM-2.0: two DMA engines and a memory, none of them
// Isochron's, on an Isochron PCI bus. The second engine starts when half the time has passed; the output shows what
// that costs the first.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/region.h>
#include <isochron/protocol/message_pool.h>

namespace {

constexpr unsigned message_bytes = 1024;
constexpr std::uint64_t memory_bytes = 64 * 1024;
const sc_core::sc_time interval(1, sc_core::SC_MS);

/// From `start` on writes messages into the memory at `base` as fast as the bus takes them, one at a time, and counts
/// them.
class Engine : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Engine> socket;

  Engine(const sc_core::sc_module_name& name, std::uint64_t base, const sc_core::sc_time& start)
      : sc_module(name), socket("socket"), base_(base), start_(start), data_(message_bytes) {
    SC_HAS_PROCESS(Engine);
    SC_THREAD(write);
  }

  /// Megabytes (10^6 B) a second since the last call.
  double rate() {
    const double bytes = static_cast<double>(written_) * message_bytes;
    written_ = 0;
    return bytes / interval.to_seconds() / 1e6;
  }

 private:
  void write() {
    wait(start_);
    for (std::uint64_t offset = 0;; offset = (offset + message_bytes) % memory_bytes) {
      tlm::tlm_generic_payload message;
      message.set_command(tlm::TLM_WRITE_COMMAND);
      message.set_address(base_ + offset);
      message.set_data_ptr(data_.data());
      message.set_data_length(message_bytes);
      message.set_streaming_width(message_bytes);
      sc_core::sc_time delay;
      socket->b_transport(message, delay);
      if (message.is_response_error()) SC_REPORT_FATAL("engine", message.get_response_string().c_str());
      wait(delay);
      ++written_;
    }
  }

  std::uint64_t base_;
  sc_core::sc_time start_;
  std::vector<unsigned char> data_;
  std::uint64_t written_ = 0;
};

/// Takes everything at once: the bus is what limits.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;

  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Memory::transport);
  }

 private:
  void transport(tlm::tlm_generic_payload& message, sc_core::sc_time&) {
    message.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

}  // namespace

int sc_main(int, char*[]) {
  isochron::Region region("region");
  isochron::MessagePool pool(message_bytes);
  isochron::PciConfig config;  // 64 bit at 66 MHz; every parameter: `isochron describe pci_bus`
  isochron::PciBus pci("pci", {region, pool}, config, isochron::PciBus::Model::fast, 2, 2);

  Engine first("first", 0, sc_core::SC_ZERO_TIME);
  Engine second("second", memory_bytes, 2 * interval);
  Memory near("near");
  Memory far("far");
  first.socket.bind(pci.device(0));
  second.socket.bind(pci.device(1));
  pci.window(0).bind(near.socket);
  pci.window(1).bind(far.socket);
  pci.map(0, memory_bytes - 1, 0);
  pci.map(memory_bytes, 2 * memory_bytes - 1, 1);

  std::printf("%8s %12s %12s %12s\n", "ms", "first MB/s", "second MB/s", "both MB/s");
  for (int i = 1; i <= 4; ++i) {
    sc_core::sc_start(interval);
    const double a = first.rate();
    const double b = second.rate();
    std::printf("%8d %12.1f %12.1f %12.1f\n", i, a, b, a + b);
  }
  sc_core::sc_stop();
  return 0;
}
