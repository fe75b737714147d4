// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/transaction_log.h>

namespace isochron {

TransactionLog::TransactionLog(const std::string& path) : file_(path) {
  file_.text("time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n");
}

void TransactionLog::add(Time now, const std::string& place, Phase phase, const TransactionId& id) {
  file_.number(now);
  file_.letter(',');
  file_.text(place);
  file_.letter(',');
  file_.text(phase_name(phase));
  if (id.none) {
    file_.text(",,,,,,\n");
    return;
  }
  for (const std::uint64_t number :
       {std::uint64_t{id.stream}, std::uint64_t{id.source}, id.sequence, std::uint64_t{id.bytes}}) {
    file_.letter(',');
    file_.number(number);
  }
  if (id.asked > now) {
    file_.text(",,\n");
    return;
  }
  for (const std::uint64_t number : {id.asked, now - id.asked}) {
    file_.letter(',');
    file_.number(number);
  }
  file_.letter('\n');
}

}  // namespace isochron
