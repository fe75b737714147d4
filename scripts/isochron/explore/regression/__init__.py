# SPDX-License-Identifier: Apache-2.0
"""Regression use: fingerprints of deliveries, what a change of them comes from, and results of two versions side by side."""
