# SPDX-License-Identifier: Apache-2.0
"""Figures and page of the multidisk servers beside their paper."""
