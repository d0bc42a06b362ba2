/** Phase 3 of 6: javac parses and attributes the user's source, with the user's options. */
package dev.hocket.compiler.attribute;
