# SPDX-License-Identifier: Apache-2.0
"""One HTML file for a result, a folder of results or a sweep: works offline, on a phone, by keyboard and printed."""

from isochron.report.html.files import write_report
from isochron.report.html.page import report_page
from isochron.report.html.study import key_of
from isochron.report.html.sweep_view import SweepPoint, SweepView

__all__ = ["SweepPoint", "SweepView", "key_of", "report_page", "write_report"]
