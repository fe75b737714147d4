// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <systemc>

#include <isochron/host/cache.h>
#include <isochron/protocol/port.h>

namespace isochron {

/// Where a processor is joined to its cache: from there on the two call each other.
class CachePort final : public sc_core::sc_object, public Port {
 public:
  CachePort(const char* name, Cache::Processor& processor) : sc_object(name), processor_(processor) {}

  /// Once it is joined.
  Cache& operator*() const { return *cache_; }
  Cache* operator->() const { return cache_; }

  const char* protocol() const override { return ProcessorPort::spoken; }
  Role role() const override { return Role::initiator; }
  std::string path() const override { return name(); }

 private:
  void join(Port& end) override {
    cache_ = &dynamic_cast<ProcessorPort&>(end).cache();
    cache_->serve(processor_);
  }

  Cache::Processor& processor_;
  Cache* cache_ = nullptr;
};

}  // namespace isochron
