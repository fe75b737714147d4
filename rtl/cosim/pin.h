// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

namespace isochron::cosim {

/// An output of a Verilated model up to 64 bits wide: Verilator makes it an integer of 8, 16, 32 or 64 bits.
class Pin {
 public:
  template <class Integer>
  Pin(const Integer& pin)
      : place_(&pin), bytes_(sizeof pin) {  // NOLINT(google-explicit-constructor): stands for the pin
    static_assert(sizeof(Integer) <= 8, "wider pins are PinBytes");
  }

  std::uint64_t value() const {
    switch (bytes_) {
      case 1:
        return *static_cast<const std::uint8_t*>(place_);
      case 2:
        return *static_cast<const std::uint16_t*>(place_);
      case 4:
        return *static_cast<const std::uint32_t*>(place_);
      default:
        return *static_cast<const std::uint64_t*>(place_);
    }
  }

 private:
  const void* place_;
  unsigned bytes_;
};

/// A data pin of any width: its bytes, lane 0 first. Wide ones are arrays of 32-bit words, the lowest first.
class PinBytes {
 public:
  template <class Data>
  PinBytes(const Data& pin)  // NOLINT(google-explicit-constructor): stands for the pin
      : place_(reinterpret_cast<const std::uint8_t*>(&pin)), bytes_(sizeof pin) {}

  unsigned bytes() const { return bytes_; }
  void get(std::uint8_t* to) const {
    if (bytes_ == 8)
      std::memcpy(to, place_, 8);  // by far the commonest, and then two instructions
    else
      std::memcpy(to, place_, bytes_);
  }

 private:
  const std::uint8_t* place_;
  unsigned bytes_;
};

/// A data pin that the transactor drives.
class DrivenBytes {
 public:
  template <class Data>
  DrivenBytes(Data& pin)  // NOLINT(google-explicit-constructor): stands for the pin
      : place_(reinterpret_cast<std::uint8_t*>(&pin)), bytes_(sizeof pin) {}

  unsigned bytes() const { return bytes_; }
  void set(const std::uint8_t* from) {
    if (bytes_ == 8)
      std::memcpy(place_, from, 8);
    else
      std::memcpy(place_, from, bytes_);
  }

 private:
  std::uint8_t* place_;
  unsigned bytes_;
};

}  // namespace isochron::cosim
