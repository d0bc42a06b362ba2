/**
 * Warns of data races: a block and the surrounding code use a variable at the same time, at least
 * one of them writes it, and nothing in between can make the thread wait for the block. Warns also
 * of copies of variables ({@code private} and similar) that are read before they have a value, or
 * whose value is lost.
 */
package dev.hocket.compiler.check.races;
