/** Phase 2 of 6: the text of directives becomes records. */
package dev.hocket.compiler.parse;
