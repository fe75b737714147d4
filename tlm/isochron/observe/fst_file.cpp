// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/fst_file.h>

#include <cerrno>

#include <sys/stat.h>

#include <isochron/observe/fst_writer.h>
#include <isochron/observe/write_error.h>

namespace isochron {

namespace {

constexpr int picoseconds = -12;  // exponent of the timescale

// The writer collects the changes of a block and then goes through them signal by signal, forth and back in the memory
// that they take: blocks that fit the cache are written three times as fast as those of its own choice.
constexpr std::uint64_t block = 2 << 20;  // bytes
constexpr std::uint64_t link = 6;         // what it adds to a change, about

}  // namespace

FstFile::FstFile(const std::string& path) : path_(path) {
  // The writer seeks, and it removes what is at its path first, be it a device.
  struct stat present {};
  if (::stat(path.c_str(), &present) == 0 && !S_ISREG(present.st_mode)) throw WriteError(path, ESPIPE);
  fst_forget_error();
  errno = 0;
  writer_ = fstWriterCreate(path.c_str(), 1);
  if (writer_ == nullptr) throw WriteError(path, errno != 0 ? errno : EIO);
  fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(writer_, picoseconds);
  fstWriterSetVersion(writer_, "isochron");
  fstWriterSetDate(writer_, "");
}

FstFile::~FstFile() {
  if (writer_ != nullptr) fstWriterClose(writer_);
}

void FstFile::open_scope(const std::string& name) {
  fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstFile::close_scope() {
  fstWriterSetUpscope(writer_);
}

std::uint32_t FstFile::add(const std::string& name, SignalKind kind, unsigned width) {
  switch (kind) {
    case SignalKind::text:
      return fstWriterCreateVar(writer_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name.c_str(), 0);
    case SignalKind::real:
      return fstWriterCreateVar(writer_, FST_VT_VCD_REAL, FST_VD_IMPLICIT, 8, name.c_str(), 0);
    case SignalKind::number:
    case SignalKind::bits:
      break;
  }
  return add_bits(name, {static_cast<int>(width) - 1, 0}, std::nullopt);
}

std::uint32_t FstFile::add_bits(const std::string& name, BitRange range, std::optional<std::uint32_t> same_as) {
  const std::string text = range.text();
  return fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, range.width(),
                            (text.empty() ? name : name + " " + text).c_str(), same_as.value_or(0));
}

void FstFile::time(Time now) {
  // A write that fails is noticed soon enough if it is looked for now and then, and before the first value above all:
  // the writer maps its temporary files into memory then.
  constexpr std::uint64_t now_and_then = 4096;
  if (times_ < 2 || times_ % now_and_then == 0) check();
  ++times_;
  fstWriterEmitTimeChange(writer_, now);
}

void FstFile::number(std::uint32_t handle, unsigned width, std::uint64_t value) {
  char bits[64];
  for (unsigned i = 0; i < width; ++i) bits[i] = static_cast<char>('0' + (value >> (width - 1 - i) & 1));
  fstWriterEmitValueChange(writer_, handle, bits);
  handed_over(width);
}

void FstFile::text(std::uint32_t handle, std::string_view value) {
  fstWriterEmitVariableLengthValueChange(writer_, handle, value.data(), static_cast<std::uint32_t>(value.size()));
  handed_over(value.size());
}

void FstFile::real(std::uint32_t handle, double value) {
  fstWriterEmitValueChange(writer_, handle, &value);
  handed_over(sizeof value);
}

void FstFile::bits(std::uint32_t handle, std::string_view value) {
  fstWriterEmitValueChange(writer_, handle, value.data());
  handed_over(value.size());
}

void FstFile::handed_over(std::uint64_t bytes) {
  bytes_ += bytes + link;
  if (bytes_ < block) return;
  bytes_ = 0;
  fstWriterFlushContext(writer_);
}

void FstFile::close() {
  fstWriterClose(writer_);
  writer_ = nullptr;
  check();
}

void FstFile::check() const {
  if (fst_write_error() != 0) throw WriteError(path_, fst_write_error());
}

}  // namespace isochron
