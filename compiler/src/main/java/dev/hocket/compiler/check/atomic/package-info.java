/** The statements of {@code atomic}: which variable they access, and what is computed for it. */
package dev.hocket.compiler.check.atomic;
