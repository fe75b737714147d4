// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/write_all.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include <poll.h>
#include <unistd.h>

#include <isochron/app/interrupt.h>

namespace isochron {

int write_all(int descriptor, const std::string& content) {
  std::size_t written = 0;
  while (written < content.size()) {
    std::array<pollfd, 2> watched{{{Interrupt::descriptor(), POLLIN, 0}, {descriptor, POLLOUT, 0}}};
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return errno;
    Interrupt::check();
    if (watched[1].revents == 0) continue;
    // A pipe that is ready takes this much without waiting.
    const std::size_t piece = std::min<std::size_t>(content.size() - written, PIPE_BUF);
    const ssize_t count = ::write(descriptor, content.data() + written, piece);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return errno;
    written += static_cast<std::size_t>(count);
  }
  return 0;
}

}  // namespace isochron
