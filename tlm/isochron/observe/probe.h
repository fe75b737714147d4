// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <isochron/core/time.h>
#include <isochron/observe/phase.h>
#include <isochron/observe/transaction_id.h>

namespace isochron {

class Trace;

/// A signal of a part that a Trace may write. A probe that is not selected ignores what it is told; the part keeps all
/// of its probes unbound while nobody traces it, see Traced.
class Probe {
 protected:
  friend class ProbeList;
  friend class Trace;

  Trace* trace_ = nullptr;  ///< null: not selected
  std::uint32_t handle_ = 0;
  bool declared_ = false;  ///< the handle is the file's
  bool shown_ = false;     ///< a value has been written in this window
};

/// An unsigned number.
class NumberProbe final : public Probe {
 public:
  void set(Time now, std::uint64_t value) {
    value = value < most_ ? value : most_;
    if (trace_ == nullptr || (shown_ && value == value_)) return;
    value_ = value;
    write(now);
  }

 private:
  friend class ProbeList;

  void write(Time now);

  std::uint64_t value_ = 0;
  std::uint64_t most_ = 0;  ///< what fits its width; more is shown as this
  unsigned width_ = 0;
};

/// A text of a fixed set: texts of equal address are the same, and must outlive the trace.
class TextProbe final : public Probe {
 public:
  void set(Time now, std::string_view text) {
    if (trace_ == nullptr || (shown_ && text.data() == text_.data())) return;
    text_ = text;
    write(now);
  }

 private:
  void write(Time now);

  std::string_view text_;
};

/// The transaction that is in a place, as TransactionText says it.
class TransactionProbe final : public Probe {
 public:
  void set(Time now, const TransactionId& id) {
    if (trace_ == nullptr || (shown_ && id == id_)) return;
    id_ = id;
    write(now);
  }

 private:
  void write(Time now);

  TransactionId id_;
};

/// The fraction of time that something is busy, from each sample of the Trace to the next; 0 before the first.
class UtilisationProbe final : public Probe {
 public:
  void set(Time now, bool busy) {
    if (trace_ == nullptr || (shown_ && busy == busy_)) return;
    change(now, busy);
  }

 private:
  friend class Trace;

  void change(Time now, bool busy);
  /// Writes the fraction from the sample before to `now`.
  void sample(Time now);
  void start(Time now);

  bool busy_ = false;
  Time since_ = 0;      ///< of the last change, or of the sample before
  Time busy_time_ = 0;  ///< from the sample before until `since_`
  Time sampled_ = 0;    ///< time of the sample before
  double value_ = 0;    ///< as it was written last
};

/// Bits that somebody else keeps and compares, such as a signal of a Verilated block. They may have several names.
class BitsProbe final : public Probe {
 public:
  bool selected() const { return trace_ != nullptr; }
  /// A change at `now`, the kernel's present time or the picosecond before. `value`: as WaveFile::bits has it.
  void set(Time now, std::string_view value);
  /// A change of a single bit that is known before its time comes.
  void set_later(Time time, bool value);
};

/// A place that transactions go through: what happened there last, to which one, and a line of the transaction log
/// each time.
class PhaseProbe final {
 public:
  void event(Time now, Phase phase, const TransactionId& id);
  /// At the start of a window: nothing has happened yet.
  void clear(Time now);

 private:
  friend class ProbeList;
  friend class Trace;

  std::string name_;
  TextProbe phase_;
  TransactionProbe transaction_;
  Trace* log_ = nullptr;  ///< null: not selected, or no log is kept
};

}  // namespace isochron
