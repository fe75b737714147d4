# SPDX-License-Identifier: Apache-2.0
"""Errors that a person can act on."""


class ReportError(Exception):
    """Something in the input keeps a report from being made; the message says what, where and what to do about it."""
