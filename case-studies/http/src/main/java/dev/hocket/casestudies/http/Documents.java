package dev.hocket.casestudies.http;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.eclipse.jetty.http.MimeTypes;

/**
 * The files below a directory, by the paths of requests. Nothing outside it is ever found: a
 * segment of the path must be one plain name, and the real path, with all symbolic links followed,
 * must still lie below the real root. (A program that can write below the root can swap a directory
 * for a link between the look-up and the opening; no path in a request can.) Immutable,
 * thread-safe.
 */
public final class Documents implements Finder {
  private static final String INDEX = "index.html";
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private final Path root;
  private final InstantSource time;

  /**
   * The files below a directory.
   *
   * @param root the directory
   * @param time the clock for a file's age
   * @throws IOException if the directory does not exist
   */
  public Documents(Path root, InstantSource time) throws IOException {
    try {
      this.root = root.toRealPath();
    } catch (IOException e) {
      throw new IOException("no directory to serve at " + root + ": " + e, e);
    }
    this.time = time;
    if (!Files.isDirectory(this.root)) {
      throw new IOException("not a directory: " + root + "; name the directory to serve");
    }
  }

  /**
   * {@inheritDoc} A directory stands for its {@code index.html}. Asks the file system every time.
   */
  @Override
  public Lookup find(String path) throws IOException {
    Optional<Path> plain = below(path);
    if (plain.isEmpty()) {
      return new Lookup.Missing();
    }
    try {
      return look(plain.get(), path.endsWith("/"));
    } catch (AccessDeniedException denied) {
      return new Lookup.Forbidden();
    } catch (FileSystemException unreachable) {
      // A missing file, a file instead of a directory, a loop of links, a name too long: the client
      // gets 404 for all of these.
      return new Lookup.Missing();
    }
  }

  private Lookup look(Path plain, boolean asDirectory) throws IOException {
    Path real = plain.toRealPath();
    if (!real.startsWith(root)) {
      return new Lookup.Missing();
    }
    FileState state = FileState.of(real);
    return switch (state.kind()) {
      case FILE -> asDirectory ? new Lookup.Missing() : file(real, state);
      case DIRECTORY -> asDirectory ? index(real) : new Lookup.Directory();
      case OTHER -> new Lookup.Missing();
    };
  }

  /** Checks the permission here, because a response without a body opens no file. */
  private Lookup file(Path real, FileState state) {
    return Files.isReadable(real)
        ? new Lookup.Found(Document.of(real, state, time.instant(), type(real)))
        : new Lookup.Forbidden();
  }

  private Lookup index(Path directory) throws IOException {
    Lookup index = look(directory.resolve(INDEX), false);
    return index instanceof Lookup.Directory ? new Lookup.Missing() : index;
  }

  /** The path below the root, or empty if a segment is not one plain name to this file system. */
  private Optional<Path> below(String path) {
    if (!path.startsWith("/")) {
      return Optional.empty();
    }
    if (path.equals("/")) {
      return Optional.of(root);
    }
    Path place = root;
    for (String name : path.substring(1).split("/")) {
      if (!isPlain(name)) {
        return Optional.empty();
      }
      place = place.resolve(name);
    }
    return Optional.of(place);
  }

  private boolean isPlain(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return false;
    }
    try {
      Path alone = root.getFileSystem().getPath(name);
      return alone.getRoot() == null && alone.getNameCount() == 1 && alone.toString().equals(name);
    } catch (InvalidPathException ignored) {
      // NUL anywhere; colons and more on Windows.
      return false;
    }
  }

  private static String type(Path file) {
    String name = file.getFileName().toString();
    String type = MimeTypes.DEFAULTS.getMimeByExtension(name);
    return type == null ? UNKNOWN_TYPE : type;
  }
}
