package dev.hocket.directives;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * For code that Hocket compiled: the contributions of a team's threads to the {@code reduction} and
 * {@code lastprivate} variables of a construct, in the order of the threads.
 */
public final class Partials {
  static final Partials NONE = new Partials(new Object[0][], -1);

  private final Object[][] rows;
  private final int last;

  /** {@code last} is the thread that ran the last iteration; -1 if there was none. */
  Partials(Object[][] rows, int last) {
    this.rows = rows;
    this.last = last;
  }

  /**
   * An array for a partial result of an array: as long as the original, and of its type.
   *
   * @param <A> the type, an array of primitive values
   * @param name the variable, for the message
   * @param original the original, whose values are not read
   * @param neutral with what the array is filled, a box of its elements' type
   * @return a new array
   * @throws NullPointerException if there is no original
   */
  public static <A> A like(String name, A original, Object neutral) {
    return like(name, original, neutral, length(name, original, 0));
  }

  /**
   * {@link #like(String, Object, Object)} of a section of the array.
   *
   * @param <A> the type, an array of primitive values
   * @param name the variable, for the message
   * @param original the original, whose values are not read
   * @param neutral with what the array is filled, a box of its elements' type
   * @param length of the section
   * @return a new array
   */
  public static <A> A like(String name, A original, Object neutral, int length) {
    @SuppressWarnings("unchecked")
    A made = (A) Array.newInstance(original.getClass().getComponentType(), length);
    switch (made) {
      case boolean[] all -> Arrays.fill(all, (boolean) neutral);
      case byte[] all -> Arrays.fill(all, (byte) neutral);
      case short[] all -> Arrays.fill(all, (short) neutral);
      case char[] all -> Arrays.fill(all, (char) neutral);
      case int[] all -> Arrays.fill(all, (int) neutral);
      case long[] all -> Arrays.fill(all, (long) neutral);
      case float[] all -> Arrays.fill(all, (float) neutral);
      case double[] all -> Arrays.fill(all, (double) neutral);
      default -> throw new IllegalArgumentException(name + " is a " + original.getClass());
    }
    return made;
  }

  /**
   * How long a section of an array is that ends where the array ends.
   *
   * @param name the variable, for the message
   * @param array the array
   * @param low the first index
   * @return the number of elements
   * @throws NullPointerException if there is no array
   * @throws IndexOutOfBoundsException if it does not have the first index
   */
  public static int length(String name, Object array, int low) {
    if (array == null) {
      throw new NullPointerException(
          "the reduction of '" + name + "' needs an array, but the variable is null");
    }
    return length(name, array, low, Array.getLength(array) - low);
  }

  /**
   * Checks that an array has a section.
   *
   * @param name the variable, for the message
   * @param array the array
   * @param low the first index
   * @param length the number of elements
   * @return the number of elements
   * @throws NullPointerException if there is no array
   * @throws IndexOutOfBoundsException if it does not have the section
   */
  public static int length(String name, Object array, int low, int length) {
    if (array == null) {
      return length(name, null, low);
    }
    int size = Array.getLength(array);
    if (low < 0 || length < 0 || low > size - length) {
      throw new IndexOutOfBoundsException(
          "the reduction of '%s[%d:%d]' needs an array that has this section, but it has %d elements"
              .formatted(name, low, length, size));
    }
    return length;
  }

  /**
   * Whether no thread before this one contributed the same object. Threads whose variables may be
   * one array store into it once.
   *
   * @param thread the number of the calling thread
   * @param i the number of the variable, as the threads gave them
   * @return false if another thread stores
   */
  public boolean isFirst(int thread, int i) {
    for (int before = 0; before < Math.min(thread, rows.length); before++) {
      if (rows[before][i] == rows[thread][i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * How many contributions there are to combine.
   *
   * @return the size of the team, or 0 if another thread combines the contributions
   */
  public int threads() {
    return rows.length;
  }

  /**
   * One thread's contribution to a variable.
   *
   * @param thread the number of the thread
   * @param i the number of the variable, as the thread gave them
   * @return the value
   */
  public Object get(int thread, int i) {
    return rows[thread][i];
  }

  /**
   * Whether the calling thread must store the values of the last iteration.
   *
   * @return false if there was no iteration, or another thread stores
   */
  public boolean hasLast() {
    return last >= 0;
  }

  /**
   * What the last iteration left in a variable.
   *
   * @param i the number of the variable
   * @return the value
   */
  public Object last(int i) {
    return rows[last][i];
  }
}
