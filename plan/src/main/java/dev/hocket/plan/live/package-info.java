// From the inside out: LiveRecording (the flight recorder of another JVM), LiveReport (makes pages
// of the recording) and LiveServer (shows them to browsers on this machine).

/** Shows what a running program does on a web page. */
package dev.hocket.plan.live;
