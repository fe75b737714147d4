// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/transaction_log.h>
#include <isochron/observe/wave_file.h>
#include <isochron/observe/write_error.h>

namespace isochron {

/// What to trace of a simulation, when, and where to.
struct TracePlan {
  std::string wave;       ///< file for the waveform; empty: none
  bool fst = false;       ///< its format: FST or VCD
  std::string save_file;  ///< file for GTKWave's view of it; empty: none
  std::string shown_as;   ///< where the waveform will be found, for the save file
  std::string log;        ///< file for the transaction log; empty: none
  Time from = 0;
  Time to = end_of_time;             ///< not before `from`
  Time interval = 10 * microsecond;  ///< from a sample of a utilisation to the next
  /// Which of a machine's signals; may throw. Empty: all of them.
  std::function<std::vector<bool>(const std::vector<ProbeInfo>&)> select;
};

/// Writes the waveform and the transaction log of one simulation while it runs. Outside the window from `from` to `to`
/// no probe is bound, so that the simulation runs as fast as without a trace; its results are always the same. The
/// waveform's first values are those of `from` with all that happens in that instant up to then.
class Trace {
 public:
  explicit Trace(TracePlan plan) : plan_(std::move(plan)) {}

  /// Collects the machine's probes and opens the files. Once the machine is built, before it runs. Throws WriteError.
  void open();
  /// Has `run_to` bring the simulation to `end`, by way of the window's ends. `run_to` is called with rising times
  /// after the kernel's present one. Throws what it throws, and WriteError.
  void run(Time end, const std::function<void(Time)>& run_to);
  /// Ends the window, if it is open, and the files. While the machine is still there. Throws WriteError.
  void close();

  /// Whether it follows a signal of the part at `path`, or of what is within it. Once it is open.
  bool follows(const std::string& path) const;

  /// The simulation has come to the window.
  bool started() const { return started_; }
  /// Value changes and lines written so far.
  std::uint64_t changes() const { return changes_; }
  std::uint64_t lines() const { return lines_; }

 private:
  friend class BitsProbe;
  friend class NumberProbe;
  friend class TextProbe;
  friend class TransactionProbe;
  friend class UtilisationProbe;
  friend class PhaseProbe;

  /// Has `write` put a value that changes at `now` into the file.
  template <class Write>
  void change(Time now, Write&& write) {
    remembering_failure([&] {
      ++changes_;
      if (now != now_) advance(now);
      write(*file_);
    });
  }
  /// On its way through the SystemC kernel an exception becomes a report: run() needs to know what it was.
  template <class Work>
  void remembering_failure(Work&& work) {
    try {
      work();
    } catch (const WriteError& error) {
      failure_ = error;
      throw;
    }
  }
  void advance(Time now);
  /// Bits that are known to become `value` at `time`.
  void change_later(Time time, std::uint32_t handle, bool value) { later_.push({time, handle, value}); }
  /// Takes the samples and writes the changes that are due at `now` and before.
  void catch_up(Time now);
  void sample();
  void write_first_of_later();
  void log(Time now, const std::string& place, Phase phase, const TransactionId& id) {
    ++lines_;
    remembering_failure([&] { log_->add(now, place, phase, id); });
  }

  struct Later {
    Time time;
    std::uint32_t handle;
    bool value;
    bool operator>(const Later& other) const { return time > other.time; }
  };

  void declare();
  void start();
  void stop();

  TracePlan plan_;
  ProbeList list_;
  std::unique_ptr<WaveFile> file_;
  std::unique_ptr<TransactionLog> log_;
  std::vector<bool> chosen_;     ///< of the probes
  std::set<std::string> paths_;  ///< of parts with probes that were chosen, each with a dot
  std::vector<Traced*> parts_;   ///< with probes that were chosen
  std::vector<UtilisationProbe*> utilisations_;
  Time now_ = end_of_time;  ///< as the file has it; end_of_time: not begun
  Time next_sample_ = end_of_time;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  /// Has the kernel know when the window begins: what runs ahead of it stops there.
  sc_core::sc_event begins_;
  bool holds_ = false;  ///< the file holds back the latest instant
  bool started_ = false;
  bool stopped_ = false;
  std::optional<WriteError> failure_;
  std::uint64_t changes_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace isochron
