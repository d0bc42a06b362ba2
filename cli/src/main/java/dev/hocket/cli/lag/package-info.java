/** The commands {@code hocket lag} and {@code hocket suggest}: from a freeze to the patch. */
package dev.hocket.cli.lag;
