# SPDX-License-Identifier: Apache-2.0
# The commit that is built, for the provenance of results: sets ISOCHRON_GIT. Configured anew after each commit.

set(ISOCHRON_GIT "unknown")
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE ISOCHRON_GIT_OUTPUT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE ISOCHRON_GIT_FAILED)
  if(NOT ISOCHRON_GIT_FAILED)
    set(ISOCHRON_GIT ${ISOCHRON_GIT_OUTPUT})
  endif()
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
endif()
