package dev.hocket.compiler.resume;

import dev.hocket.core.Coroutine;
import dev.hocket.core.Frame;
import dev.hocket.core.Resumer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The hand-written resumable methods that the programs await. They suspend at times, and continue
 * on the same thread after the stack is unwound. A suspension can fail for lack of memory, so that
 * the call throws. In a program compiled by plain javac, one call can be made to throw the same
 * exception.
 */
public final class Pause {
  private static final List<String> SAID = new ArrayList<>();

  private static int every;
  private static int calls;
  private static int suspensions;
  private static int failing;
  private static int kept;
  private static int plainCalls;
  private static int plainFailing;
  private static boolean failed;
  private static final Set<Coroutine> COROUTINES = new HashSet<>();

  private Pause() {}

  /** Makes every n-th call suspend from now on; 0 makes none suspend. */
  static void every(int n) {
    every = n;
    calls = 0;
    suspensions = 0;
    failing = 0;
    plainFailing = 0;
    failed = false;
    SAID.clear();
    COROUTINES.clear();
  }

  /** Makes the n-th call fail from now on, in programs without suspensions. */
  static void fail(int n) {
    every(0);
    plainCalls = 0;
    plainFailing = n;
  }

  /**
   * Makes all calls suspend from now on, except the n-th, for which the frame of the given number
   * fails.
   */
  static void failToKeep(int n, int frame) {
    every(1);
    failing = n;
    kept = frame;
  }

  /** Whether the failing frame has occurred. */
  static boolean failed() {
    return failed;
  }

  /** Replaces {@code Coroutine.suspend}. */
  public static Frame suspend(
      Coroutine co, Resumer resumer, int point, String where, int references, int numbers) {
    if (calls == failing && !failed && kept-- == 0) {
      failed = true;
      throw new OutOfMemoryError("for a frame");
    }
    return co.suspend(resumer, point, where, references, numbers);
  }

  private static void plainCall() {
    if (plainFailing > 0 && ++plainCalls == plainFailing) {
      throw new OutOfMemoryError("for a frame");
    }
  }

  static int suspensions() {
    return suspensions;
  }

  /** The number of coroutines that have been suspended. */
  static int coroutines() {
    return COROUTINES.size();
  }

  static List<String> said() {
    return List.copyOf(SAID);
  }

  /** Writes a value to the trace of the program. */
  public static <T> T say(T value) {
    SAID.add(value instanceof int[] array ? Arrays.toString(array) : String.valueOf(value));
    return value;
  }

  public static void pause() {
    say("pause");
    plainCall();
  }

  public static void pause(Coroutine co) {
    pause();
    suspend(co, (frame, c) -> {});
  }

  public static <T> T of(T value) {
    say(value);
    plainCall();
    return value;
  }

  public static Object of(Object value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? null : value;
  }

  public static int of(int value) {
    say(value);
    plainCall();
    return value;
  }

  public static int of(int value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static boolean of(boolean value) {
    say(value);
    plainCall();
    return value;
  }

  public static boolean of(boolean value, Coroutine co) {
    of(value);
    return !suspend(co, (frame, c) -> c.complete(value ? 1 : 0)) && value;
  }

  public static char of(char value) {
    say(value);
    plainCall();
    return value;
  }

  public static char of(char value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static byte of(byte value) {
    say(value);
    plainCall();
    return value;
  }

  public static byte of(byte value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static short of(short value) {
    say(value);
    plainCall();
    return value;
  }

  public static short of(short value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static long of(long value) {
    say(value);
    plainCall();
    return value;
  }

  public static long of(long value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static float of(float value) {
    say(value);
    plainCall();
    return value;
  }

  public static float of(float value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  public static double of(double value) {
    say(value);
    plainCall();
    return value;
  }

  public static double of(double value, Coroutine co) {
    of(value);
    return suspend(co, (frame, c) -> c.complete(value)) ? 0 : value;
  }

  /** Suspends, and then fails. */
  public static int fail(String message) {
    plainCall();
    throw new IllegalStateException(say(message));
  }

  public static int fail(String message, Coroutine co) {
    if (!suspend(co, (frame, c) -> fail(message))) {
      fail(message);
    }
    return 0;
  }

  private static boolean suspend(Coroutine co, Resumer then) {
    if (every == 0 || ++calls % every != 0) {
      return false;
    }
    suspensions++;
    COROUTINES.add(co);
    co.defer(then, "Pause.pause(Pause.java:1)", 0, 0);
    return true;
  }
}
