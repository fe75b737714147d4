// SPDX-License-Identifier: Apache-2.0
// The table of docs/hardware/disk_node.md: words of the channel a cycle, for strands read and written back to back.
#include <fmt/core.h>

#include "strand_rate.h"

namespace {

using isochron::rtl::StrandRun;

void line(const char* what, StrandRun run) {
  fmt::print("{:44}", what);
  for (const unsigned latency : {0u, 10u, 50u}) {
    run.latency = latency;
    fmt::print("  {:.3f}", isochron::rtl::strand_rate(run));
  }
  fmt::print("\n");
}

StrandRun with(void (*change)(StrandRun&)) {
  StrandRun run;
  change(run);
  return run;
}

}  // namespace

int main() {
  fmt::print("Words of the channel a cycle; requests of 64 KB, commands of 32 KB, two a disk\n\n");
  fmt::print("{:44}  {:>5}  {:>5}  {:>5}\n", "latency of memory, cycles", 0, 10, 50);
  line("healthy, one disk", with([](StrandRun& r) { r.disks = 1; }));
  line("healthy, one disk, one command", with([](StrandRun& r) {
         r.disks = 1;
         r.depth = 1;
       }));
  line("healthy, four disks", with([](StrandRun&) {}));
  line("healthy, eight disks, words mixed", with([](StrandRun& r) {
         r.disks = 8;
         r.mixed = true;
       }));
  line("healthy, four disks, requests of 4 KB", with([](StrandRun& r) {
         r.blocks = 8;
         r.requests = 60;
       }));
  line("degraded, two survivors", with([](StrandRun& r) { r.survivors = 2; }));
  line("degraded, four survivors", with([](StrandRun& r) { r.survivors = 4; }));
  line("degraded, four survivors, words mixed", with([](StrandRun& r) {
         r.survivors = 4;
         r.mixed = true;
       }));
  line("degraded, seven survivors", with([](StrandRun& r) { r.survivors = 7; }));
  line("write, four disks", with([](StrandRun& r) { r.write = true; }));
  return 0;
}
