/** Facts of the Java language (JLS) about attributed trees; nothing here knows a directive. */
package dev.hocket.compiler.check.language;
