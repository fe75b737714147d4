// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/core/time.h>
#include <isochron/observe/buffered_file.h>
#include <isochron/observe/phase.h>
#include <isochron/observe/transaction_id.h>

namespace isochron {

/// Log of each transaction's phases at each place, a line of comma-separated values each, in order of time:
/// time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps. The last two are when its message was asked for
/// and the time since then; empty where no one says. A fault's line has no transaction. Throws WriteError.
class TransactionLog {
 public:
  explicit TransactionLog(const std::string& path);

  void add(Time now, const std::string& place, Phase phase, const TransactionId& id);
  void close() { file_.close(); }

 private:
  BufferedFile file_;
};

}  // namespace isochron
