import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;

import dev.hocket.directives.Resumable;
import java.io.IOException;
import java.util.Arrays;

public class Failing {
  public static String caught() {
    try {
      int i = awaited(of(1));
      return "" + awaited(fail("first")) + i;
    } catch (IllegalStateException e) {
      return awaited(of("caught ")) + e.getMessage();
    }
  }

  public static int uncaught() {
    pause(); awaited();
    return awaited(fail("uncaught")) + 1;
  }

  public static String finallyRunsOnce() {
    String s = "";
    for (int i = 0; i < 3; i++) {
      try {
        s += awaited(of(i));
        if (i == 1) {
          continue;
        }
        s += "x";
        if (i == 2) {
          return s + awaited(of("r"));
        }
      } finally {
        say("finally " + awaited(of(s)));
        pause(); awaited();
        s += "f";
      }
    }
    return "never";
  }

  @SuppressWarnings("finally")
  public static int returnInFinally() {
    try {
      return awaited(fail("lost"));
    } finally {
      return awaited(of(3));
    }
  }

  public static String nested() {
    StringBuilder b = new StringBuilder();
    try {
      try {
        awaited(fail("inner"));
      } catch (IllegalStateException e) {
        b.append(e.getMessage()).append(awaited(of(1)));
        throw new IOException(awaited(of("outer")), e);
      } finally {
        b.append(awaited(of("finally")));
      }
    } catch (IOException | RuntimeException e) {
      pause(); awaited();
      b.append(e.getMessage()).append(e.getCause().getMessage());
    }
    return b.toString();
  }

  public static String localsAfterAFailure() {
    int before = 1;
    String state = "a";
    try {
      before = awaited(of(2));
      state = "b";
      awaited(fail("f"));
      state = "c";
    } catch (IllegalStateException e) {
      return before + state + awaited(of(e.getMessage()));
    }
    return "never";
  }

  private record Resource(String name) implements AutoCloseable {
    Resource {
      say("open " + name);
    }

    @Override
    public void close() {
      say("close " + name);
      if (name.equals("bad")) {
        throw new IllegalArgumentException("close");
      }
    }
  }

  public static String resources() {
    try (Resource a = awaited(of(new Resource("a")));
        Resource b = new Resource("b" + awaited(of(1)))) {
      return awaited(of(a.name)) + b.name;
    } finally {
      pause(); awaited();
    }
  }

  public static String suppressed() {
    try (Resource bad = awaited(of(new Resource("bad")))) {
      awaited(fail("body"));
    } catch (IllegalStateException e) {
      return e.getMessage() + awaited(of(Arrays.toString(e.getSuppressed()).contains("IllegalArgumentException: close")));
    }
    return "never";
  }

  public static String rethrown() throws Exception {
    try {
      awaited(fail("again"));
      return "never";
    } catch (Exception e) {
      pause(); awaited();
      throw e;
    }
  }

  public static String finallyInCallees() {
    try {
      return awaited(outer(1)) + awaited(outer(awaited(of(2))));
    } finally {
      say("done");
    }
  }

  @Resumable
  private static String outer(int n) {
    try {
      return "outer " + awaited(inner(n));
    } finally {
      pause(); awaited();
    }
  }

  @Resumable
  private static int inner(int n) {
    try {
      return awaited(of(n)) + awaited(of(10));
    } finally {
      say("inner " + n);
    }
  }

  public static int tryInALoop() {
    int caught = 0;
    for (int i = 0; i < 4; i++) {
      try {
        if (awaited(of(i)) % 2 == 0) {
          awaited(fail("even"));
        }
      } catch (IllegalStateException e) {
        caught += awaited(of(1));
      }
    }
    return caught;
  }

  public static String throwOfAnAwaited() throws IOException {
    try {
      throw awaited(of(new IOException("made")));
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
