// SPDX-License-Identifier: Apache-2.0
#include "verilated_fst_c.h"

#include <algorithm>

#define VL_SUB_T VerilatedFst
#define VL_BUF_T VerilatedFstBuffer
#include <verilated_trace_imp.h>
#undef VL_SUB_T
#undef VL_BUF_T

using isochron::cosim::RtlSignal;

namespace {

const char* kind_of(fstVarDir direction, fstVarType type) {
  if (direction == FST_VD_INPUT) return "input";
  if (direction == FST_VD_OUTPUT) return "output";
  return type == FST_VT_VCD_WIRE ? "wire" : "reg";
}

}  // namespace

void VerilatedFst::declare(std::uint32_t code, const char* name, fstVarDir direction, fstVarType type, bool array,
                           int index, int most, int least) {
  declCode(code, name, static_cast<std::uint32_t>(std::abs(most - least)) + 1, false);
  if (type == FST_VT_VCD_PARAMETER) return;
  // "model module instance ... ", and once more the ports, as "model ".
  const std::string& path = namePrefix();
  const std::size_t module = path.find(' ') + 1;
  if (module == path.size()) return;
  const std::size_t inside = path.find(' ', module) + 1;
  RtlSignal signal;
  if (inside < path.size()) signal.scope = path.substr(inside, path.size() - inside - 1);
  std::replace(signal.scope.begin(), signal.scope.end(), ' ', '.');
  signal.name = array ? std::string(name) + "[" + std::to_string(index) + "]" : name;
  signal.kind = kind_of(direction, type);
  signal.most = most;
  signal.least = least;
  signal.code = code;
  signals_.push_back(std::move(signal));
}

void VerilatedFst::open() {
  traceInit();
}

void VerilatedFst::write(isochron::cosim::RtlSignals::Sink& sink, bool all) {
  sink_ = &sink;
  letters_.resize(maxBits() + VL_EDATASIZE);
  fullDump(all);
  dump(++writes_);  // a number that rises is all that it asks of a time
}

VerilatedFst::Buffer* VerilatedFst::getTraceBuffer() {
  return new Buffer{*this};
}

void VerilatedFst::commitTraceBuffer(Buffer* buffer) {
  delete buffer;
}

void VerilatedFstBuffer::emitBit(std::uint32_t code, CData value) {
  m_owner.sink_->bits(code, value ? "1" : "0");
}

void VerilatedFstBuffer::emitCData(std::uint32_t code, CData value, int bits) {
  char letters[VL_BYTESIZE];
  cvtCDataToStr(letters, static_cast<CData>(value << (VL_BYTESIZE - bits)));
  m_owner.sink_->bits(code, {letters, static_cast<std::size_t>(bits)});
}

void VerilatedFstBuffer::emitSData(std::uint32_t code, SData value, int bits) {
  char letters[VL_SHORTSIZE];
  cvtSDataToStr(letters, static_cast<SData>(value << (VL_SHORTSIZE - bits)));
  m_owner.sink_->bits(code, {letters, static_cast<std::size_t>(bits)});
}

void VerilatedFstBuffer::emitIData(std::uint32_t code, IData value, int bits) {
  char letters[VL_IDATASIZE];
  cvtIDataToStr(letters, value << (VL_IDATASIZE - bits));
  m_owner.sink_->bits(code, {letters, static_cast<std::size_t>(bits)});
}

void VerilatedFstBuffer::emitQData(std::uint32_t code, QData value, int bits) {
  char letters[VL_QUADSIZE];
  cvtQDataToStr(letters, value << (VL_QUADSIZE - bits));
  m_owner.sink_->bits(code, {letters, static_cast<std::size_t>(bits)});
}

void VerilatedFstBuffer::emitWData(std::uint32_t code, const WData* value, int bits) {
  int word = VL_WORDS_I(bits) - 1;
  const int first = VL_BITBIT_E(bits) ? VL_BITBIT_E(bits) : VL_EDATASIZE;
  char* next = m_owner.letters_.data();
  cvtEDataToStr(next, value[word] << (VL_EDATASIZE - first));
  for (next += first; word-- > 0; next += VL_EDATASIZE) cvtEDataToStr(next, value[word]);
  m_owner.sink_->bits(code, {m_owner.letters_.data(), static_cast<std::size_t>(bits)});
}
