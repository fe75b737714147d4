// SPDX-License-Identifier: Apache-2.0
// The whole command - run, check, explain, describe - with the kind of workload of this folder.
#include <systemc>

#include <isochron/app/command_line.h>

int sc_main(int argc, char* argv[]) {
  return isochron::run_command_line(argc, argv);
}
