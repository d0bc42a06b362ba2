/** Finds the statement, the place between statements or the function of each directive. */
package dev.hocket.compiler.check.place;
