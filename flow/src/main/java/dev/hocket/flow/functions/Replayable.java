package dev.hocket.flow.functions;

/**
 * The contract of a source that can begin again at an earlier place. An engine that repeats packets
 * after a failure saves the position with the state of all functions, and calls {@link #seek} on a
 * new object before its first draw.
 *
 * <p>The class of the source's function implements it. One thread at a time calls an object. For
 * example, a source of numbers:
 *
 * <pre>{@code
 * public static class Numbers implements Replayable {
 *   private long next;
 *
 *   @Function(source = true)
 *   public Object numbers(long count) {
 *     return next < count ? (Object) next++ : Flow.END;
 *   }
 *
 *   @Override
 *   public Object position() {
 *     return next;
 *   }
 *
 *   @Override
 *   public void seek(Object position) {
 *     next = (Long) position;
 *   }
 * }
 * }</pre>
 */
public interface Replayable {
  /**
   * Returns the place of the next packet. Called between two draws.
   *
   * @return a string, a number, or a list or record of these; may be null
   */
  Object position();

  /**
   * Continues at a place. Called before the first draw, which gives the function its arguments, so
   * an implementation that needs them notes the place and moves there in that draw.
   *
   * @param position what {@link #position} returned; the next draw returns the packet that the next
   *     draw returned then
   */
  void seek(Object position);
}
