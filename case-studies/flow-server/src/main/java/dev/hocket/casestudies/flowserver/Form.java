package dev.hocket.casestudies.flowserver;

import java.util.Locale;

/** The algorithms of the server, by the listings of the paper; each has a file in Clojure. */
enum Form {
  /** Listing 1: a pipeline whose functions wait. */
  BLOCKING,
  /** Listing 8: a loop reads without waiting. */
  NON_BLOCKING,
  /** Listings 10 and 13: GET and POST on a registry that two functions share. */
  REGISTRY,
  /** Listing 11: three copies of the pipeline. */
  BALANCED,
  /** Listing 14: pages of /news/ from memory, all others from the disk. */
  BY_RESOURCE;

  /** The form's name in options, which is also the name of its file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
