import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import dev.hocket.directives.Resumable;
import java.io.IOException;
import java.util.Arrays;

public class Failing {
  public static String caught() {
    try {
      int i = awaitedInt(of(1));
      return "" + awaitedInt(fail("first")) + i;
    } catch (IllegalStateException e) {
      return awaitedReference(of("caught ")) + e.getMessage();
    }
  }

  public static int uncaught() {
    pause(); awaited();
    return awaitedInt(fail("uncaught")) + 1;
  }

  public static String finallyRunsOnce() {
    String s = "";
    for (int i = 0; i < 3; i++) {
      try {
        s += awaitedInt(of(i));
        if (i == 1) {
          continue;
        }
        s += "x";
        if (i == 2) {
          return s + awaitedReference(of("r"));
        }
      } finally {
        say("finally " + awaitedReference(of(s)));
        pause(); awaited();
        s += "f";
      }
    }
    return "never";
  }

  @SuppressWarnings("finally")
  public static int returnInFinally() {
    try {
      return awaitedInt(fail("lost"));
    } finally {
      return awaitedInt(of(3));
    }
  }

  public static String nested() {
    StringBuilder b = new StringBuilder();
    try {
      try {
        awaitedInt(fail("inner"));
      } catch (IllegalStateException e) {
        b.append(e.getMessage()).append(awaitedInt(of(1)));
        throw new IOException(awaitedReference(of("outer")), e);
      } finally {
        b.append(awaitedReference(of("finally")));
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
      before = awaitedInt(of(2));
      state = "b";
      awaitedInt(fail("f"));
      state = "c";
    } catch (IllegalStateException e) {
      return before + state + awaitedReference(of(e.getMessage()));
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
    try (Resource a = awaitedReference(of(new Resource("a")));
        Resource b = new Resource("b" + awaitedInt(of(1)))) {
      return awaitedReference(of(a.name)) + b.name;
    } finally {
      pause(); awaited();
    }
  }

  public static String suppressed() {
    try (Resource bad = awaitedReference(of(new Resource("bad")))) {
      awaitedInt(fail("body"));
    } catch (IllegalStateException e) {
      return e.getMessage() + awaitedBoolean(of(Arrays.toString(e.getSuppressed()).contains("IllegalArgumentException: close")));
    }
    return "never";
  }

  public static String rethrown() throws Exception {
    try {
      awaitedInt(fail("again"));
      return "never";
    } catch (Exception e) {
      pause(); awaited();
      throw e;
    }
  }

  public static String finallyInCallees() {
    try {
      return awaitedReference(outer(1)) + awaitedReference(outer(awaitedInt(of(2))));
    } finally {
      say("done");
    }
  }

  @Resumable
  private static String outer(int n) {
    try {
      return "outer " + awaitedInt(inner(n));
    } finally {
      pause(); awaited();
    }
  }

  @Resumable
  private static int inner(int n) {
    try {
      return awaitedInt(of(n)) + awaitedInt(of(10));
    } finally {
      say("inner " + n);
    }
  }

  public static int tryInALoop() {
    int caught = 0;
    for (int i = 0; i < 4; i++) {
      try {
        if (awaitedInt(of(i)) % 2 == 0) {
          awaitedInt(fail("even"));
        }
      } catch (IllegalStateException e) {
        caught += awaitedInt(of(1));
      }
    }
    return caught;
  }

  public static String throwOfAnAwaited() throws IOException {
    try {
      throw awaitedReference(of(new IOException("made")));
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
