// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/trace.h>

namespace isochron::testbench {

/// Runs `region` to `end` and returns the changes of the signals that are called `names`, as a VCD file has them, from
/// the first instant of the window on.
inline std::string waves_of(Region& region, const std::vector<std::string>& names, Time from, Time end) {
  TracePlan plan;
  plan.wave = testing::TempDir() + "isochron_waves_" + std::to_string(::getpid()) + ".vcd";
  plan.from = from;
  plan.to = end;
  plan.select = [&names](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    for (const ProbeInfo& info : infos) {
      bool is_named = false;
      for (const std::string& name : names) is_named = is_named || info.name == name;
      chosen.push_back(is_named);
    }
    return chosen;
  };
  Trace trace(plan);
  trace.open();
  trace.run(end, [&region](Time leg) { simulate_to(region, leg); });
  trace.close();
  std::ostringstream text;
  text << std::ifstream(plan.wave).rdbuf();
  std::remove(plan.wave.c_str());
  const std::string waves = text.str();
  const std::size_t first = waves.find("\n#");
  return first == std::string::npos ? waves : waves.substr(first + 1);
}

}  // namespace isochron::testbench
