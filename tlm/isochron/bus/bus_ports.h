// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/bus/address_map.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// The ports of a bus, and the addresses behind them: devices, to which masters bind, and windows, which bind to
/// targets. `Device` is an AtTargetOf the bus, `Window` an AtInitiatorOf it.
template <class Device, class Window>
class BusPorts {
 public:
  /// `make_device(name, index)` and `make_window(name, index)` return a port each.
  template <class MakeDevice, class MakeWindow>
  BusPorts(unsigned devices, unsigned windows, MakeDevice make_device, MakeWindow make_window) {
    for (unsigned i = 0; i < devices; ++i) devices_.push_back(make_device(indexed("device", i), i));
    for (unsigned i = 0; i < windows; ++i) windows_.push_back(make_window(indexed("window", i), i));
  }

  unsigned size() const { return static_cast<unsigned>(devices_.size()); }
  Device& device(unsigned index) const { return *devices_.at(index); }
  /// The same where `index` is known to be one of a device.
  Device& operator[](unsigned index) const { return *devices_[index]; }
  Window& window(unsigned index) const { return *windows_.at(index); }
  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }

  /// Addresses first to last, both inclusive, belong to window `index`. Before the simulation starts.
  void map(std::uint64_t first, std::uint64_t last, unsigned index) { map_.add(first, last, index); }
  /// From now on they belong to it, whatever they belonged to.
  void change(std::uint64_t first, std::uint64_t last, unsigned index) { map_.change(first, last, index); }

  /// The window that all of a request lies in. nullptr: the request is refused, with a response status that says why.
  Window* route(Payload& payload) const {
    Window* const window = decode(payload);
    if (window != nullptr && payload.get_data_length() > 0) return window;
    if (window != nullptr) payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return nullptr;
  }
  /// The number of the window that all of `payload` lies in. There must be one.
  unsigned window_of(const Payload& payload) const {
    return *map_.decode(payload.get_address(), payload.get_data_length());
  }
  /// Debug access without time; returns the bytes transferred.
  unsigned debug(Payload& payload) const {
    Window* const window = decode(payload);
    return window == nullptr ? 0 : window->debug(payload);
  }

 private:
  static std::string indexed(const char* name, unsigned index) {
    return std::string(name) + "[" + std::to_string(index) + "]";
  }
  Window* decode(Payload& payload) const {
    const std::optional<unsigned> index = map_.decode(payload.get_address(), payload.get_data_length());
    if (index) return windows_[*index].get();
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return nullptr;
  }

  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<std::unique_ptr<Window>> windows_;
  AddressMap map_;
};

}  // namespace isochron
