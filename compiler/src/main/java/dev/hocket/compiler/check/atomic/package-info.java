/** Reads statements of {@code atomic}: the variable they access, and the value computed before. */
package dev.hocket.compiler.check.atomic;
