package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.Document;
import dev.hocket.casestudies.http.Documents;
import dev.hocket.casestudies.http.Lookup;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The files below a directory. The content of small files stays in memory; at most once a second,
 * the file system is asked whether they have changed. Large files are looked up and opened for each
 * request. Thread-safe.
 */
public final class Pages {
  /** The largest size of a file that is kept in memory, in bytes. */
  static final int SMALL_BYTES = 64 * 1024;

  private static final int MOST_KEPT = 1_000;
  private static final long VALID_NANOS = Duration.ofSeconds(1).toNanos();

  /** The number of retries if a file changes while it is being opened. */
  private static final int MOST_CHANGES = 3;

  private final Path root;
  private final Documents documents;
  private final ConcurrentHashMap<String, Kept> kept = new ConcurrentHashMap<>();

  private record Kept(Page page, Document document, long nanos) {}

  Pages(Path root) throws IOException {
    this.root = root;
    documents = new Documents(root, InstantSource.system());
  }

  /**
   * Finds the page of a path, from memory if the file is small.
   *
   * @throws IOException the file system failed
   */
  Page find(String path) throws IOException {
    long now = System.nanoTime();
    Kept known = kept.get(path);
    if (known != null && now - known.nanos < VALID_NANOS) {
      return known.page;
    }
    for (int changes = 0; changes < MOST_CHANGES; changes++) {
      Lookup lookup = documents.find(path);
      if (!(lookup instanceof Lookup.Found(Document document))) {
        kept.remove(path);
        return Page.of(lookup);
      }
      if (known != null && known.document.state().equals(document.state())) {
        return keep(path, new Kept(known.page, document, now));
      }
      FileChannel file = openUnchanged(document);
      if (file == null) {
        continue;
      }
      if (document.length() > SMALL_BYTES || !document.hasStrongValidators()) {
        kept.remove(path);
        return new Page(lookup, null, file);
      }
      ByteBuffer content = readAndClose(file, (int) document.length());
      if (document.isUnchanged()) {
        return keep(path, new Kept(new Page(lookup, content, null), document, now));
      }
    }
    throw new IOException(path + " changes all the time");
  }

  /**
   * Opens a file without keeping it.
   *
   * @throws IOException the file system failed
   */
  Page open(String path) throws IOException {
    for (int changes = 0; changes < MOST_CHANGES; changes++) {
      Lookup lookup = documents.find(path);
      if (!(lookup instanceof Lookup.Found(Document document))) {
        return Page.of(lookup);
      }
      FileChannel file = openUnchanged(document);
      if (file != null) {
        return new Page(lookup, null, file);
      }
    }
    throw new IOException(path + " changes all the time");
  }

  /**
   * Reads the small files below a directory once; later changes to them are not seen.
   *
   * @param directory a path that ends with a slash
   * @return the files by their paths; those with more than {@link #SMALL_BYTES} bytes are not among
   *     them
   * @throws IOException a directory or a file cannot be read
   */
  public ConcurrentMap<String, Page> inMemory(String directory) throws IOException {
    ConcurrentMap<String, Page> all = new ConcurrentHashMap<>();
    Path folder = root.resolve(directory.substring(1));
    if (Files.isDirectory(folder)) {
      try {
        Path real = folder.toRealPath();
        Files.walkFileTree(
            real,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                String path = directory + real.relativize(file);
                Page page = open(path);
                if (isSmall(page)) {
                  all.put(path, inMemory(page));
                } else {
                  page.close();
                }
                return FileVisitResult.CONTINUE;
              }
            });
      } catch (FileSystemException unreadable) {
        throw new IOException("cannot read " + folder + " into memory: " + unreadable, unreadable);
      }
    }
    return all;
  }

  private static boolean isSmall(Page page) {
    return page.lookup() instanceof Lookup.Found(Document document)
        && document.length() <= SMALL_BYTES;
  }

  /** A small file, read, and closed. */
  private static Page inMemory(Page page) throws IOException {
    int length = (int) ((Lookup.Found) page.lookup()).document().length();
    return new Page(page.lookup(), readAndClose(page.file(), length), null);
  }

  private Page keep(String path, Kept found) {
    if (kept.size() >= MOST_KEPT) {
      kept.clear();
    }
    kept.put(path, found);
    return found.page;
  }

  /**
   * Opens exactly the file that was looked up, because its length and tag are sent to the client;
   * null if it has changed. The path has no symbolic links, so a link in its place is a change,
   * too.
   */
  private static FileChannel openUnchanged(Document document) throws IOException {
    FileChannel file =
        FileChannel.open(document.file(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try {
      if (document.isUnchanged()) {
        return file;
      }
    } catch (IOException gone) {
      file.close();
      throw gone;
    }
    file.close();
    return null;
  }

  private static ByteBuffer readAndClose(FileChannel file, int length) throws IOException {
    ByteBuffer content = ByteBuffer.allocateDirect(length);
    try (file) {
      while (content.hasRemaining()) {
        if (file.read(content) < 0) {
          throw new EOFException("a file was cut while it was read");
        }
      }
    }
    return content.flip().asReadOnlyBuffer();
  }
}
