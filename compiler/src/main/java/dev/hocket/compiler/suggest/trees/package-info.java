/** The sources of a program as javac's trees: what a name means, where it is declared and used. */
package dev.hocket.compiler.suggest.trees;
