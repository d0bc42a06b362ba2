// From the inside out: LiveRecording (the flight recorder of another JVM), LiveReport (pages made
// of
// it) and LiveServer (which shows them to browsers on this machine).

/** Shows what a running program does on a web page. */
package dev.hocket.plan.live;
