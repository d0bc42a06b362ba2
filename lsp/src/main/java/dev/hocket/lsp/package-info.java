/**
 * A server of the Language Server Protocol that answers about directives alone, beside any server
 * for Java. {@link dev.hocket.lsp.LanguageServers} starts it. {@code Server} receives requests
 * about the workspace and {@code Documents} those about texts; {@code Project} holds the sources,
 * and {@code Diagnosis} inspects a text again whenever it has changed. What is known of directives
 * comes from {@code dev.hocket.compiler.inspect}; the package {@code fix} turns messages into
 * edits.
 */
package dev.hocket.lsp;
