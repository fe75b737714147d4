# SPDX-License-Identifier: Apache-2.0
"""Runs the simulator, keeps its results, and reads them."""
