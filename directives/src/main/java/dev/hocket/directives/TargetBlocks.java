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
import java.util.function.Supplier;

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
   * The target of {@code virtual(name)}.
   *
   * @param name the name of the target
   * @return the target
   * @throws IllegalArgumentException if no target has the name
   */
  public static Target virtual(String name) {
    return Targets.of(name);
  }

  /**
   * The target of {@code device(n)}, or of a {@code target} without a name: Hocket uses no
   * accelerator, so the block runs on the host, on the target {@code worker}. Prints a note about
   * that once.
   *
   * @param number the device number
   * @return the target {@code worker}
   * @throws IllegalArgumentException if the number is negative
   */
  public static Target device(int number) {
    return Targets.of(Device.hostFor(number, ""));
  }

  /**
   * Does the same as {@link #device(int)} for a directive, which the message of an exception names.
   *
   * @param number the device number
   * @param label the position of the directive
   * @return the target {@code worker}
   * @throws IllegalArgumentException if the number is negative
   */
  public static Target device(int number, String label) {
    return Targets.of(Device.hostFor(number, label));
  }

  /**
   * The target of an {@code async-call}, whose code starts on the calling thread, as a block of
   * that thread's target.
   *
   * @return the target. If the calling thread belongs to no target, nothing can be suspended, so
   *     any target is returned
   */
  public static Target here() {
    return Targets.current().orElseGet(() -> Targets.of(Targets.DEFAULT_WORKER));
  }

  /**
   * Runs the block of a directive without {@code await}, {@code nowait} or {@code name_as} on the
   * target, and waits for it. An exception of the block, checked or not, is re-thrown here as the
   * original object.
   *
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   */
  public static void run(Target target, boolean condition, String label, Body body) {
    target.call(Place.onTargetIf(condition), label, body);
  }

  /**
   * Runs the block of an {@code await} directive on the target. A handler that the compiler has
   * made resumable is suspended until the block has ended; any other handler waits. An exception of
   * the block is re-thrown here as the original object.
   *
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   */
  public static void await(Target target, boolean condition, String label, Body body) {
    run(target, condition, label, body);
  }

  /**
   * Does the same as {@link #await(Target, boolean, String, Body)} in a resumable handler.
   *
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   * @param coroutine the coroutine of the handler
   */
  public static void await(
      Target target, boolean condition, String label, Body body, Coroutine coroutine) {
    target.await(Place.onTargetIf(condition), label, body, coroutine);
  }

  /**
   * Submits the block of a {@code nowait} directive to the target, and returns. A failure goes to
   * the target's uncaught handler.
   *
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   */
  public static void nowait(Target target, boolean condition, String label, Body body) {
    target.execute(Place.onTargetIf(condition), label, body);
  }

  /**
   * Submits the block of a {@code name_as(tag)} directive to the target, and returns. A later
   * {@link #waitFor} of the tag, anywhere in the program, waits for the block and re-throws its
   * failure.
   *
   * @param tag the tag
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   */
  public static void nameAs(String tag, Target target, boolean condition, String label, Body body) {
    target.submit(Place.onTargetIf(condition), Tag.of(tag), label, body);
  }

  /**
   * Submits the block of a {@code name_as(tag)} directive in a run that waits for its own blocks.
   *
   * @param scope the scope of the run for the tag
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   */
  public static void nameAs(
      TagScope scope, Target target, boolean condition, String label, Body body) {
    target.submit(Place.onTargetIf(condition), scope, label, body);
  }

  /**
   * Submits the block of {@code name_as(tag) on_cancel(call)}, see {@link #nameAs(String, Target,
   * boolean, String, Body)}. If the block is cancelled before it has begun, or ends with a {@link
   * CancellationException} or an {@link InterruptedException}, the target runs the call as another
   * block, which no wait waits for.
   *
   * @param tag the tag
   * @param target the target that runs the block and the call
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block
   * @param cancelled the call
   */
  public static void nameAs(
      String tag, Target target, boolean condition, String label, Body body, Body cancelled) {
    nameAs(Tag.of(tag).program(), target, condition, label, body, cancelled);
  }

  /**
   * Does the same as {@link #nameAs(String, Target, boolean, String, Body, Body)} in a run that
   * waits for its own blocks.
   *
   * @param scope the scope of the run for the tag
   * @param target the target that runs the block and the call
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
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

  /**
   * Submits the block of a {@code nowait} directive with {@code depend}.
   *
   * @param turn the turn of the block, which the end of the block ends
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block, which waits for its turn
   */
  public static void nowait(
      Depends.Turn turn, Target target, boolean condition, String label, Body body) {
    endWith(turn, () -> target.launch(Place.onTargetIf(condition), label, body));
  }

  /**
   * Submits the block of a {@code name_as(tag)} directive with {@code depend}.
   *
   * @param turn the turn of the block, which the end of the block ends
   * @param scope the scope of the run for the tag
   * @param target the target that runs the block
   * @param condition whether the target runs it; if false, the calling thread does
   * @param label the position of the directive
   * @param body the block, which waits for its turn
   * @param cancelled the call of {@code on_cancel}; null for none
   */
  public static void nameAs(
      Depends.Turn turn,
      TagScope scope,
      Target target,
      boolean condition,
      String label,
      Body body,
      Body cancelled) {
    Block block =
        endWith(turn, () -> target.submit(Place.onTargetIf(condition), scope, label, body));
    if (cancelled != null) {
      block.whenDone(() -> {
        if (isCancelled(block)) {
          target.execute(label, cancelled);
        }
      });
    }
  }

  /** Submits a block, and ends its turn when it has ended or is refused. */
  static Block endWith(Depends.Turn turn, Supplier<Block> submission) {
    try {
      Block block = submission.get();
      block.whenDone(turn::end);
      return block;
    } catch (Throwable refused) {
      turn.end();
      throw refused;
    }
  }

  private static boolean isCancelled(Block ended) {
    return ended.state() == Block.State.CANCELLED
        || ended.failure() instanceof CancellationException
        || ended.failure() instanceof InterruptedException;
  }

  /**
   * Cancels all blocks of a tag in the program, for {@code taskcancel(tag)}.
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
   * @return the scope, which must be ended at the end of the run
   */
  public static TagScope scope(String tag) {
    return program(tag).open();
  }

  /**
   * Begins a run of a lambda inside a body with such a scope.
   *
   * @param tag the tag
   * @param outer the scope of the enclosing run
   * @return the scope
   */
  public static TagScope scope(String tag, TagScope outer) {
    return outer.open();
  }

  /**
   * The scope of all blocks of a tag in the program, for a wait that also names other scopes.
   *
   * @param tag the tag
   * @return the scope
   */
  public static TagScope program(String tag) {
    return Tag.of(tag).program();
  }

  /**
   * Waits, for {@code wait(tag, …)}, until every block of these tags in the program that was
   * created before this call has ended. Throws the first of their failures; the others are
   * suppressed in it.
   *
   * @param label the position of the directive
   * @param tags the tags
   */
  public static void waitFor(String label, String... tags) {
    Tag.await(label, tags);
  }

  /**
   * Does the same as {@link #waitFor(String, String...)} for the blocks of scopes.
   *
   * @param label the position of the directive
   * @param scopes the scopes
   */
  public static void waitFor(String label, TagScope... scopes) {
    TagScope.await(label, scopes);
  }

  /**
   * Waits for blocks, for {@code wait(tag, …) await}: a handler that the compiler has made
   * resumable is suspended; any other handler waits.
   *
   * @param label the position of the directive
   * @param tags the tags
   */
  public static void awaitTags(String label, String... tags) {
    Tag.await(label, tags);
  }

  /**
   * Does the same as {@link #awaitTags(String, String...)} in a resumable handler.
   *
   * @param label the position of the directive
   * @param tags the tags
   * @param coroutine the coroutine of the handler
   */
  public static void awaitTags(String label, String[] tags, Coroutine coroutine) {
    Tag.await(label, tags, coroutine);
  }

  /**
   * Does the same as {@link #awaitTags(String, String...)} for the blocks of scopes.
   *
   * @param label the position of the directive
   * @param scopes the scopes
   */
  public static void awaitTags(String label, TagScope... scopes) {
    TagScope.await(label, scopes);
  }

  /**
   * Does the same as {@link #awaitTags(String, TagScope...)} in a resumable handler.
   *
   * @param label the position of the directive
   * @param scopes the scopes
   * @param coroutine the coroutine of the handler
   */
  public static void awaitTags(String label, TagScope[] scopes, Coroutine coroutine) {
    TagScope.await(label, scopes, coroutine);
  }

  /**
   * Creates the body of a block that contains an await. A suspended block occupies no thread.
   *
   * @param code the code of the block
   * @return the body
   */
  public static Body resumable(ResumableBody code) {
    return Coroutine.body(code);
  }

  /**
   * Tells javac that a block may throw {@code X}, so that {@code catch} clauses and {@code throws}
   * lists around it have the same meaning as without the directive. Does nothing at run time.
   *
   * @param <X> a type of exception that the block may throw
   * @throws X never
   */
  public static <X extends Throwable> void mayThrow() throws X {}

  /**
   * Follows a block that cannot complete normally, so that javac knows that no code after it is
   * reached.
   *
   * @return never
   */
  public static Error unreachable() {
    throw new AssertionError("A block that cannot complete normally has completed normally.");
  }
}
