// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// The `isochron` command: reads the command line, runs the subcommand, reports errors. Returns the exit code.
int run_command_line(int argc, const char* const* argv);

}  // namespace isochron
