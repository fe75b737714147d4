// SPDX-License-Identifier: Apache-2.0
// The parameter sets that CMakeLists.txt makes Verilated models of.
#include <stdexcept>

#include "Vcore128.h"
#include "Vcore256.h"
#include "Vcore32.h"
#include "Vcore512.h"
#include "Vcore64.h"
#include "Vcore_plain.h"
#include "Vcore_small.h"
#include "verilated_core.h"

namespace isochron::rtl {
namespace {

CoreParameters with_width(const char* name, unsigned bits) {
  CoreParameters p;
  p.name = name;
  p.word_bytes = bits / 8;
  return p;
}

CoreParameters small() {
  auto p = with_width("small", 64);
  p.address_bits = 40;
  p.outstanding = 4;
  p.commands = 2;
  p.buffer_words = 256;
  p.max_burst = 8;
  return p;
}

CoreParameters plain() {
  auto p = with_width("plain", 64);
  p.port_b = p.stream = p.xor_op = false;
  return p;
}

template <class Model>
std::unique_ptr<CoreDut> core(const CoreParameters& parameters, std::uint64_t seed) {
  return std::make_unique<VerilatedCore<Model>>(parameters, seed);
}

}  // namespace

std::unique_ptr<CoreDut> make_core(const std::string& name, std::uint64_t seed) {
  if (name == "32") return core<Vcore32>(with_width("32", 32), seed);
  if (name == "64") return core<Vcore64>(with_width("64", 64), seed);
  if (name == "128") return core<Vcore128>(with_width("128", 128), seed);
  if (name == "256") return core<Vcore256>(with_width("256", 256), seed);
  if (name == "512") return core<Vcore512>(with_width("512", 512), seed);
  if (name == "small") return core<Vcore_small>(small(), seed);
  if (name == "plain") return core<Vcore_plain>(plain(), seed);
  throw std::invalid_argument("no core '" + name + "'");
}

}  // namespace isochron::rtl
