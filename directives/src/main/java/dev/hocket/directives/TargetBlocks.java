package dev.hocket.directives;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Place;
import dev.hocket.core.ResumableBody;
import dev.hocket.core.Tag;
import dev.hocket.core.TagScope;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.concurrent.CancellationException;

/**
 * For code that Hocket compiled: runs blocks on targets, for {@code //#omp target} and {@code
 * //#omp wait} (paper 1, sections 3.1 and 3.2). The {@code label} is the position of the directive
 * in the user's file and appears in failures and recordings.
 *
 * <p>A block runs on {@link #virtual a virtual target}, {@link #device a device} or {@link #here
 * the calling thread}. Every verb takes a condition, the directive's {@code if} clause: when it is
 * false the block runs at once on the encountering thread, under the same failure rules as a posted
 * one.
 */
public final class TargetBlocks {
  private TargetBlocks() {}

  /**
   * {@code virtual(name)}.
   *
   * @param name name of the target
   * @return the target
   * @throws IllegalArgumentException if there is no target of the name
   */
  public static Target virtual(String name) {
    return Targets.of(name);
  }

  /**
   * {@code device(n)}, or a {@code target} that names no target: Hocket uses no accelerator, so the
   * block runs on the host, on the target {@code worker}. Prints a note about that once.
   *
   * @param number the device number
   * @return the target that stands in
   * @throws IllegalArgumentException if the number is negative
   */
  public static Target device(int number) {
    return Targets.of(Device.hostFor(number));
  }

  /**
   * {@code async-call}: the code starts on the calling thread, as a block of that thread's target.
   *
   * @return the target. On a thread that belongs to no target nothing is suspended, so any target
   *     serves
   */
  public static Target here() {
    return Targets.current().orElseGet(() -> Targets.of(Targets.DEFAULT_WORKER));
  }

  /**
   * A directive without {@code await}, {@code nowait} or {@code name_as}: runs the block on the
   * target and waits for it. What the block throws, checked or not, is re-thrown here as the
   * original object.
   *
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void run(Target target, boolean condition, String label, Body body) {
    target.call(Place.onTargetIf(condition), label, body);
  }

  /**
   * {@code await}: runs the block on the target; a handler that the compiler has made resumable is
   * suspended until the block has ended, any other handler waits. What the block throws is
   * re-thrown here as the original object.
   *
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void await(Target target, boolean condition, String label, Body body) {
    run(target, condition, label, body);
  }

  /**
   * {@link #await(Target, boolean, String, Body)} in a resumable handler.
   *
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   * @param coroutine the handler
   */
  public static void await(
      Target target, boolean condition, String label, Body body, Coroutine coroutine) {
    target.await(Place.onTargetIf(condition), label, body, coroutine);
  }

  /**
   * {@code nowait}: submits the block to the target and returns. A failure goes to the target's
   * uncaught handler.
   *
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void nowait(Target target, boolean condition, String label, Body body) {
    target.execute(Place.onTargetIf(condition), label, body);
  }

  /**
   * {@code name_as(tag)}: submits the block to the target and returns; a later {@link #waitFor} of
   * the tag, anywhere in the program, waits for it and re-throws its failure.
   *
   * @param tag the tag
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void nameAs(String tag, Target target, boolean condition, String label, Body body) {
    target.submit(Place.onTargetIf(condition), Tag.of(tag), label, body);
  }

  /**
   * {@code name_as(tag)} in a run that waits for its own blocks.
   *
   * @param scope the run's blocks under the tag
   * @param target where the block runs
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   */
  public static void nameAs(
      TagScope scope, Target target, boolean condition, String label, Body body) {
    target.submit(Place.onTargetIf(condition), scope, label, body);
  }

