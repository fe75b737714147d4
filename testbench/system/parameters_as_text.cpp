// SPDX-License-Identifier: Apache-2.0
#include "system/parameters_as_text.h"

#include <sstream>

namespace isochron::testbench {

namespace {

const char* unit_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::bytes:
      return " B";
    case Quantity::duration:
      return " ps";
    case Quantity::data_rate:
      return " b/s";
    case Quantity::frequency:
      return " Hz";
    case Quantity::bits:
      return " bit";
    default:
      return "";
  }
}

struct Print {
  std::ostream& out;
  void operator()(std::uint64_t number) const { out << number; }
  void operator()(bool flag) const { out << (flag ? "true" : "false"); }
  void operator()(const std::string& name) const { out << name; }
  void operator()(const std::vector<std::uint64_t>& numbers) const {
    out << '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) out << (i > 0 ? ", " : "") << numbers[i];
    out << ']';
  }
};

}  // namespace

std::string as_text(const SeachangeParameters& parameters) {
  SeachangeParameters copy = parameters;
  SeachangeParameters standard;
  const ParameterTable ours = copy.table();
  const ParameterTable standards = standard.table();
  std::ostringstream text;
  for (std::size_t i = 0; i < ours.all().size(); ++i) {
    const Parameter& parameter = ours.all()[i];
    const ParameterValue value = parameter.get();
    if (value == standards.all()[i].get()) continue;
    text << "  " << parameter.path << ": ";
    std::visit(Print{text}, value);
    text << unit_of(parameter.quantity) << '\n';
  }
  return text.str();
}

}  // namespace isochron::testbench
