/**
 * The directive compiler. {@link dev.hocket.compiler.HocketCompiler} drives six phases, one package
 * each: {@code scan}, {@code parse}, {@code attribute}, {@code check}, {@code lower}, {@code emit}.
 */
package dev.hocket.compiler;
