// SPDX-License-Identifier: Apache-2.0
// Copies of machine files whose types stand on one line.
#include <isochron/machine/language/whole_file.h>

#include <gmock/gmock.h>

#include <isochron/scenario/input_error.h>

#include "support/temporary_machine.h"

namespace isochron::testbench {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(WholeFile, keepsTypesBelowTheirKey) {
  const TemporaryMachine file(
      "parts:\n  s: {type: pair}\ntypes:\n  pair:\n    parts: {s: {type: source}}\n    ports: {}\n");
  const std::string text = whole_file(file.path()).text;
  EXPECT_EQ(text,
            "machine: m\ntypes:\n  pair:\n    parts: {s: {type: source}}\n    ports: {}\nparts:\n  s: {type: pair}\n");
}

TEST(WholeFile, refusesTypesOnOneLine) {
  const TemporaryMachine file("types: {pair: {parts: {s: {type: source}}, ports: {}}}\nparts:\n  s: {type: pair}\n");
  EXPECT_THAT([&file] { return whole_file(file.path()); },
              ThrowsMessage<InputError>(HasSubstr("its types stand on the line of `types:`")));
}

}  // namespace
}  // namespace isochron::testbench
