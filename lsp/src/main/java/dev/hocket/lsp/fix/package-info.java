/**
 * Turns messages into fixes: edits of the text. A fix is offered only if the compiler, run on the
 * edited text, drops the message and reports nothing new.
 */
package dev.hocket.lsp.fix;
