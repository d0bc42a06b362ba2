/** The loops that a team shares out: which have the form that tells their iterations beforehand. */
package dev.hocket.compiler.check.loops;
