// SPDX-License-Identifier: Apache-2.0
// Reads the published numbers in the folder that the command line names and says how many there are.
#include <cstdio>

#include <systemc>

#include <isochron/scenario/published_numbers.h>

int sc_main(int argc, char* argv[]) {
  if (argc != 2) return 2;
  isochron::PublishedNumbers numbers;
  numbers.load(argv[1]);
  std::printf("%zu published numbers\n", numbers.all().size());
  return numbers.all().empty() ? 1 : 0;
}
