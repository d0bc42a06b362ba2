/**
 * Phase 5 of 6: translates directives by edits of the user's text. Text outside the edits stays
 * byte for byte, and no edit adds or removes a line end.
 */
package dev.hocket.compiler.lower;
