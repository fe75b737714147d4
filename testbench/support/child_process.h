// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace isochron::testbench {

/// Runs `work` in a fork()ed child, since SystemC allows one simulation a process, and returns the bytes that it
/// returns. Throws std::runtime_error with the child's own words when `work` throws, hears a SystemC warning, or kills
/// its process.
std::string run_in_child(const std::function<std::string()>& work);

}  // namespace isochron::testbench
