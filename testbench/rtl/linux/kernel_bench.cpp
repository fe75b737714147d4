// SPDX-License-Identifier: Apache-2.0
#include "kernel_bench.h"

#include <stdexcept>

namespace isochron::rtl {
namespace {

constexpr std::uint64_t shared_address = 0x7f0000;
KernelBench* machine = nullptr;

}  // namespace

KernelBench::KernelBench(std::uint64_t seed) : bench_(seed) {
  if (machine) throw std::logic_error("one machine at a time");
  machine = this;
}

KernelBench::~KernelBench() {
  remove();
  machine = nullptr;
}

KernelBench& KernelBench::current() {
  return *machine;
}

int KernelBench::probe() {
  platform_.dev.of_node = device_tree ? &node_ : nullptr;
  const int wrong = stand_in_driver->probe(&platform_);
  if (wrong) release_all();
  return wrong;
}

void KernelBench::remove() {
  if (registered_) registered_->device_free_chan_resources(channel());
  release_all();
}

void KernelBench::release_all() {
  for (; !releases_.empty(); releases_.pop_back()) releases_.back()();
}

void KernelBench::run(unsigned cycles) {
  while (cycles--) step();
}

bool KernelBench::run_until(const std::function<bool()>& condition, unsigned cycles) {
  while (!condition()) {
    if (!cycles--) return false;
    step();
  }
  return true;
}

void KernelBench::step() {
  to_device();
  bench_.clock();
  deliver();
}

void KernelBench::deliver() {
  if (locks_ || in_interrupt_) return;
  from_device();
  if (handler_ && bench_.irq()) {
    in_interrupt_ = true;
    handler_(1, handler_data_);
    in_interrupt_ = false;
  }
  if (in_tasklet_) return;
  in_tasklet_ = true;
  while (!scheduled_.empty()) {
    auto* tasklet = scheduled_.front();
    scheduled_.erase(scheduled_.begin());
    tasklet->scheduled = false;
    tasklet->callback(tasklet);
  }
  in_tasklet_ = false;
}

std::uint32_t KernelBench::read_register(std::uint32_t offset) {
  to_device();
  const auto value = bench_.read(offset);
  from_device();
  return offset ? value : value ^ wrong_bits;
}

void KernelBench::write_register(std::uint32_t offset, std::uint32_t value) {
  to_device();
  bench_.write(offset, value);
  from_device();
}

void KernelBench::lock(spinlock_t* lock) {
  if (lock->held) mistakes.emplace_back("a lock is taken twice");
  lock->held = true;
  ++locks_;
}

void KernelBench::unlock(spinlock_t* lock) {
  if (!lock->held) mistakes.emplace_back("a lock is given back that is not held");
  lock->held = false;
  --locks_;
  deliver();
}

void KernelBench::schedule(tasklet_struct* tasklet) {
  if (!tasklet->scheduled) scheduled_.push_back(tasklet);
  tasklet->scheduled = true;
}

void KernelBench::kill(tasklet_struct* tasklet) {
  if (locks_) mistakes.emplace_back("waits for a tasklet under a lock");
  if (tasklet->scheduled) deliver();
}

void* KernelBench::managed(std::size_t bytes) {
  auto* memory = std::calloc(1, bytes);
  on_release([memory] { std::free(memory); });
  return memory;
}

void* KernelBench::share(std::size_t bytes) {
  ring = shared_address;
  shared_.assign(bytes / 4, 0);
  shadow_.assign(bytes / 4, 0);
  for (std::size_t i = 0; i < shared_.size(); ++i) bench_.write_word(ring + 4 * i, 0);
  on_release([this] { shared_.clear(); });
  return shared_.data();
}

std::uint32_t KernelBench::shared_word(std::uint64_t bus_address) {
  return shared_.at((bus_address - ring) / 4);
}

void KernelBench::to_device() {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    if (shared_[i] == shadow_[i]) continue;
    shadow_[i] = shared_[i];
    bench_.write_word(ring + 4 * i, shared_[i]);
  }
}

void KernelBench::from_device() {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    // What the driver has written since is not the device's to say.
    if (shared_[i] != shadow_[i]) continue;
    shared_[i] = shadow_[i] = bench_.read_word(ring + 4 * i);
  }
}

int KernelBench::request_interrupt(irq_handler_t handler, void* data) {
  handler_ = handler;
  handler_data_ = data;
  on_release([this] { handler_ = nullptr; });
  return 0;
}

void KernelBench::register_dma(dma_device* device) {
  registered_ = device;
  device->device_alloc_chan_resources(channel());
  on_release([this] { registered_ = nullptr; });
}

}  // namespace isochron::rtl
