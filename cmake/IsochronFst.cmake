# SPDX-License-Identifier: Apache-2.0
# The writer of FST waveforms: GTKWave's, as it comes with Verilator in Debian's package. Without that package, or
# without zlib's headers, ISOCHRON_FST is off and waveforms are written as VCD.

find_path(ISOCHRON_FST_INCLUDE gtkwave/fstapi.c PATHS /usr/share/verilator/include NO_DEFAULT_PATH)
find_package(ZLIB QUIET)
set(ISOCHRON_FST OFF)
if(ISOCHRON_FST_INCLUDE AND ZLIB_FOUND)
  set(ISOCHRON_FST ON)
  set(ISOCHRON_PC_ZLIB " zlib")
endif()
