package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.OpenFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class OpenerTest {
  @TempDir Path root;

  private CompletableFuture<FileChannel> openOnVirtualThread(Opener opener, Path file) {
    CompletableFuture<FileChannel> outcome = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        outcome.complete(opener.open(file));
      } catch (IOException | InterruptedException e) {
        outcome.completeExceptionally(e);
      }
    });
    return outcome;
  }

  @Test
  void aPipe_holdsUpItsReaderOnly() throws Exception {
    Opener opener = new Opener(Duration.ofMinutes(1));
    Path file = Files.writeString(root.resolve("a.txt"), "content");
    Path pipe = root.resolve("pipe");
    Pipe.make(pipe);
    List<CompletableFuture<FileChannel>> readers = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      readers.add(openOnVirtualThread(opener, pipe));
    }
    try (FileChannel opened = openOnVirtualThread(opener, file).get(2, TimeUnit.MINUTES)) {
      assertEquals("content".length(), opened.size());
    }
    assertTrue(readers.stream().noneMatch(CompletableFuture::isDone));
    for (CompletableFuture<FileChannel> reader : readers) {
      while (!reader.isDone()) {
        Pipe.openForWriting(pipe);
      }
      reader.get().close();
    }
  }

  @Test
  void anOpeningThatTakesTooLong_isGivenUp_andWhatItOpensIsClosed() throws Exception {
    Opener opener = new Opener(Duration.ofMillis(50));
    Path pipe = root.resolve("pipe");
    Pipe.make(pipe);
    long before = OpenFiles.count();
    IOException late = assertThrows(IOException.class, () -> opener.open(pipe));
    assertEquals(pipe + " could not be opened within 50 ms", late.getMessage());
    Pipe.openForWriting(pipe);
    Eventually.holds(() -> OpenFiles.count() <= before);
  }

  @Test
  void openingsBeyondTheLimit_waitForOthers() throws Exception {
    Opener opener = new Opener(Duration.ofMillis(50));
    Path file = Files.writeString(root.resolve("a.txt"), "content");
    Path pipe = root.resolve("pipe");
    Pipe.make(pipe);
    for (int i = 0; i < Opener.MOST_THREADS; i++) {
      openOnVirtualThread(opener, pipe);
    }
    Eventually.holds(() -> isRefused(opener, file));
    Pipe.openForWriting(pipe);
    Eventually.holds(() -> !isRefused(opener, file));
  }

  private static boolean isRefused(Opener opener, Path file) throws InterruptedException {
    try {
      opener.open(file).close();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void aFailure_isTheFileSystemsOwn() {
    Opener opener = new Opener(Duration.ofMinutes(1));
    assertThrows(NoSuchFileException.class, () -> opener.open(root.resolve("none")));
  }
}
