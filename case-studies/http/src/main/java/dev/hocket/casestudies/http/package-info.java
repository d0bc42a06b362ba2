/**
 * HTTP/1.1 without a server: parsing, rules and responses between the bytes of a socket and the
 * bytes of a file, in objects that have neither threads nor sockets.
 *
 * <p>A connection has one {@link dev.hocket.casestudies.http.RequestParser} and one {@link
 * dev.hocket.casestudies.http.ResponseWriter}. Every server, whatever its style, has this loop:
 *
 * <ol>
 *   <li>Read bytes, {@link dev.hocket.casestudies.http.RequestParser#parse parse} them.
 *   <li>A {@link dev.hocket.casestudies.http.Request} goes to {@link
 *       dev.hocket.casestudies.http.StaticSite#answer}, a {@link
 *       dev.hocket.casestudies.http.BadRequest} has its own response; both give a {@link
 *       dev.hocket.casestudies.http.Response}.
 *   <li>{@link dev.hocket.casestudies.http.ResponseWriter#head} returns the bytes before the body;
 *       its {@link dev.hocket.casestudies.http.Body} are the bytes after them.
 *   <li>If the request or the bad request says {@code persistent}, parse the rest of the buffer,
 *       then read again; otherwise shut down the output, read on for a moment, and close: a close
 *       with unread input may reset the connection and take the response with it (section 9.6 of
 *       RFC 9112).
 * </ol>
 *
 * <p>The parsing and the generating are Jetty's ({@code jetty-http}, a library without threads);
 * decision 8 says why. Numbers of sections in this package are those of RFC 9110 (semantics) and
 * RFC 9112 (HTTP/1.1).
 */
package dev.hocket.casestudies.http;
