/**
 * A log explorer that uses all parts of Hocket.
 *
 * <p>Read it in this order. A line: {@link dev.hocket.casestudies.logs.Ingest} is the flow, from
 * {@link dev.hocket.casestudies.logs.Tail}, which reads files, to {@link
 * dev.hocket.casestudies.logs.Ledger}, which stores lines, counts and positions as one {@link
 * dev.hocket.casestudies.logs.Checkpoint}. The processes, which speak by events: {@link
 * dev.hocket.casestudies.logs.Index}, {@link dev.hocket.casestudies.logs.Search}, {@link
 * dev.hocket.casestudies.logs.Alerts} and {@link dev.hocket.casestudies.logs.Page}; {@link
 * dev.hocket.casestudies.logs.Explorer} and {@link dev.hocket.casestudies.logs.Supervisor} start
 * them. A click: {@link dev.hocket.casestudies.logs.LogWindow} awaits, and {@link
 * dev.hocket.casestudies.logs.Finder} uses every core, and {@link
 * dev.hocket.casestudies.logs.Blocks} say where it need not look. The page's server is beside this
 * package, in {@code resources/web}.
 */
package dev.hocket.casestudies.logs;
