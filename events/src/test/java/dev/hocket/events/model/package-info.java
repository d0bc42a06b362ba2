/**
 * The semantics of composable events as a program that tests can query: {@code
 * docs/events-semantics.md}, rule by rule.
 *
 * <p>{@link dev.hocket.events.model.Stmt}, {@link dev.hocket.events.model.Ev} and {@link
 * dev.hocket.events.model.Exp} are the language, {@link dev.hocket.events.model.Syntax} writes it
 * in the paper's words, {@link dev.hocket.events.model.Semantics} has a method for each rule, and
 * {@link dev.hocket.events.model.Explorer} tries them in every order. Nothing here runs in a thread
 * of its own or knows the library.
 */
package dev.hocket.events.model;
