/** The commands {@code hocket plan}: how many threads to spend on which target. */
package dev.hocket.cli.plan;
