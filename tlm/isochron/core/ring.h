// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace isochron {

/// FIFO in a power-of-two array. The first two items live inside the object, since the queues of a fabric are short
/// and a line of cache saved counts; it grows when full and never shrinks: after the first moments of a run a push
/// allocates nothing.
template <class T>
class Ring {
 public:
  Ring() = default;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() {
    if (items_ != inside_) delete[] items_;
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
  T& operator[](std::size_t i) { return items_[(head_ + i) & mask_]; }
  const T& operator[](std::size_t i) const { return items_[(head_ + i) & mask_]; }

  void push(T item) {
    if (size_ > mask_) grow();
    items_[(head_ + size_) & mask_] = std::move(item);
    ++size_;
  }
  T pop() {
    assert(size_ > 0);
    T item = std::move(items_[head_]);
    head_ = (head_ + 1) & mask_;
    --size_;
    return item;
  }
  /// Takes the last item.
  T pop_back() {
    assert(size_ > 0);
    --size_;
    return std::move(items_[(head_ + size_) & mask_]);
  }

 private:
  static constexpr std::uint32_t inside = 2;

  void grow() {
    const std::uint32_t capacity = (mask_ + 1) * 2;
    T* const larger = new T[capacity];
    for (std::uint32_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    if (items_ != inside_) delete[] items_;
    items_ = larger;
    head_ = 0;
    mask_ = capacity - 1;
  }

  T* items_ = inside_;
  std::uint32_t size_ = 0;
  std::uint32_t head_ = 0;
  std::uint32_t mask_ = inside - 1;
  T inside_[inside] = {};
};

}  // namespace isochron
