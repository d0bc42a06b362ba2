/** Compiles a program with proposals, to find out whether the compiler accepts them. */
package dev.hocket.compiler.suggest.trial;
