// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <isochron/core/implementations.h>
#include <isochron/dma/dma_engine_config.h>
#include <isochron/protocol/at_initiator.h>

namespace isochron {

/// A DMA engine that is a component of its own: it moves messages, with their bytes, from its controller's memory to
/// the bus, in their order.
class DmaEngine : public sc_core::sc_module {
 public:
  /// What an engine tells its controller. Calls come at the region's present.
  class Client {
   public:
    /// The message goes to the bus now.
    virtual void engine_sends(Message& message, Time now) = 0;
    virtual void engine_on_bus(Time now) = 0;
    /// The bus has moved it. The client lets go of the message.
    virtual void engine_sent(Message& message, Time now) = 0;

   protected:
    ~Client() = default;
  };

  virtual AtInitiatorBase& bus() = 0;
  /// It takes another message.
  virtual bool has_room() const = 0;
  virtual void take(Message& message, Time now) = 0;
  /// It has messages and yet nothing that would move them, neither inside nor on the bus.
  virtual bool is_stuck() const = 0;
  /// Clock cycles of RTL simulated for it; 0 where there is none.
  virtual std::uint64_t cycles() const = 0;

 protected:
  explicit DmaEngine(const sc_core::sc_module_name& name) : sc_module(name) {}
};

using DmaEngineMaker = std::function<std::unique_ptr<DmaEngine>(
    const char* name, const Domain& domain, const DmaEngineConfig& config, DmaEngine::Client& client)>;

/// The engines that a controller may have beside its own, by the names of DmaEngineConfig::implementation.
Implementations<DmaEngineMaker>& dma_engines();

}  // namespace isochron
