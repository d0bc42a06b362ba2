package dev.hocket.casestudies.logs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipException;

/** Reads the logs of a folder, round after round, and waits for more. */
@ThreadSafe
final class Tail implements AutoCloseable {
  private static final long PAUSE_NANOS = 50_000_000;

  /** To look at very many files takes its time, too: then it pauses so many times as long. */
  private static final long PAUSES = 4;

  private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

  /** So many bytes are stored at once, if more are there to be read. */
  private static final long STORED_BYTES = 4 << 20;

  /** What was read is stored after this time at the latest, and seldom before. */
  private static final long STORED_NANOS = 1_000_000_000;

  /** A compressed file that nobody has changed for so long is damaged, not unfinished. */
  private static final long UNFINISHED_MILLIS = 10_000;

  private final Path folder;
  private final boolean once;

  /** How far the logs have been read, by {@link Position#identity}. */
  private final Map<String, Set<Position>> positions = new HashMap<>();

  private final CountDownLatch closed = new CountDownLatch(1);

  /** The state in which each file was when it had been read to its end. */
  private final Map<Path, State> ends = new HashMap<>();

  private final Queue<Path> round = new ArrayDeque<>();
  private LogFile open;
  private Path path;
  private State state;
  private long unmarked;
  private long markedAt = System.nanoTime();

  /** Compressed files that end too early, until that has been said. */
  private final Set<Path> unfinished = new HashSet<>();

  /** The files that could not be read, which has been said. */
  private final Set<Path> leftOut = new HashSet<>();

  /** A file that is in the same state as before has nothing new. */
  private record State(Object key, long size, long modified) {
    static State of(Path path) throws IOException {
      BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
      return new State(file.fileKey(), file.size(), file.lastModifiedTime().toMillis());
    }
  }

  /**
   * @param read how far the logs have been read before
   * @param once whether it ends when everything that is there has been read
   */
  Tail(Path folder, Collection<Position> read, boolean once) {
    this.folder = folder;
    this.once = once;
    read.forEach(position -> of(position).add(position));
  }

  private Set<Position> of(Position position) {
    return positions.computeIfAbsent(position.identity(), none -> new HashSet<>());
  }

  /** Waits for the next lines; null if it was closed, or has read everything once. */
  synchronized Batch next() throws IOException, InterruptedException {
    long looking = System.nanoTime();
    while (!closed.await(0, TimeUnit.SECONDS)) {
      if (open == null && round.isEmpty()) {
        looking = System.nanoTime();
        round.addAll(files());
      }
      Batch batch = read();
      if (batch != null) {
        return noted(batch);
      }
      if (once || unmarked > 0 && isDue()) {
        break;
      }
      long pause = PAUSES * (System.nanoTime() - looking);
      closed.await(Math.clamp(pause, PAUSE_NANOS, LONGEST_PAUSE_NANOS), TimeUnit.NANOSECONDS);
    }
    if (unmarked == 0) {
      end();
      return null;
    }
    return marked(Batch.onlyMark());
  }

  private boolean isDue() {
    return System.nanoTime() - markedAt >= STORED_NANOS;
  }

  private Batch marked(Batch batch) {
    unmarked = 0;
    markedAt = System.nanoTime();
    return batch.marked(true);
  }

  /** How far the logs have been read, with what has been returned. */
  synchronized List<Position> positions() {
    return positions.values().stream().flatMap(Set::stream).toList();
  }

  /** Whether there are files that could not be read, which has been said. */
  synchronized boolean hasLeftOut() {
    return !leftOut.isEmpty();
  }

  /** The logs of the folder, those first that have not changed for longest. */
  private List<Path> files() throws IOException {
    Map<Path, Long> modified = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[!.]*")) {
      for (Path one : all) {
        if (Files.isRegularFile(one) && !isAnotherName(one)) {
          modified.put(one, one.toFile().lastModified());
        }
      }
    }
    List<Path> files = new ArrayList<>(modified.keySet());
    files.sort(Comparator.comparing((Path file) -> modified.get(file)).thenComparing(file -> file));
    ends.keySet().retainAll(modified.keySet());
    return files;
  }

  /** Whether it is a link to another log of this folder. */
  private boolean isAnotherName(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      return false;
    }
    try {
      Path target = path.toRealPath();
      boolean isHidden = target.getFileName().toString().startsWith(".");
      return !isHidden && folder.toRealPath().equals(target.getParent());
    } catch (NoSuchFileException removed) {
      return true;
    }
  }

  /** The next lines of this round; null at its end. */
  private Batch read() throws IOException {
    while (open != null || !round.isEmpty()) {
      try {
        if (open == null) {
          openNext();
        }
        Batch batch = open == null ? null : open.read();
        if (batch != null) {
          if (open.hasReached(state.size())) {
            // What has been written meanwhile is for the next round: the other logs go on, too.
            readToTheEnd();
          }
          return batch;
        }
        readToTheEnd();
      } catch (NoSuchFileException renamed) {
        end();
      } catch (EOFException | ZipException early) {
        // It is read again when somebody has changed it.
        unfinished.add(path);
        readToTheEnd();
      } catch (AccessDeniedException denied) {
        leaveOut("may not be read");
        readToTheEnd();
      } catch (CharacterCodingException utf16) {
        leaveOut("is text in UTF-16, and only UTF-8 is read");
        readToTheEnd();
      }
    }
    return null;
  }

  private void openNext() throws IOException {
    path = round.remove();
    state = State.of(path);
    if (!state.equals(ends.get(path))) {
      unfinished.remove(path);
      open = LogFile.open(path, this::of);
    } else if (System.currentTimeMillis() - state.modified() > UNFINISHED_MILLIS) {
      leaveOutIfUnfinished();
    }
  }

  private void leaveOutIfUnfinished() {
    if (unfinished.remove(path)) {
      leaveOut("is damaged: it ends too early, or is no gzip");
    }
  }

  private void leaveOut(String why) {
    if (leftOut.add(path)) {
      System.err.println("logs: " + path + " " + why + "; what could not be read is left out");
    }
  }

  private void readToTheEnd() throws IOException {
    ends.put(path, state);
    if (once) {
      leaveOutIfUnfinished();
    }
    end();
  }

  private void end() throws IOException {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  private Batch noted(Batch batch) {
    Set<Position> ofLog = of(batch.to());
    ofLog.remove(batch.from());
    ofLog.add(batch.to());
    unmarked += batch.to().offset() - batch.from().offset();
    return unmarked < STORED_BYTES && !isDue() ? batch : marked(batch);
  }

  /** Ends the reading: {@link #next} returns at most one more mark. */
  @Override
  public void close() {
    closed.countDown();
  }
}