  /**
   * {@code name_as(tag) on_cancel(call)}: {@link #nameAs(String, Target, boolean, String, Body)}
   * with a call for the case that the block is cancelled before it has begun, or ends by a {@link
   * CancellationException} or an {@link InterruptedException}. The call is a block of the same
   * target, for which no wait waits.
   *
   * @param tag the tag
   * @param target where the block runs, and the call
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   * @param cancelled the call
   */
  public static void nameAs(
      String tag, Target target, boolean condition, String label, Body body, Body cancelled) {
    nameAs(Tag.of(tag).program(), target, condition, label, body, cancelled);
  }

  /**
   * {@link #nameAs(String, Target, boolean, String, Body, Body)} in a run that waits for its own
   * blocks.
   *
   * @param scope the run's blocks under the tag
   * @param target where the block runs, and the call
   * @param condition false: in place
   * @param label position of the directive
   * @param body the block
   * @param cancelled the call
   */
  public static void nameAs(
      TagScope scope, Target target, boolean condition, String label, Body body, Body cancelled) {
    Block block = target.submit(Place.onTargetIf(condition), scope, label, body);
    block.whenDone(() -> {
      if (isCancelled(block)) {
        target.execute(label, cancelled);
      }
    });
  }

  private static boolean isCancelled(Block ended) {
    return ended.state() == Block.State.CANCELLED
        || ended.failure() instanceof CancellationException
        || ended.failure() instanceof InterruptedException;
  }

  /**
   * {@code taskcancel(tag)}: cancels the blocks of the tag, wherever in the program.
   *
   * @param tag the tag
   */
  public static void cancel(String tag) {
    Targets.cancel(tag);
  }

  /**
   * Begins a run of a body that waits for its own blocks under a tag.
   *
   * @param tag the tag
   * @return its scope, which the end of the run ends
   */
  public static TagScope scope(String tag) {
    return program(tag).open();
  }

  /**
   * {@link #scope(String)} of a lambda inside a body with such a scope.
   *
   * @param tag the tag
   * @param outer the scope of the run around it
   * @return its scope
   */
  public static TagScope scope(String tag, TagScope outer) {
    return outer.open();
  }

  /**
   * The blocks of a tag wherever in the program, for a wait that names scopes as well.
   *
   * @param tag the tag
   * @return the scope of the program
   */
  public static TagScope program(String tag) {
    return Tag.of(tag).program();
  }

  /**
   * {@code wait(tag, …)}: waits for every block of these tags created before this call, wherever in
   * the program. Their failures end here: the first is thrown, the others are suppressed in it.
   *
   * @param label position of the directive
   * @param tags the tags
   */
  public static void waitFor(String label, String... tags) {
    Tag.await(label, tags);
  }

  /**
   * {@link #waitFor(String, String...)} for the blocks of some scopes.
   *
   * @param label position of the directive
   * @param scopes the scopes
   */
  public static void waitFor(String label, TagScope... scopes) {
    TagScope.await(label, scopes);
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
   * {@link #awaitTags(String, String...)} for the blocks of some scopes.
   *
   * @param label position of the directive
   * @param scopes the scopes
   */
  public static void awaitTags(String label, TagScope... scopes) {
    TagScope.await(label, scopes);
  }

  /**
   * {@link #awaitTags(String, TagScope...)} in a resumable handler.
   *
   * @param label position of the directive
   * @param scopes the scopes
   * @param coroutine the handler
   */
  public static void awaitTags(String label, TagScope[] scopes, Coroutine coroutine) {
    TagScope.await(label, scopes, coroutine);
  }

  /**
   * Makes the body of a block with an await inside. A suspended block occupies no thread.
   *
   * @param code the block
   * @return its body
   */
  public static Body resumable(ResumableBody code) {
    return Coroutine.body(code);
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
   * Placed after a block that cannot complete normally, so that javac sees that no code after it is
   * reached.
   *
   * @return never
   */
  public static Error unreachable() {
    throw new AssertionError("A block that cannot complete normally has completed normally.");
  }
}
