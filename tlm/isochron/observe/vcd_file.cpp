// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/vcd_file.h>

#include <charconv>

namespace isochron {

namespace {

/// Identifier codes: printable letters, the shortest first.
std::string code_of(std::size_t number) {
  constexpr std::size_t letters = '~' - '!' + 1;
  std::string code;
  do {
    code += static_cast<char>('!' + number % letters);
    number /= letters;
  } while (number-- > 0);
  return code;
}

}  // namespace

VcdFile::VcdFile(const std::string& path) : file_(path) {
  file_.text("$version isochron $end\n$timescale 1ps $end\n");
}

void VcdFile::open_scope(const std::string& name) {
  file_.text("$scope module " + name + " $end\n");
}

void VcdFile::close_scope() {
  file_.text("$upscope $end\n");
}

std::uint32_t VcdFile::add(const std::string& name, SignalKind kind, unsigned width) {
  if (kind == SignalKind::number || kind == SignalKind::bits)
    return add_bits(name, {static_cast<int>(width) - 1, 0}, std::nullopt);
  codes_.push_back(code_of(codes_.size()));
  file_.text((kind == SignalKind::text ? "$var string 1 " : "$var real 64 ") + codes_.back() + " " + name + " $end\n");
  return static_cast<std::uint32_t>(codes_.size() - 1);
}

std::uint32_t VcdFile::add_bits(const std::string& name, BitRange range, std::optional<std::uint32_t> same_as) {
  if (!same_as) {
    codes_.push_back(code_of(codes_.size()));
    same_as = static_cast<std::uint32_t>(codes_.size() - 1);
  }
  file_.text("$var wire " + std::to_string(range.width()) + " " + codes_[*same_as] + " " + name);
  if (range.width() > 1) file_.text(" " + range.text());
  file_.text(" $end\n");
  return *same_as;
}

void VcdFile::end_declarations() {
  file_.text("$enddefinitions $end\n");
  declaring_ = false;
}

void VcdFile::time(Time now) {
  if (declaring_) end_declarations();
  file_.letter('#');
  file_.number(now);
  file_.letter('\n');
}

void VcdFile::number(std::uint32_t handle, unsigned width, std::uint64_t value) {
  if (width == 1) {
    file_.letter(value == 0 ? '0' : '1');
  } else {
    char bits[66] = "b";
    char* const end = std::to_chars(bits + 1, bits + 65, value, 2).ptr;
    *end = ' ';
    file_.text({bits, static_cast<std::size_t>(end + 1 - bits)});
  }
  file_.text(codes_[handle]);
  file_.letter('\n');
}

void VcdFile::text(std::uint32_t handle, std::string_view value) {
  file_.letter('s');
  file_.text(value);
  file_.letter(' ');
  file_.text(codes_[handle]);
  file_.letter('\n');
}

void VcdFile::real(std::uint32_t handle, double value) {
  char digits[40] = "r";
  char* const end = std::to_chars(digits + 1, digits + sizeof digits, value).ptr;
  file_.text({digits, static_cast<std::size_t>(end - digits)});
  file_.letter(' ');
  file_.text(codes_[handle]);
  file_.letter('\n');
}

void VcdFile::bits(std::uint32_t handle, std::string_view value) {
  if (value.size() == 1) {
    file_.text(value);
  } else {
    file_.letter('b');
    file_.text(value);
    file_.letter(' ');
  }
  file_.text(codes_[handle]);
  file_.letter('\n');
}

void VcdFile::close() {
  if (declaring_) end_declarations();
  file_.close();
}

}  // namespace isochron
