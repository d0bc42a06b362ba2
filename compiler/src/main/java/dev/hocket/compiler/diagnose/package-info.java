/** What every phase says to the user: the catalogue of messages and how they are printed. */
package dev.hocket.compiler.diagnose;
