// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <utility>

#include <isochron/dma/block_mover/c/block_mover.h>
#include <isochron/dma/block_mover/memory_access.h>
#include <isochron/dma/block_mover/register_access.h>

namespace isochron::block_mover {

/// What an access threw that the C driver asked for. It must not pass through C: it is kept here, and goes on when the
/// C function has returned.
class KeptException {
 public:
  /// False when the access throws.
  template <class Access>
  bool keep(Access access) {
    try {
      access();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }
  void go_on() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  std::exception_ptr thrown_;
};

/// A RegisterAccess as the C driver takes it. It is used as long as the calls are.
class CRegisters : public KeptException {
 public:
  explicit CRegisters(RegisterAccess& access) : access_(access) {}
  blmv_registers calls();

 private:
  RegisterAccess& access_;
};

/// A MemoryAccess as the C driver takes it.
class CMemory : public KeptException {
 public:
  explicit CMemory(MemoryAccess& access) : access_(access) {}
  blmv_memory calls();

 private:
  MemoryAccess& access_;
};

}  // namespace isochron::block_mover
