package dev.hocket.casestudies.http;

import java.io.IOException;

/** Knows what the paths of requests stand for: {@link Documents}, or what remembers its answers. */
@FunctionalInterface
public interface Finder {

  /**
   * Finds what a path stands for. May block.
   *
   * @param path decoded, as {@link Request#path()} gives it
   * @return a regular file, or why there is none
   * @throws IOException the file system failed, which is not the client's fault
   */
  Lookup find(String path) throws IOException;
}
