/** Phase 6 of 6: javac compiles the translation to class files. */
package dev.hocket.compiler.emit;
