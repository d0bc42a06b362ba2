/** Phase 2 of 6: parses the text of directives into records. */
package dev.hocket.compiler.parse;
