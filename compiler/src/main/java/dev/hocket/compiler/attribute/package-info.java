/** Phase 3 of 6: runs javac with the user's options to parse and attribute the sources. */
package dev.hocket.compiler.attribute;
