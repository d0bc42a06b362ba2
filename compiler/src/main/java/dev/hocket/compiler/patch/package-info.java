/**
 * Changes of source files: edits of their texts, and {@link dev.hocket.compiler.patch.Patch}, which
 * prints them as a unified diff or writes them.
 */
package dev.hocket.compiler.patch;
