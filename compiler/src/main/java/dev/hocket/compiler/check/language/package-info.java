/** Facts of the Java language (JLS) about attributed trees, independent of directives. */
package dev.hocket.compiler.check.language;
