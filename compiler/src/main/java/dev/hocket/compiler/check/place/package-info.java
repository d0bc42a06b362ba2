/** What each directive governs: a statement, a place between statements, a function. */
package dev.hocket.compiler.check.place;
