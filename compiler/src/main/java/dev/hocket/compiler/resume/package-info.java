/**
 * Makes methods resumable in class files, for {@code await}: methods that contain {@link
 * dev.hocket.directives.Resumed marks}, and those marked as {@link
 * dev.hocket.directives.Resumable}. Control flow needs no translation at this level: a suspended
 * method keeps its locals and operand stack in a {@link dev.hocket.core.Frame}, and later jumps
 * back to its place. {@code docs/decisions/0006-await-in-class-files.md} shows the generated code.
 */
package dev.hocket.compiler.resume;
