// SPDX-License-Identifier: Apache-2.0
#include <isochron/fold/folded_stage.h>

namespace isochron {

void FoldedStage::show(const FoldedTotals& under_way, Time now) {
  statistics_.busy.set_total(totals_.busy + under_way.busy);
  statistics_.wait_link.set_total(totals_.wait_link + under_way.wait_link);
  statistics_.wait_buffer.set_total(totals_.wait_buffer + under_way.wait_buffer);
  statistics_.messages = totals_.messages + under_way.messages;
  statistics_.bytes = totals_.bytes + under_way.bytes;
  port_.show_depth(totals_.depth + under_way.depth, now);
  if (busy_ != nullptr) busy_->set_total(totals_.busy + under_way.busy);
}

}  // namespace isochron
