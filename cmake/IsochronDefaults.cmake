# SPDX-License-Identifier: Apache-2.0
# Build type, language level, warnings, sanitizers and ccache: everything that is true of every target.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Debian's libsystemc checks the language level at link time: exactly C++17.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(ISOCHRON_ASAN "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(ISOCHRON_COVERAGE "gcov instrumentation" OFF)

# A shared library may link ours. Nobody puts a function in the place of one of ours, so that calls stay direct and are inlined.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Several sources in one compilation: SystemC and the standard library are read once for all of them, and templates that
# several files instantiate are compiled once. Preset debug has it off: there a file is compiled as it stands, and editors
# find it in compile_commands.json.
option(ISOCHRON_UNITY "Compile the sources of a library or program in batches" ON)
set(ISOCHRON_UNITY_BATCH 8 CACHE STRING "Sources in a batch: more are quicker from scratch, fewer after a change")
set(CMAKE_UNITY_BUILD ${ISOCHRON_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE ${ISOCHRON_UNITY_BATCH})

# Paths below the source folder count relative to it: a second clone finds what the first one compiled.
find_program(ISOCHRON_CCACHE ccache)
if(ISOCHRON_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${ISOCHRON_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# Flags of our own targets; the exported package does not carry them.
add_library(isochron_flags INTERFACE)
target_compile_options(isochron_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual> -Werror
  -fno-semantic-interposition
  # The same bytes on every machine: no fused multiply-add in derived figures.
  -ffp-contract=off
  # Places in messages of the tests are relative too, or a second clone would find nothing in the compiler's cache.
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(ISOCHRON_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # It also finds names of the neighbour file shadowed; GCC looks at the same code.
  target_compile_options(isochron_flags INTERFACE -Wno-shadow)
endif()
find_program(ISOCHRON_MOLD mold)
if(ISOCHRON_MOLD)
  target_link_options(isochron_flags INTERFACE -fuse-ld=mold)
endif()
if(ISOCHRON_ASAN)
  target_compile_options(isochron_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(isochron_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ISOCHRON_COVERAGE)
  target_compile_options(isochron_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(isochron_flags INTERFACE --coverage)
endif()
