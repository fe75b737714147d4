// SPDX-License-Identifier: Apache-2.0
// The whole command - run, check, explain, describe, schema - with one more type of part.
#include <isochron/app/command_line.h>

#include "shaper_part.h"

int sc_main(int argc, char* argv[]) {
  isochron::add_component_type(shaper_component());
  return isochron::run_command_line(argc, argv);
}
