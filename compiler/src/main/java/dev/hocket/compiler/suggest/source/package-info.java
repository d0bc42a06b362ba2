/** What proposals need of the source text: its names, its layout, and the edits of it. */
package dev.hocket.compiler.suggest.source;
