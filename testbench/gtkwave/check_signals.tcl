# SPDX-License-Identifier: Apache-2.0
# Run inside GTKWave with a waveform and its save file open: ends GTKWave with exit code 0 if every signal that the file
# ISOCHRON_SIGNALS lists, a name a line, is shown, and else with 1 and the missing ones on standard error. With
# ISOCHRON_PICTURE, the window goes to that PNG file.

set file [open $env(ISOCHRON_SIGNALS)]
set wanted [split [string trim [read $file]] "\n"]
close $file

array set shown {}
foreach name [gtkwave::getDisplayedSignals] { set shown($name) 1 }
set missing {}
foreach name $wanted {
  if {![info exists shown($name)]} { lappend missing $name }
}
if {[info exists env(ISOCHRON_PICTURE)]} { gtkwave::/File/Grab_To_File $env(ISOCHRON_PICTURE) }
if {[llength $missing] > 0} { puts stderr "not shown: $missing" }
exit [expr {[llength $missing] > 0}]
