/**
 * A server of the Language Server Protocol that only handles directives, and runs beside any server
 * for Java. {@link dev.hocket.lsp.LanguageServers} starts it. {@code Server} receives requests
 * about the workspace and {@code Documents} those about texts. {@code Project} holds the sources,
 * and {@code Diagnosis} inspects a text after each change. The knowledge of directives comes from
 * {@code dev.hocket.compiler.inspect}; the package {@code fix} turns messages into edits.
 */
package dev.hocket.lsp;
