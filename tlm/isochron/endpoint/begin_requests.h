// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_requester.h>
#include <isochron/part/part_plan.h>

namespace isochron {

/// Gives a requester that has been built all that the machine has planned for it.
inline void begin_requests(MessageRequester& requester, const PartPlan& plan, BuildContext& around) {
  bool can_lose = false;
  for (const SourcePlan& one : plan.sources) {
    around.add(requester.add_traffic(one.load, one.destinations(), one.addressing, one.number));
    around.requests.enter(one.number, requester, *plan.endpoint, *one.load.requests);
    can_lose = can_lose || one.load.requests->timeout > 0;
  }
  if (can_lose) requester.expect_losses(*around.lost_requests);
}

}  // namespace isochron
