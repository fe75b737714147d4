# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=... -DOUTPUT=... -P ListParts.cmake: writes a source that names every ISOCHRON_PART of the sources below
# the folder. They register themselves, but of an archive a program has only what something names.
file(GLOB_RECURSE sources ${FOLDER}/*.cpp)
set(names)
foreach(source IN LISTS sources)
  file(STRINGS ${source} lines REGEX "^ISOCHRON_PART\\([a-z0-9_]+")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^ISOCHRON_PART\\(([a-z0-9_]+).*" "isochron_part_\\1" name "${line}")
    list(APPEND names ${name})
  endforeach()
endforeach()
list(SORT names)
list(JOIN names ", " declared)
list(JOIN names ", &" addresses)
# Written only if it changes.
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include <isochron/part/part_registration.h>
namespace isochron {
extern const PartRegistration ${declared};
namespace {
const PartRegistration* const parts[] = {&${addresses}};
}
extern const PartRegistration* const* const registered_parts;
const PartRegistration* const* const registered_parts = parts;
}  // namespace isochron
" @ONLY)
