package dev.hocket.flow.link;

import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.walk.Thrown;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;

/** Reads the stages that asynchronous functions return. */
public final class Stages {
  private static final MethodHandle FAILED;

  static {
    try {
      FAILED =
          MethodHandles.lookup()
              .findStatic(
                  CompletableFuture.class,
                  "failedFuture",
                  MethodType.methodType(CompletableFuture.class, Throwable.class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private Stages() {}

  /**
   * Adapts a method: a failure of the call becomes a failed stage, so there is one kind of failure.
   */
  static MethodHandle caught(MethodHandle method) {
    MethodHandle stage = method.asType(method.type().changeReturnType(Object.class));
    MethodHandle failed = FAILED.asType(MethodType.methodType(Object.class, Throwable.class));
    return MethodHandles.catchException(stage, Throwable.class, failed);
  }

  /** Adapts code as {@link #caught(MethodHandle)} adapts a method. */
  static FlowFn caught(FlowFn code) {
    return arguments -> {
      try {
        return code.call(arguments);
      } catch (Throwable t) {
        return CompletableFuture.failedFuture(t);
      }
    };
  }

  /**
   * Calls back with the value or the failure of a stage, on this thread or on the one that
   * completes it. A stage that breaks its contract may call back several times.
   */
  public static void whenComplete(
      Object stage, Call call, BiConsumer<Object, Throwable> completed) {
    if (!(stage instanceof CompletionStage<?> promise)) {
      completed.accept(null, noStage(stage, call));
      return;
    }
    try {
      promise.whenComplete((value, failure) -> completed.accept(value, cause(failure)));
    } catch (Throwable t) {
      completed.accept(null, t);
    }
  }

  private static Throwable noStage(Object stage, Call call) {
    String what = stage == null ? "null" : "a " + stage.getClass().getName();
    return new NullPointerException(
        call.function() + " returned " + what + " instead of a CompletionStage");
  }

  /** Waits for the value of a stage. */
  public static Object join(Object stage, Call call) {
    CompletableFuture<Object> joined = new CompletableFuture<>();
    whenComplete(
        stage,
        call,
        (value, failure) -> {
          if (failure == null) {
            joined.complete(value);
          } else {
            joined.completeExceptionally(failure);
          }
        });
    try {
      return joined.get();
    } catch (ExecutionException e) {
      throw Thrown.sneak(e.getCause());
    } catch (InterruptedException e) {
      throw Thrown.sneak(e);
    }
  }

  /** Finds the original failure, which a dependent stage wraps. */
  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
