/**
 * Warns of data races: a block and the surrounding code use a variable at the same time, at least
 * one of them writes it, and nothing in between can make the thread wait for the block.
 */
package dev.hocket.compiler.check.races;
