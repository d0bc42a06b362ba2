/**
 * Phase 5 of 6: the translation, as a list of edits of the user's text. What no edit touches stays
 * byte for byte, and no edit adds or removes the end of a line.
 */
package dev.hocket.compiler.lower;
