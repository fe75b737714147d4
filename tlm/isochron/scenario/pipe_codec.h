// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/stream.hpp>
#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>

namespace isochron {

/// A value as bytes for the pipe between a process and the command that it was forked from; nothing is rounded, and
/// text may be any bytes. Numbers are as this process has them in memory: the bytes are not for files or other
/// machines. A structure needs a `serialize(archive, value)` beside it.
template <class Value>
std::string to_pipe(const Value& value) {
  std::string bytes;
  boost::iostreams::stream<boost::iostreams::back_insert_device<std::string>> stream(bytes);
  cereal::BinaryOutputArchive archive(stream);
  archive(value);
  stream.flush();
  return bytes;
}

/// The inverse. Throws std::exception when the bytes are no such value.
template <class Value>
Value from_pipe(const std::string& bytes) {
  std::istringstream stream(bytes);
  Value value{};
  cereal::BinaryInputArchive archive(stream);
  archive(value);
  if (stream.peek() != std::istringstream::traits_type::eof())
    throw std::runtime_error("not what was sent through the pipe: something follows it");
  return value;
}

}  // namespace isochron
