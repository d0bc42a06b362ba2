package dev.hocket.casestudies.http;

import java.io.IOException;

/**
 * Finds the files that the paths of requests name: {@link Documents}, or a cache of its answers.
 */
@FunctionalInterface
public interface Finder {

  /**
   * Finds the file that a path names. May block.
   *
   * @param path the decoded path, from {@link Request#path()}
   * @return a regular file, or the reason why there is none
   * @throws IOException if the file system failed, which is not the client's fault
   */
  Lookup find(String path) throws IOException;
}
