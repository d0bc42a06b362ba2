/**
 * What the compiler knows of a file that is being written, for tools that show it while the user
 * types. {@link dev.hocket.compiler.inspect.Inspector} holds the texts of a program, and runs the
 * compiler's own phases up to {@code check} on one of them. The other files are read as far as they
 * are needed: {@code Skeleton} leaves the code of their methods out.
 */
package dev.hocket.compiler.inspect;
