/**
 * Variables that a block and the code which continues without it use at the same time, one of them
 * writing: warnings, where nothing between the two can make the thread wait for the block.
 */
package dev.hocket.compiler.check.races;
