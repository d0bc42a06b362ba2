/**
 * Compiles Java with directives. {@link dev.hocket.compiler.HocketCompiler} runs six phases, with
 * one package each: {@code scan}, {@code parse}, {@code attribute}, {@code check}, {@code lower},
 * {@code emit}.
 */
package dev.hocket.compiler;
