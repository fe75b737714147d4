// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/base64.h>

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace isochron {

std::string to_base64(std::string_view bytes) {
  namespace iterators = boost::archive::iterators;
  // The library takes whole bits only as far as there are bytes: three at a time, the rest filled up by hand.
  using Text = iterators::base64_from_binary<iterators::transform_width<std::string::const_iterator, 6, 8>>;
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  std::string filled(bytes);
  filled.append(padding, '\0');
  std::string text(Text(filled.cbegin()), Text(filled.cend()));
  text.replace(text.size() - padding, padding, padding, '=');
  return text;
}

}  // namespace isochron
