// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/region.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {

/// How much of the base protocol a transaction spells out.
enum class Phases {
  shortcut,      ///< BEGIN_RESP implies END_REQ, TLM_COMPLETED implies END_RESP: fewest calls
  explicit_four  ///< all four phases, each at its time: the reference
};

/// What the sockets of one fabric share.
struct Domain {
  Region& region;
  MessagePool& pool;
  Phases phases = Phases::shortcut;
};

}  // namespace isochron
