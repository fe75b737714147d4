# SPDX-License-Identifier: Apache-2.0
"""Errors that a person can act on."""


class UsageError(Exception):
    """What was asked for cannot be done; the message says what, where and what to do about it."""
