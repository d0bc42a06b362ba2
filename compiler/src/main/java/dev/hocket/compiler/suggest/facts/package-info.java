/**
 * What is known of a program whatever its handlers are: which functions a call may run, what
 * libraries change, and which variables may have state in common.
 */
package dev.hocket.compiler.suggest.facts;
