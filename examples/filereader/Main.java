package filereader;

import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import filereader.Transfer.Chunk;
import filereader.Transfer.Done;
import filereader.Transfer.Failed;
import filereader.Transfer.Timeout;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads some files in chunks of four bytes, two of them ahead. */
public final class Main {
  private static final int CHUNK_SIZE = 4;
  private static final int AHEAD = 2;

  private Main() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("hocket", ".txt");
    try {
      System.out.println("empty file: " + next(reading(file, never())));
      Files.writeString(file, "a file of twenty-five b.\n");
      readAll(reading(file, never()));
      abortInTheMiddle(file);
    } finally {
      Files.delete(file);
    }
    System.out.println("no file: " + next(reading(file, never())));
  }

  private static Channel<Transfer> reading(Path file, Event<?> abort) {
    Channel<Transfer> consumer = new Channel<>("consumer");
    spawn(() ->
        FileReader.read(() -> Files.newInputStream(file), CHUNK_SIZE, AHEAD, abort, consumer));
    return consumer;
  }

  private static void readAll(Channel<Transfer> consumer) throws InterruptedException {
    String text;
    do {
      text = next(consumer);
      System.out.println("whole file: " + text);
    } while (text.startsWith("chunk"));
  }

  private static void abortInTheMiddle(Path file) throws InterruptedException {
    IVar<Void> abort = new IVar<>();
    Channel<Transfer> consumer = reading(file, abort.getEvt());
    System.out.println("aborted: " + next(consumer));
    abort.put(null);
    System.out.println("aborted: " + next(consumer));
  }

  private static String next(Channel<Transfer> consumer) throws InterruptedException {
    return switch (consumer.recv()) {
      case Chunk chunk -> "chunk \"" + new String(chunk.bytes()).replace("\n", "\\n") + "\"";
      case Done done -> "done";
      case Timeout timeout -> "timeout";
      case Failed failed -> failed.cause().getClass().getSimpleName();
    };
  }
}
