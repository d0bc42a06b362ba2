/** What users read: tables, times, and errors of theirs in one line, with an exit code. */
package dev.hocket.cli.terminal;
