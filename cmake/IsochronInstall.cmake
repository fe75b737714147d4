# SPDX-License-Identifier: Apache-2.0
# install(): the libraries with their headers, as a CMake package and for pkg-config; the command; the scenarios.
# Nothing in the installed files holds the prefix, so the tree can be moved.
include(CMakePackageConfigHelpers)

set(ISOCHRON_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/isochron)

# Models: find_package(isochron) gives isochron::isochron, and isochron::c, the block mover's driver in C.
install(TARGETS isochron isochron_c EXPORT isochron-models ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT isochron-models NAMESPACE isochron:: DESTINATION ${ISOCHRON_PACKAGE_DIR})
install(DIRECTORY tlm/isochron DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h
  PATTERN app EXCLUDE PATTERN machine EXCLUDE PATTERN scenario EXCLUDE)

# Scenario files and results: find_package(isochron COMPONENTS scenario) gives isochron::scenario.
install(DIRECTORY tlm/isochron/machine/run DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isochron/machine FILES_MATCHING PATTERN *.h)

if(TARGET isochron_scenario)
  set_target_properties(isochron_scenario PROPERTIES EXPORT_NAME scenario)
  install(TARGETS isochron_scenario EXPORT isochron-scenario ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT isochron-scenario NAMESPACE isochron:: DESTINATION ${ISOCHRON_PACKAGE_DIR})
  install(DIRECTORY tlm/isochron/scenario DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isochron FILES_MATCHING PATTERN *.h)
endif()

# The command as a library, for programs with parts of their own: find_package(isochron COMPONENTS app) gives isochron::app.
if(TARGET isochron_app)
  set_target_properties(isochron_machine PROPERTIES EXPORT_NAME machine)
  set_target_properties(isochron_app PROPERTIES EXPORT_NAME app)
  install(TARGETS isochron_machine isochron_app EXPORT isochron-app ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT isochron-app NAMESPACE isochron:: DESTINATION ${ISOCHRON_PACKAGE_DIR})
  install(DIRECTORY tlm/isochron/machine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isochron FILES_MATCHING PATTERN *.h)
  install(FILES tlm/isochron/app/command_line.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isochron/app)
endif()

# Co-simulation: find_package(isochron COMPONENTS cosim) gives isochron::cosim, transactors between pins and TLM, and
# isochron_verilate(). Blocks that are part of Isochron are not among it.
set_target_properties(isochron_cosim_parts PROPERTIES EXPORT_NAME cosim)
install(TARGETS isochron_cosim_parts EXPORT isochron-cosim ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT isochron-cosim NAMESPACE isochron:: DESTINATION ${ISOCHRON_PACKAGE_DIR})
foreach(part axi_lite_port axi_pins axi_read_port axi_write_port burst_initiator clock_on_demand clocked disk_channel_pins disk_channel_port
    output_pin pin rtl_probes rtl_signals stream_in_port stream_out_port)
  install(FILES rtl/cosim/${part}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isochron/cosim)
endforeach()
install(FILES cmake/IsochronVerilator.cmake cmake/IncludeAll.cmake DESTINATION ${ISOCHRON_PACKAGE_DIR})

set(ISOCHRON_SCENARIOS_DIR ${CMAKE_INSTALL_DATADIR}/isochron/scenarios)
configure_package_config_file(cmake/isochron-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/isochron-config.cmake
  INSTALL_DESTINATION ${ISOCHRON_PACKAGE_DIR} PATH_VARS ISOCHRON_SCENARIOS_DIR NO_SET_AND_CHECK_MACRO)
# Until 1.0 a minor version may change interfaces.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/isochron-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/isochron-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/isochron-config-version.cmake
  cmake/isochron-cxx-standard.cpp
  DESTINATION ${ISOCHRON_PACKAGE_DIR})

file(RELATIVE_PATH ISOCHRON_LIBDIR_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR} /prefix)
configure_file(cmake/isochron.pc.in ${CMAKE_CURRENT_BINARY_DIR}/isochron.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/isochron.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET isochron_command)
  install(TARGETS isochron_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# Traces of machine files are CSV.
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/isochron FILES_MATCHING PATTERN *.yaml PATTERN *.csv)
install(FILES tlm/isochron/scenario/result.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/isochron)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
