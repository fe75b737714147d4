// SPDX-License-Identifier: Apache-2.0
#pragma once

// The installed package says where its scenarios are; the command itself finds them.
#ifndef ISOCHRON_SCENARIOS
#define ISOCHRON_SCENARIOS ""
#endif

namespace isochron {

/// The `isochron` command: reads the command line, runs the subcommand, reports errors. Returns the exit code. For
/// sc_main() of a program of one's own, whose part types register themselves (ISOCHRON_PART). `scenarios`: the
/// folder of the library's scenarios and machine files for a program that does not lie beside them.
int run_command_line(int argc, const char* const* argv, const char* scenarios = ISOCHRON_SCENARIOS);

}  // namespace isochron
