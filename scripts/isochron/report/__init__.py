# SPDX-License-Identifier: Apache-2.0
"""What reports and pages are made of: HTML, Markdown, the look of figures."""
