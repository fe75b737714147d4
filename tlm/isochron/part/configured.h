// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// A part that lets those that call it see what it is configured as.
template <class Config>
class Configured {
 public:
  virtual const Config& config() const = 0;

 protected:
  ~Configured() = default;
};

}  // namespace isochron
