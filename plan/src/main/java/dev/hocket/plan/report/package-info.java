/**
 * Shows the contents of recordings: {@link dev.hocket.plan.report.LatencyReport} says how long
 * users waited for the event loop, {@link dev.hocket.plan.report.LatencyTable} prints several
 * reports side by side, {@link dev.hocket.plan.report.ReportPage} shows the whole content of a
 * recording as one web page.
 */
package dev.hocket.plan.report;
