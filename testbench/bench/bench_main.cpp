// SPDX-License-Identifier: Apache-2.0
// The main of a benchmark program: libsystemc's main calls sc_main.
#include "bench_main.h"

#include <benchmark/benchmark.h>
#include <systemc>

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  isochron::testbench::elaborate();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
