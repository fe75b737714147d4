// SPDX-License-Identifier: Apache-2.0
// Verilog of one's own as a SystemC module: a process, plain TLM-2.0, writes and reads the registers of adder.v.
#include <cstdint>
#include <cstdio>

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include <isochron/core/region.h>
#include <isochron/cosim/axi_lite_port.h>
#include <isochron/cosim/clock_on_demand.h>
#include <isochron/protocol/message_pool.h>

#include "verilated_adder.h"

namespace {

class Adder : public sc_core::sc_module, private isochron::cosim::Clocked {
 public:
  Adder(const sc_core::sc_module_name& name, const isochron::Domain& domain)
      : sc_module(name),
        clock("clock", domain.region, *this, 100'000'000),
        registers("registers", domain, clock, model_.registers(), 8) {
    domain.region.keep_to_kernel_time();
  }

 private:
  void settle() override { model_.settle(); }
  void edge() override { model_.edge(); }
  /// Nothing happens inside but by accesses.
  bool idle() const override { return true; }

  VerilatedAdder model_;

 public:
  isochron::cosim::ClockOnDemand clock;
  isochron::cosim::AxiLitePort registers;
};

class Program : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Program> socket{"socket"};

  explicit Program(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }

 private:
  void run() {
    for (const std::uint32_t value : {40u, 2u}) access(tlm::TLM_WRITE_COMMAND, 0, value);
    const std::uint32_t sum = access(tlm::TLM_READ_COMMAND, 0, 0);
    const std::uint32_t writes = access(tlm::TLM_READ_COMMAND, 4, 0);
    std::printf("sum %u of %u writes at %s\n", sum, writes, sc_core::sc_time_stamp().to_string().c_str());
  }

  std::uint32_t access(tlm::tlm_command command, std::uint64_t address, std::uint32_t value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(sizeof value);
    payload.set_streaming_width(sizeof value);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    if (payload.is_response_error()) SC_REPORT_FATAL("program", payload.get_response_string().c_str());
    wait(delay);
    return value;
  }
};

}  // namespace

int sc_main(int, char**) {
  isochron::Region region("region");
  isochron::MessagePool pool(64);
  const isochron::Domain domain{region, pool, isochron::Phases::shortcut};
  Adder adder("adder", domain);
  Program program("program");
  program.socket.bind(adder.registers.socket);
  sc_core::sc_start(1, sc_core::SC_US);
  return 0;
}
