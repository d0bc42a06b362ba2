/**
 * Ways out of messages, as edits of the text. A fix is only offered if the compiler, asked about
 * the edited text, does not repeat the message and says nothing new.
 */
package dev.hocket.lsp.fix;
