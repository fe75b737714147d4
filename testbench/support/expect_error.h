// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include <gtest/gtest.h>

namespace isochron::test {

/// The message of the `Error` that `action` throws; a failure and an empty text when it throws none.
template <class Error, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of error: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace isochron::test
