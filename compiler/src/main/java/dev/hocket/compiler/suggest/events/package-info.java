/** What a handler does with its event. */
package dev.hocket.compiler.suggest.events;
