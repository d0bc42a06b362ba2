package dev.hocket.casestudies.flowserver;

import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** The functions that find the page for a request. */
final class Loading {
  private Loading() {}

  private interface Finding {
    Page page() throws IOException;
  }

  /** A file, or its content if it is small. */
  @Function(blocking = true)
  public static Loaded load(Asked asked) {
    Pages pages = asked.connection().door().pages();
    return new Loaded(asked, found(() -> pages.find(asked.path())));
  }

  /** A page that the server read into memory when it started. */
  @Function
  public static Loaded loadRam(Asked asked, Map<String, Page> pages) {
    return new Loaded(asked, pages.get(asked.path()));
  }

  /** A file, which is opened for each request. */
  @Function(blocking = true)
  public static Loaded loadHd(Asked asked, Pages pages) {
    return new Loaded(asked, found(() -> pages.open(asked.path())));
  }

  private static Page found(Finding finding) {
    try {
      return finding.page();
    } catch (NoSuchFileException gone) {
      return Page.MISSING;
    } catch (IOException failed) {
      return Page.FAILED;
    }
  }
}
