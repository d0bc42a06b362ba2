package dev.hocket.core.recording;

import dev.hocket.core.platform.VirtualThreads;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * Reads how long the calling thread has been ready to run without getting a processor, as Linux
 * counts it for each thread: the second number in {@code /proc/thread-self/schedstat}. It
 * distinguishes a thread that waits for a disk from one that waits for a processor.
 */
final class ReadyTime {
  private static final String FILE = "/proc/thread-self/schedstat";

  /** Opening the file decides which thread it describes, so each thread keeps its own. */
  private static final ThreadLocal<Counter> COUNTERS = ThreadLocal.withInitial(Counter::open);

  private ReadyTime() {}

  /** Returns nanoseconds; unknown if the system does not count them, and for virtual threads. */
  static long ofThisThread() {
    return VirtualThreads.isVirtual(Thread.currentThread())
        ? BlockFields.UNKNOWN
        : COUNTERS.get().read();
  }

  private static final class Counter {
    private final byte[] text = new byte[80];

    /**
     * The file; null where there is none. The descriptor is closed when the thread's counter is
     * collected.
     */
    private RandomAccessFile file;

    static Counter open() {
      Counter counter = new Counter();
      try {
        counter.file = new RandomAccessFile(FILE, "r");
      } catch (IOException | SecurityException notLinux) {
        counter.file = null;
      }
      return counter;
    }

    long read() {
      if (file == null) {
        return BlockFields.UNKNOWN;
      }
      try {
        file.seek(0);
        int length = Math.max(0, file.read(text));
        String[] numbers =
            new String(text, 0, length, StandardCharsets.US_ASCII).strip().split(" ");
        // A kernel that does not count has no time slices either.
        return numbers.length == 3 && !numbers[2].equals("0")
            ? Long.parseLong(numbers[1])
            : BlockFields.UNKNOWN;
      } catch (IOException | NumberFormatException unexpected) {
        file = null;
        return BlockFields.UNKNOWN;
      }
    }
  }
}
