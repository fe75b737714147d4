# SPDX-License-Identifier: Apache-2.0
# Build type, language level, warnings, sanitizers and ccache: everything that is true of every target.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Debian's libsystemc checks the language level at link time: exactly C++17.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(ISOCHRON_ASAN "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(ISOCHRON_COVERAGE "gcov instrumentation" OFF)

find_program(ISOCHRON_CCACHE ccache)
if(ISOCHRON_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ISOCHRON_CCACHE})
endif()

# Flags of our own targets; the exported package does not carry them.
add_library(isochron_flags INTERFACE)
target_compile_options(isochron_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # The same bytes on every machine: no fused multiply-add in derived figures.
  -ffp-contract=off)
if(ISOCHRON_ASAN)
  target_compile_options(isochron_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(isochron_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ISOCHRON_COVERAGE)
  target_compile_options(isochron_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(isochron_flags INTERFACE --coverage)
endif()
