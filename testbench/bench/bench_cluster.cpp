// SPDX-License-Identifier: Apache-2.0
// What a simulated second of the whole cluster costs: a table, a line a case, each case in a process of its own.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>

#include <systemc>

#include <isochron/core/kernel_event.h>

#include "support/child_process.h"
#include "systems/seachange/cluster_run.h"

namespace {

using namespace isochron;
using testbench::SeachangeParameters;
using BusModel = SeachangeParameters::BusModel;

struct Case {
  std::string name;
  SeachangeParameters parameters;
  Time duration;  ///< simulated, after the warm-up
};

/// At 240 MB/s a node.
Case make_case(std::uint64_t nodes, std::uint64_t message, BusModel model, Time duration) {
  Case one;
  one.name = std::string(model == BusModel::fast ? "fast" : "reference") + " " + std::to_string(nodes) + " nodes " +
             std::to_string(message) + " B";
  one.parameters.nodes = nodes;
  one.parameters.infiniband_ports = std::max<std::uint64_t>(one.parameters.infiniband_ports, nodes - 1);
  one.parameters.raid.message = message;
  one.parameters.bus_model = model;
  one.duration = duration;
  return one;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = {
      make_case(7, 1024, BusModel::fast, 2 * second), make_case(7, 1024, BusModel::reference, second / 2),
      make_case(7, 128, BusModel::fast, second / 2), make_case(7, 128, BusModel::reference, second / 4)};
  for (const std::uint64_t nodes : {3, 14, 28, 56})
    cases.push_back(make_case(nodes, 1024, BusModel::fast, 7 * second / nodes));
  return cases;
}

/// A measurement crosses the process boundary as its bytes.
struct Measurement {
  double cpu_s;
  double messages;
  double events;
  double notifications;
  double peak_rss_bytes;
};

Measurement measure(const Case& one, Time warm_up) {
  const auto built = testbench::build_cluster(one.parameters, 1);
  ComposedSimulation& cluster = *built;
  cluster.fold(nullptr);
  cluster.run_to(warm_up);
  const ReplicationRecord before = cluster.record();
  const std::clock_t start = std::clock();
  cluster.run_to(warm_up + one.duration);
  const std::clock_t end = std::clock();
  const ReplicationRecord after = cluster.record();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {static_cast<double>(end - start) / CLOCKS_PER_SEC, static_cast<double>(after.messages - before.messages),
          static_cast<double>(after.events - before.events),
          static_cast<double>(after.kernel_notifications - before.kernel_notifications),
          static_cast<double>(usage.ru_maxrss) * 1024};
}

Measurement measure_in_child(const Case& one, Time warm_up) {
  const std::string bytes = testbench::run_in_child([&] {
    const Measurement measured = measure(one, warm_up);
    return std::string(reinterpret_cast<const char*>(&measured), sizeof measured);
  });
  Measurement measured{};
  std::memcpy(&measured, bytes.data(), sizeof measured);
  return measured;
}

void print_head() {
  std::printf("%-26s %10s %12s %11s %11s %14s %9s\n", "case", "simulated", "CPU s/sim. s", "ns/message", "events/msg",
              "notifications", "peak RSS");
  std::printf("%-26s %10s %12s %11s %11s %14s %9s\n", "", "s", "", "", "", "/message", "MB");
}

void print(const Case& one, const Measurement& m) {
  const double simulated = seconds(one.duration);
  std::printf("%-26s %10.3f %12.3f %11.0f %11.2f %14.4f %9.1f\n", one.name.c_str(), simulated, m.cpu_s / simulated,
              m.cpu_s * 1e9 / m.messages, m.events / m.messages, m.notifications / m.messages, m.peak_rss_bytes / 1e6);
  std::fflush(stdout);
}

}  // namespace

int sc_main(int argc, char** argv) {
  bool quick = false;
  std::vector<std::string_view> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument.substr(0, 1) == "-") {
      std::fprintf(stderr, "usage: %s [--quick] [part of a case's name ...]\n", argv[0]);
      return 2;
    } else {
      wanted.push_back(argument);
    }
  }
  const auto is_wanted = [&wanted](const Case& one) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&one](std::string_view part) {
             return one.name.find(part) != std::string::npos;
           });
  };
  print_head();
  for (Case& one : all_cases()) {
    if (!is_wanted(one)) continue;
    if (quick) one.duration /= 20;
    try {
      print(one, measure_in_child(one, 20 * millisecond));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", one.name.c_str(), error.what());
      return 1;
    }
  }
  return 0;
}
