/** Phase 6 of 6: runs javac to compile the translation to class files. */
package dev.hocket.compiler.emit;
