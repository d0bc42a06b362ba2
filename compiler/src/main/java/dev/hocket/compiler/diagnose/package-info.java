/** The catalogue of messages to the user, and how every phase prints them. */
package dev.hocket.compiler.diagnose;
