package dev.hocket.casestudies.http;

import java.util.ArrayList;
import java.util.List;

/** Starts programs without root's privilege to ignore the permissions of files. */
public final class Unprivileged {
  private Unprivileged() {}

  /** A command that starts the same program without that privilege. */
  public static List<String> command(List<String> command) {
    List<String> all = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      all.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    }
    all.addAll(command);
    return all;
  }
}
