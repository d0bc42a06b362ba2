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

  /**
   * Creates the result; {@code last} is the thread that ran the last iteration, -1 if there was
   * none.
   */
  Partials(Object[][] rows, int last) {
    this.rows = rows;
    this.last = last;
  }

  /**
   * Creates an array for a partial result, with the length and type of the original array.
   *
   * @param <A> the type, an array of primitive values
   * @param name the name of the variable, for messages
   * @param original the original array; its elements are not read
   * @param neutral the value of each element, boxed
   * @return a new array
   * @throws NullPointerException if the original is null
   */
  public static <A> A like(String name, A original, Object neutral) {
    return like(name, original, neutral, length(name, original, 0));
  }

  /**
   * Creates an array for a partial result of an array's section.
   *
   * @param <A> the type, an array of primitive values
   * @param name the name of the variable, for messages
   * @param original the original array; its elements are not read
   * @param neutral the value of each element, boxed
   * @param length the length of the section
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
   * The length of a section that ends at the end of its array.
   *
   * @param name the name of the variable, for messages
   * @param array the array
   * @param low the first index
   * @return the number of elements
   * @throws NullPointerException if the array is null
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
   * @param name the name of the variable, for messages
   * @param array the array
   * @param low the first index
   * @param length the number of elements
   * @return the number of elements
   * @throws NullPointerException if the array is null
   * @throws IndexOutOfBoundsException if the array does not contain the section
   */
  public static int length(String name, Object array, int low, int length) {
    if (array == null) {
      return length(name, null, low);
    }
    int size = Array.getLength(array);
    if (low < 0 || length < 0 || low > size - length) {
      throw new IndexOutOfBoundsException(
          ("the reduction of '%1$s[%2$d:%3$d]' needs an array that has this section, but it has %4$d"
                  + " elements; correct first index and length, or write '%1$s' to reduce all of it")
              .formatted(name, low, length, size));
    }
    return length;
  }

  /**
   * Whether no thread with a lower number contributed the same object. If the variables of several
   * threads refer to one array, only the first thread stores into it.
   *
   * @param thread the number of the calling thread
   * @param i the index of the variable in the contributions
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
   * The number of contributions to combine.
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
   * @param i the index of the variable in the contributions
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
   * The value of a variable after the last iteration.
   *
   * @param i the index of the variable in the contributions
   * @return the value
   */
  public Object last(int i) {
    return rows[last][i];
  }
}
