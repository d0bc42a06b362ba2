package dev.hocket.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a waiting method that has a resumable twin: a method of the same class with the same name,
 * the same parameters and a {@link Coroutine} after them. Under {@code //#omp await(m())} a handler
 * calls the twin, and is suspended where the method would occupy its thread. The method must be
 * static, final, or in a final class, so that no subclass overrides it without its twin.
 *
 * <pre>{@code
 * final class Answer {
 *   private final CompletableFuture<String> text = new CompletableFuture<>();
 *
 *   @Awaitable
 *   String get() {
 *     return text.join();
 *   }
 *
 *   String get(Coroutine handler) {
 *     return handler.canSuspend() ? handler.await(new Arrival()) : get();
 *   }
 *
 *   private final class Arrival implements Completion<String> {
 *     public boolean start(Runnable wake) {
 *       text.thenRun(wake);
 *       return true;
 *     }
 *
 *     public boolean withdraw() {
 *       return true; // The text stays where it is.
 *     }
 *
 *     public String result() {
 *       return text.join();
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>The method of a functional interface may be marked too, if its twin is a default method that
 * calls it. It is {@code async} then: a lambda for it may await, and overrides the twin.
 *
 * <pre>{@code
 * interface Step {
 *   @Awaitable
 *   void run() throws InterruptedException;
 *
 *   default void run(Coroutine handler) throws InterruptedException {
 *     run();
 *   }
 * }
 * }</pre>
 *
 * <p>The result of the twin is meaningless while the coroutine is suspended: the twin must return
 * at once with the result of {@link Coroutine#await}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Awaitable {}
