/** What is known about methods without source, from the list in {@code jdk.txt}. */
package dev.hocket.compiler.suggest.library;
