/** The commands {@code hocket report} and {@code hocket trace}, which show recordings. */
package dev.hocket.cli.report;
