// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/diff_command.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/output_set.h>
#include <isochron/app/result_diff.h>
#include <isochron/app/result_reader.h>
#include <isochron/app/text_table.h>

namespace isochron {

namespace {

double size_of(const Difference& difference) {
  return difference.relative ? std::fabs(*difference.relative) : HUGE_VAL;
}

std::string section_text(DifferenceSection section, bool all) {
  constexpr std::size_t shown = 20;
  const std::size_t count = section.differences.size();
  if (!all && count > shown) {
    std::stable_sort(section.differences.begin(), section.differences.end(),
                     [](const Difference& one, const Difference& other) { return size_of(one) > size_of(other); });
    section.differences.resize(shown);
  }
  TextTable table({"", ">first", ">second", ">change"});
  for (const Difference& difference : section.differences)
    table.add({difference.name, difference.first, difference.second,
               difference.relative ? fmt::format("{:+.4g} %", *difference.relative * 100) : ""});
  const std::string rest =
      section.differences.size() < count
          ? fmt::format("and {} smaller differences; --all shows them\n", count - section.differences.size())
          : "";
  return section.heading + "\n" + table.text() + rest + "\n";
}

}  // namespace

int diff_command(const DiffOptions& options) {
  const auto before = read_result(options.first);
  const auto after = read_result(options.second);
  const std::vector<DifferenceSection> sections = compare_results(before, after);
  OutputSet output;
  for (const DifferenceSection& section : sections) output.print(section_text(section, options.all));
  if (sections.empty()) output.print("The results are the same.\n");
  output.commit();
  return sections.empty() ? exit_well : exit_missed;
}

}  // namespace isochron
