package dev.hocket.casestudies.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;

/**
 * A file's attributes in the file system, read in one call. If two states are equal, the file was
 * neither written nor replaced nor given other permissions in between, within the resolution of the
 * file system's clock.
 *
 * @param kind the kind of file at the path
 * @param key device and inode; null if the file system has no such numbers
 * @param modified the time of the last write to the content; any program may set it
 * @param changed the time of the last change of content, permissions or {@code modified}, which no
 *     program can set; equal to {@code modified} if the file system does not record it
 * @param length the length in bytes
 */
public record FileState(Kind kind, Object key, FileTime modified, FileTime changed, long length) {
  private static final String BASIC = "isRegularFile,isDirectory,fileKey,lastModifiedTime,size";
  private static final String CHANGED = "ctime";

  /** The kind of file at a path. */
  public enum Kind {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link, a pipe, a socket or a device. */
    OTHER
  }

  /**
   * Reads the state of the file at a path, without following a symbolic link there.
   *
   * @param path the path of the file
   * @return its state
   * @throws IOException if the file does not exist, or the file system failed
   */
  public static FileState of(Path path) throws IOException {
    boolean unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
    Map<String, Object> attributes =
        Files.readAttributes(
            path, unix ? "unix:" + BASIC + "," + CHANGED : BASIC, LinkOption.NOFOLLOW_LINKS);
    FileTime modified = (FileTime) attributes.get("lastModifiedTime");
    return new FileState(
        kind(attributes),
        attributes.get("fileKey"),
        modified,
        unix ? (FileTime) attributes.get(CHANGED) : modified,
        (Long) attributes.get("size"));
  }

  private static Kind kind(Map<String, Object> attributes) {
    if (Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
      return Kind.FILE;
    }
    return Boolean.TRUE.equals(attributes.get("isDirectory")) ? Kind.DIRECTORY : Kind.OTHER;
  }
}
