# SPDX-License-Identifier: Apache-2.0
"""Reads and writes documents and files."""
