// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "shell_bench.h"
#include "stand_in.h"

namespace isochron::rtl {

/// A machine with one processor, its kernel's part of stand_in.h, and a block mover that the driver is bound to. There
/// is one at a time: the driver calls C functions.
class KernelBench {
 public:
  explicit KernelBench(std::uint64_t seed);
  KernelBench(const KernelBench&) = delete;
  KernelBench& operator=(const KernelBench&) = delete;
  ~KernelBench();

  /// The machine that the driver's calls mean.
  static KernelBench& current();

  /// Binds the driver: what its probe returns.
  int probe();
  /// Unbinds it.
  void remove();
  /// Cycles with interrupts.
  void run(unsigned cycles);
  bool run_until(const std::function<bool()>& condition, unsigned cycles = 20000);

  ShellBench& bench() { return bench_; }
  dma_device& dma() { return *registered_; }
  bool registered() const { return registered_ != nullptr; }
  dma_chan* channel() { return container_of(registered_->channels.next, dma_chan, device_node); }
  /// A word of the memory that device and driver share.
  std::uint32_t shared_word(std::uint64_t bus_address);

  // What the machine is like.
  bool device_tree = true;
  bool coherent = false;
  std::map<std::string, std::vector<std::uint32_t>> properties;
  std::uint32_t wrong_bits = 0;  ///< of what is read of the first register
  bool out_of_memory = false;
  bool without_interrupt = false;

  // What became of it.
  std::size_t allocated = 0;  ///< with kzalloc and not given back
  std::uint64_t dma_mask = 0;
  unsigned max_segment = 0;
  bool in_device_tree = false;
  std::uint64_t ring = 0;             ///< where the shared memory is for the device
  std::vector<std::string> errors;    ///< that the driver told
  std::vector<std::string> mistakes;  ///< that the driver made

  // For the calls of stand_in.h.
  std::uint32_t read_register(std::uint32_t offset);
  void write_register(std::uint32_t offset, std::uint32_t value);
  void lock(spinlock_t* lock);
  void unlock(spinlock_t* lock);
  void schedule(tasklet_struct* tasklet);
  void kill(tasklet_struct* tasklet);
  void* managed(std::size_t bytes);
  void* share(std::size_t bytes);
  void on_release(std::function<void()> action) { releases_.push_back(std::move(action)); }
  int request_interrupt(irq_handler_t handler, void* data);
  void register_dma(dma_device* device);

 private:
  void step();
  void deliver();
  void release_all();
  void to_device();
  void from_device();

  ShellBench bench_;
  platform_device platform_{};
  device_node node_{};
  dma_device* registered_ = nullptr;
  std::vector<std::function<void()>> releases_;
  irq_handler_t handler_ = nullptr;
  void* handler_data_ = nullptr;
  bool in_interrupt_ = false;
  unsigned locks_ = 0;
  std::vector<tasklet_struct*> scheduled_;
  bool in_tasklet_ = false;
  std::vector<std::uint32_t> shared_;
  std::vector<std::uint32_t> shadow_;  ///< what the device has seen of it
};

}  // namespace isochron::rtl
