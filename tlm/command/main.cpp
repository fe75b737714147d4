// SPDX-License-Identifier: Apache-2.0
#include <cosim/implementations.h>
#include <isochron/app/command_line.h>

extern "C" int sc_main(int argc, char** argv) {
  isochron::cosim::offer_implementations();
  return isochron::run_command_line(argc, argv);
}
