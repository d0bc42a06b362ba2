package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Coroutine;
import dev.hocket.core.ResumableBody;
import dev.hocket.core.Tag;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;

/**
 * What {@code //#omp target} and {@code //#omp wait} become (paper 1, sections 3.1 and 3.2). The
 * compiler writes these calls; the {@code label} is the position of the directive in the user's
 * file and appears in failures and recordings.
 *
 * <p>Every verb takes an optional condition, the directive's {@code if} clause: when it is false
 * the block runs at once on the encountering thread, under the same failure rules as a posted one.
 */
public final class TargetBlocks {
  private TargetBlocks() {}

  /**
   * No asynchronous property: runs the block on the target and waits for it. What the block throws,
   * checked or not, is re-thrown here as the original object.
   *
   * @param target name of the target
   * @param label position of the directive
   * @param body the block
   */
  public static void run(String target, String label, Body body) {
    Targets.of(target).call(label, body);
  }

  /**
   * {@link #run(String, String, Body)} with an {@code if} clause.
   *
   * @param target name of the target
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void run(String target, boolean condition, String label, Body body) {
    Target to = Targets.of(target);
    if (condition) {
      to.call(label, body);
    } else {
      to.callInPlace(label, body);
    }
  }

  /**
   * {@code await}: runs the block on the target; a handler that the compiler has made resumable is
   * suspended until the block has ended, any other waits. What the block throws is re-thrown here
   * as the original object.
   *
   * @param target name of the target
   * @param label position of the directive
   * @param body the block
   */
  public static void await(String target, String label, Body body) {
    run(target, label, body);
  }

  /**
   * {@link #await(String, String, Body)} in a resumable handler.
   *
   * @param target name of the target
   * @param label position of the directive
   * @param body the block
   * @param coroutine the handler
   */
  public static void await(String target, String label, Body body, Coroutine coroutine) {
    Targets.of(target).await(label, body, coroutine);
  }

  /**
   * {@link #await(String, String, Body)} with an {@code if} clause.
   *
   * @param target name of the target
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void await(String target, boolean condition, String label, Body body) {
    run(target, condition, label, body);
  }

  /**
   * {@link #await(String, boolean, String, Body)} in a resumable handler.
   *
   * @param target name of the target
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   * @param coroutine the handler
   */
  public static void await(
      String target, boolean condition, String label, Body body, Coroutine coroutine) {
    Target to = Targets.of(target);
    if (condition) {
      to.await(label, body, coroutine);
    } else {
      to.awaitInPlace(label, body, coroutine);
    }
  }

  /**
   * {@code nowait}: leaves the block to the target and goes on. A failure goes to the target's
   * uncaught handler.
   *
   * @param target name of the target
   * @param label position of the directive
   * @param body the block
   */
  public static void nowait(String target, String label, Body body) {
    Targets.of(target).execute(label, body);
  }

  /**
   * {@link #nowait(String, String, Body)} with an {@code if} clause.
   *
   * @param target name of the target
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void nowait(String target, boolean condition, String label, Body body) {
    Target to = Targets.of(target);
    if (condition) {
      to.execute(label, body);
    } else {
      to.executeInPlace(label, body);
    }
  }

  /**
   * {@code name_as(tag)}: leaves the block to the target and goes on; a later {@link #waitFor} of
   * the tag, anywhere in the program, waits for it and re-throws its failure.
   *
   * @param tag the tag
   * @param target name of the target
   * @param label position of the directive
   * @param body the block
   */
  public static void nameAs(String tag, String target, String label, Body body) {
    Targets.of(target).submit(Tag.of(tag), label, body);
  }

  /**
   * {@link #nameAs(String, String, String, Body)} with an {@code if} clause.
   *
   * @param tag the tag
   * @param target name of the target
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void nameAs(String tag, String target, boolean condition, String label, Body body) {
    Target to = Targets.of(target);
    if (condition) {
      to.submit(Tag.of(tag), label, body);
    } else {
      to.submitInPlace(Tag.of(tag), label, body);
    }
  }

  /**
   * {@code wait(tag, …)}: waits for every block of these tags created before this call. Their
   * failures end here: the first is thrown, the others are suppressed in it.
   *
   * @param label position of the directive
   * @param tags the tags
   */
  public static void waitFor(String label, String... tags) {
    Tag.await(label, tags);
  }

  /**
   * {@code wait(tag, …) await}: a handler that the compiler has made resumable is suspended, any
   * other waits.
   *
   * @param label position of the directive
   * @param tags the tags
   */
  public static void awaitTags(String label, String... tags) {
    Tag.await(label, tags);
  }

  /**
   * {@link #awaitTags(String, String...)} in a resumable handler.
   *
   * @param label position of the directive
   * @param tags the tags
   * @param coroutine the handler
   */
  public static void awaitTags(String label, String[] tags, Coroutine coroutine) {
    Tag.await(label, tags, coroutine);
  }

  /**
   * {@code async-call nowait}: starts the code on the calling thread and goes on at its first
   * suspension. A failure goes to the uncaught handler of the calling thread's target.
   *
   * @param label position of the directive
   * @param body the code
   */
  public static void nowaitHere(String label, Body body) {
    here().executeInPlace(label, body);
  }

  /**
   * {@code async-call name_as(tag)}: starts the code on the calling thread and goes on at its first
   * suspension; a later {@link #waitFor} of the tag waits for its end and re-throws its failure.
   *
   * @param tag the tag
   * @param label position of the directive
   * @param body the code
   */
  public static void nameAsHere(String tag, String label, Body body) {
    here().submitInPlace(Tag.of(tag), label, body);
  }

  /**
   * On a thread of no target nothing is suspended, so any target will do to have a block at all.
   */
  private static Target here() {
    return Targets.current().orElseGet(() -> Targets.of(Targets.DEFAULT_WORKER));
  }

  /**
   * The body of a block in which something is awaited: while it is suspended it needs no thread.
   *
   * @param code the block
   * @return its body
   */
  public static Body resumable(ResumableBody code) {
    return Coroutine.body(code);
  }

  /**
   * {@code device(n)}, or a {@code target} that names no target: this machine has no accelerator
   * Hocket can use, so the host stands in, by way of the target {@code worker}. Says so once.
   *
   * @param number the device number
   * @return the name of the target that stands in
   * @throws IllegalArgumentException if the number is negative
   */
  public static String device(int number) {
    return Device.hostFor(number);
  }

  /**
   * Tells javac that a block may throw {@code X}, so that the {@code catch} clauses and {@code
   * throws} lists around it mean what they meant when the block stood there in full. Does nothing.
   *
   * @param <X> what the block may throw
   * @throws X never
   */
  public static <X extends Throwable> void mayThrow() throws X {}

  /**
   * Stands after a block that cannot complete normally, where javac wants to see that nothing
   * follows.
   *
   * @return never
   */
  public static Error unreachable() {
    throw new AssertionError("A block that cannot complete normally has completed normally.");
  }
}
