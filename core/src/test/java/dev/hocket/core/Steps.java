package dev.hocket.core;

import java.util.ArrayList;
import java.util.List;

/**
 * A resumable method written by hand, in the form that the compiler would give it: successive
 * steps, each of which may be suspended, and a {@code catch} around all of them.
 */
public final class Steps implements ResumableBody {
  /** More than an array can have: a frame of that size is refused, however much memory there is. */
  private static final int TOO_MANY = Integer.MAX_VALUE;

  private final List<ResumableBody> steps = new ArrayList<>();
  private int kept;
  private Handler handler =
      failure -> {
        throw failure;
      };

  private Steps() {}

  /** The {@code catch} around all steps. */
  public interface Handler {
    /**
     * Handles a failure of a step.
     *
     * @param failure the exception
     * @throws Throwable the exception that the method then throws
     */
    void handle(Throwable failure) throws Throwable;
  }

  /**
   * Makes a method of some steps.
   *
   * @param steps the steps, each of which may be suspended at its end
   * @return the method
   */
  public static Steps of(ResumableBody... steps) {
    Steps all = new Steps();
    all.steps.addAll(List.of(steps));
    return all;
  }

  /**
   * Adds a handler that runs after a failure in any of the steps; later steps do not run.
   *
   * @param newHandler the handler of the failure
   * @return this
   */
  public Steps onFailure(Handler newHandler) {
    handler = newHandler;
    return this;
  }

  /**
   * Lets these steps find no memory for their activation.
   *
   * @return this
   */
  public Steps withoutMemory() {
    kept = TOO_MANY;
    return this;
  }

  /**
   * Makes a step that awaits a block.
   *
   * @param target the target of the block
   * @param body the code of the block
   * @return the step
   */
  public static ResumableBody await(Target target, Body body) {
    return co -> target.await(Place.TARGET, "Awaited.java:1", body, co);
  }

  /**
   * Makes a step that awaits a tag.
   *
   * @param tag the tag's name
   * @return the step
   */
  public static ResumableBody awaitTag(String tag) {
    return co -> Tag.await("Awaited.java:2", new String[] {tag}, co);
  }

  /**
   * Makes a step that cannot be suspended.
   *
   * @param body the code of the step
   * @return the step
   */
  public static ResumableBody then(Body body) {
    return co -> body.run();
  }

  /**
   * Returns the method as the body of a block.
   *
   * @return the body
   */
  public Body body() {
    return Coroutine.body(this);
  }

  @Override
  public void run(Coroutine co) throws Throwable {
    runFrom(0, co);
  }

  private void runFrom(int first, Coroutine co) throws Throwable {
    try {
      for (int i = first; i < steps.size(); i++) {
        co.isTooDeep();
        steps.get(i).run(co);
        if (co.isSuspended()) {
          if (isKept(i, co)) {
            return;
          }
          co.take();
        }
      }
    } catch (Throwable failure) {
      handler.handle(failure);
    }
  }

  private boolean isKept(int step, Coroutine co) {
    try {
      String where = "test.Steps.run(Steps.java:" + (step + 1) + ")";
      co.suspend(this::goOn, step + 1, where, kept, 0);
      return true;
    } catch (OutOfMemoryError noMemory) {
      co.unwind(noMemory);
      return false;
    }
  }

  private void goOn(Frame frame, Coroutine co) throws Throwable {
    co.resuming();
    try {
      co.take();
    } catch (Throwable failure) {
      handler.handle(failure);
      return;
    }
    runFrom(frame.point(), co);
  }
}
