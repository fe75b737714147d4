# SPDX-License-Identifier: Apache-2.0
"""Results of Isochron runs: loading, checking, figures and pages beside the published numbers."""
