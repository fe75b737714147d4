// SPDX-License-Identifier: Apache-2.0
// Stands in the place of Verilator's header of this name. What Verilator generates with --trace-fst includes it and
// calls its classes by their names: Verilator's would write a file of their own, these give each change to an
// RtlSignals::Sink. The comparison with the values before is Verilator's (verilated_trace.h). Made for Verilator 5.006.
#pragma once

#include <vector>

#include <verilated.h>

#include <verilated_trace.h>
// The kinds and directions of signals that the generated code names
#include <gtkwave/fstapi.h>

#include "../rtl_signals.h"

class VerilatedFstBuffer;

// Verilator's base has no virtual destructor, and nobody deletes by it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"

/// The signals of one model.
class VerilatedFst final : public VerilatedTrace<VerilatedFst, VerilatedFstBuffer> {
 public:
  using Super = VerilatedTrace<VerilatedFst, VerilatedFstBuffer>;

  /// Collects the signals; once the model was added.
  void open();
  const std::vector<isochron::cosim::RtlSignal>& signals() const { return signals_; }
  std::uint32_t codes() const { return nextCode(); }
  void write(isochron::cosim::RtlSignals::Sink& sink, bool all);
  void written_as(std::uint32_t code, std::uint32_t value) { m_sigs_oldvalp[code] = value; }

  // Called by generated code
  void declBit(std::uint32_t code, const char* name, int, fstVarDir direction, fstVarType type, bool array, int index) {
    declare(code, name, direction, type, array, index, 0, 0);
  }
  void declBus(std::uint32_t code, const char* name, int, fstVarDir direction, fstVarType type, bool array, int index,
               int most, int least) {
    declare(code, name, direction, type, array, index, most, least);
  }
  void declQuad(std::uint32_t code, const char* name, int, fstVarDir direction, fstVarType type, bool array, int index,
                int most, int least) {
    declare(code, name, direction, type, array, index, most, least);
  }
  void declArray(std::uint32_t code, const char* name, int, fstVarDir direction, fstVarType type, bool array, int index,
                 int most, int least) {
    declare(code, name, direction, type, array, index, most, least);
  }

  // Called by Verilator's runtime; there is no file to flush or to close
  void flush() {}
  void close() {}

 protected:
  void emitTimeChange(std::uint64_t) override {}
  bool preFullDump() override { return true; }
  bool preChangeDump() override { return true; }
  Buffer* getTraceBuffer() override;
  void commitTraceBuffer(Buffer* buffer) override;
  void configure(const VerilatedTraceConfig&) override {}

 private:
  friend VerilatedFstBuffer;

  void declare(std::uint32_t code, const char* name, fstVarDir direction, fstVarType type, bool array, int index,
               int most, int least);

  std::vector<isochron::cosim::RtlSignal> signals_;
  isochron::cosim::RtlSignals::Sink* sink_ = nullptr;
  std::vector<char> letters_;  ///< of the widest signal
  std::uint64_t writes_ = 0;
};

#pragma GCC diagnostic pop

template <>
void VerilatedFst::Super::set_time_unit(const char* unit);
template <>
void VerilatedFst::Super::set_time_unit(const std::string& unit);
template <>
void VerilatedFst::Super::set_time_resolution(const char* unit);
template <>
void VerilatedFst::Super::set_time_resolution(const std::string& unit);
template <>
void VerilatedFst::Super::dump(std::uint64_t time);

/// Gets the values that are new.
class VerilatedFstBuffer {
  friend VerilatedFst;
  friend VerilatedFst::Super;
  friend VerilatedFst::Buffer;
  friend VerilatedFst::OffloadBuffer;

  VerilatedFst& m_owner;

  explicit VerilatedFstBuffer(VerilatedFst& owner) : m_owner{owner} {}
  virtual ~VerilatedFstBuffer() = default;

  void emitBit(std::uint32_t code, CData value);
  void emitCData(std::uint32_t code, CData value, int bits);
  void emitSData(std::uint32_t code, SData value, int bits);
  void emitIData(std::uint32_t code, IData value, int bits);
  void emitQData(std::uint32_t code, QData value, int bits);
  void emitWData(std::uint32_t code, const WData* value, int bits);
  // What can be built of gates has neither of these.
  void emitEvent(std::uint32_t, VlEvent) {}
  void emitDouble(std::uint32_t, double) {}
};

/// What a model's trace() takes.
class VerilatedFstC final {
 public:
  bool isOpen() const { return false; }
  VerilatedFst* spTrace() { return &trace_; }

 private:
  VerilatedFst trace_;
};
