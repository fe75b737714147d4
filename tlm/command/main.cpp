// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <cosim/implementations.h>
#include <isochron/app/command_line.h>

namespace {

// SystemC prints its banner before it calls sc_main; only an initialiser comes earlier.
[[maybe_unused]] const int banner_is_off = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

}  // namespace

extern "C" int sc_main(int argc, char** argv) {
  isochron::cosim::offer_implementations();
  return isochron::run_command_line(argc, argv);
}
