// SPDX-License-Identifier: Apache-2.0
// Compiled into whatever links Isochron's package. SystemC's library links only with the standard that it was compiled
// for; without this the linker names an undefined sc_api_version_..., and not the cause.
#if __cplusplus != 201703L
#error \
    "Isochron needs C++17, the standard of the SystemC library: set(CMAKE_CXX_STANDARD 17), or the target's CXX_STANDARD"
#endif
