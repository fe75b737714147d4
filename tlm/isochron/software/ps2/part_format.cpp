// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/part_format.h>

#include <string>

#include <isochron/software/ps2/part_header.h>

namespace isochron {

ParameterTable PartFormat::parameters() {
  ParameterTable table;
  table.choice("part.encoding", encoding, {"bounding_box", "pixels"},
               "of a plane part; bounding_box: the rectangle around its pixels; pixels: these alone",
               "open in PS2, section 6");
  table.bytes("part.header", header, {0, 1'000'000}, "of a plane part",
              "our calibration, on PS2, section 6: 22 MB in 18,848 parts");
  return table;
}

std::vector<ParameterProblem> PartFormat::problems_with_data() const {
  std::vector<ParameterProblem> found;
  if (encoding != Encoding::bounding_box)
    found.push_back(
        {"part.encoding",
         "a part of pixels alone does not say where they belong, and with `pixels: on` they are put together",
         "use `bounding_box`, or `pixels: off`",
         {"part.encoding"}});
  if (header < sizeof(PartHeader))
    found.push_back({"part.header",
                     "with `pixels: on` a part's header holds its place, " + std::to_string(sizeof(PartHeader)) + " B",
                     "use " + std::to_string(sizeof(PartHeader)) + " B or more",
                     {"part.header"},
                     {{"part.header", sizeof(PartHeader)}}});
  return found;
}

}  // namespace isochron
