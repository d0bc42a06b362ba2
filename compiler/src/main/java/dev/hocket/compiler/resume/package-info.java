/**
 * The class-file half of {@code await}: turns the methods in which {@link
 * dev.hocket.directives.Resumed marks} stand, and those that are {@link
 * dev.hocket.directives.Resumable}, into methods that can be suspended. Control flow needs no
 * translation here: a suspended method keeps its locals and its operand stack in a {@link
 * dev.hocket.core.Frame}, and jumps back to where it was. {@code
 * docs/decisions/0006-await-in-class-files.md} shows the result.
 */
package dev.hocket.compiler.resume;
