/**
 * Data races: warnings about a variable that a block and the code around it use at the same time,
 * at least one of them writing, where nothing in between can make the thread wait for the block.
 */
package dev.hocket.compiler.check.races;
