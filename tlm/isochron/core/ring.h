// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isochron {

/// FIFO in a power-of-two array. It grows when full and never shrinks: after the first moments of a run a push allocates nothing.
template <class T>
class Ring {
 public:
  explicit Ring(std::size_t capacity = 4) {
    std::size_t size = 1;
    while (size < capacity) size *= 2;
    items_.resize(size);
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() {
    assert(size_ > 0);
    return items_[head_];
  }
  const T& front() const {
    assert(size_ > 0);
    return items_[head_];
  }
  /// Item i from the front.
  T& operator[](std::size_t i) { return items_[(head_ + i) & (items_.size() - 1)]; }
  const T& operator[](std::size_t i) const { return items_[(head_ + i) & (items_.size() - 1)]; }

  void push(T item) {
    if (size_ == items_.size()) grow();
    items_[(head_ + size_) & (items_.size() - 1)] = std::move(item);
    ++size_;
  }
  T pop() {
    assert(size_ > 0);
    T item = std::move(items_[head_]);
    head_ = static_cast<std::uint32_t>((head_ + 1) & (items_.size() - 1));
    --size_;
    return item;
  }

 private:
  void grow() {
    std::vector<T> larger(items_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    items_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> items_;
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace isochron
