/**
 * Swerve: a web server for static files whose modules communicate by events, after the case study
 * of paper 4 (section 6). It exists in two versions. In {@code lockstep} all events are
 * synchronous, in {@code async} modules send without waiting; the interfaces between them, in this
 * package, and everything else are the same. The command line, in {@code command}, starts one of
 * them.
 *
 * <p>The processing of a request:
 *
 * <ol>
 *   <li>The {@link dev.hocket.casestudies.swerve.Listener} accepts the connection and gives it one
 *       governing process, {@code Connection}, which reads, parses and answers requests in turn.
 *   <li>If the answer has a file in it, the {@link dev.hocket.casestudies.swerve.FileProcessor}
 *       reads it, chunk by chunk, and sends the chunks over a channel. It also owns the detection
 *       of timeouts: when the {@link dev.hocket.casestudies.swerve.Watch} of the connection
 *       expires, it sends an end on the same channel.
 *   <li>The {@link dev.hocket.casestudies.swerve.NetworkProcessor} receives from that channel,
 *       gathers the chunks into packets and writes them to the socket.
 *   <li>The {@link dev.hocket.casestudies.swerve.TimeoutManager} checks all watches.
 *   <li>The {@link dev.hocket.casestudies.swerve.Log} writes what the server has done.
 * </ol>
 *
 * <p>Processes are virtual threads. A connection has one process, and a second one only while a
 * file is being read.
 */
package dev.hocket.casestudies.swerve;
