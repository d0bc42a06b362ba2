/**
 * Analyses files while the user edits them, for editors and other tools. {@link
 * dev.hocket.compiler.inspect.Inspector} holds the texts of a program and runs the compiler's own
 * phases up to {@code check} on one of them. Of the other files of a large program javac reads only
 * a {@code Skeleton}, without the code of their methods.
 */
package dev.hocket.compiler.inspect;
