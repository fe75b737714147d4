// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/sha256.h>

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <isochron/core/error.h>

namespace isochron {

std::string sha256(const std::string& bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw ModelError("OpenSSL offers no SHA-256 here");
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + length, ""));
}

}  // namespace isochron
