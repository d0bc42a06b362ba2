/**
 * Calls of functions while a flow runs: {@code Invocations} makes objects for state and a method
 * handle to call it, {@code Conversions} and {@code Iterators} adapt values as Clojure does, {@code
 * Degrees} and {@code Balancer} choose copies, {@code Interrupts} recognises interrupts. Generated
 * code, engines and the interpreter use it, so all of them do the same.
 */
package dev.hocket.flow.link;
