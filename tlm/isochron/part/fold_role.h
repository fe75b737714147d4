// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// What a part can be in a chain that is computed instead of simulated (FoldedHead, FoldedTail), as its parameters
/// stand.
enum class FoldRole {
  none,
  master,  ///< a FoldedMaster
  bus,     ///< a PciBus, fit for PciBus::fold() if it has one device
  ports,   ///< OutputPorts of LinkSenders and BusSenders, whose buffers are freed on send
  link,    ///< a SerialLink without times beside its transfers'
  sink     ///< a FoldedSink
};

}  // namespace isochron
