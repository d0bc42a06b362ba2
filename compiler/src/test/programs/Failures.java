import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** The wait for a block re-throws the block's exception, the original object. */
public class Failures {
  static class Problem extends Exception {
    private static final long serialVersionUID = 1;

    Problem(String message) {
      super(message);
    }
  }

  interface Thrower<X extends Exception> {
    void run() throws X;
  }

  static <X extends Exception> void generic(Thrower<X> thrower) throws X {
    //#omp target virtual(worker)
    thrower.run();
  }

  static final class Resource implements AutoCloseable {
    @Override
    public void close() throws Problem {
      throw new Problem("closed");
    }
  }

  static class Made {
    Made() throws TimeoutException {
      throw new TimeoutException("made");
    }
  }

  static void fail(String message) throws Problem {
    throw new Problem(message);
  }

  public static void main(String[] args) throws Exception {
    Problem mine = new Problem("mine");
    try {
      //#omp target virtual(worker)
      throw mine;
    } catch (Problem e) {
      System.out.println(e == mine);
    }
    try {
      //#omp target virtual(worker)
      {
        fail("declared");
      }
    } catch (Problem e) {
      System.out.println(e.getMessage());
    }
    try {
      //#omp target virtual(worker)
      try (Resource r = new Resource()) {
        System.out.println("in use");
      }
    } catch (Problem e) {
      System.out.println(e.getMessage());
    }
    try {
      generic(() -> fail("generic"));
    } catch (Problem e) {
      System.out.println(e.getMessage());
    }
    try {
      //#omp target virtual(worker)
      new Made();
    } catch (TimeoutException e) {
      System.out.println(e.getMessage());
    }
    try {
      //#omp target virtual(worker)
      new Made() { };
    } catch (TimeoutException e) {
      System.out.println("anonymous " + e.getMessage());
    }
    try {
      //#omp target virtual(worker)
      new Object() {
        {
          fail("initialiser");
        }
      };
    } catch (Problem e) {
      System.out.println(e.getMessage());
    }
    precise();
    inside();
    unchecked();
    nested();
    inPlace();
    closing();
    rethrownFromCatch();
  }

  /** Re-throwing a catch parameter throws the block's exception types, not Exception. */
  static void precise() {
    try {
      try {
        //#omp target virtual(worker)
        {
          try {
            if (System.nanoTime() != 0) throw new FileNotFoundException("precise");
            fail("never");
          } catch (Exception e) {
            throw e;
          } finally {
            System.out.println("finally");
          }
        }
      } catch (final Exception e) {
        throw e;
      }
    } catch (FileNotFoundException | Problem e) {
      System.out.println(e.getMessage());
    }
  }

  static void inside() {
    //#omp target virtual(worker)
    {
      try {
        fail("handled inside");
      } catch (Problem e) {
        System.out.println(e.getMessage());
      }
      try {
        fail("lost");
      } catch (Problem e) {
        System.out.println("finally wins over " + e.getMessage());
      }
      Callable<Void> notCalled = () -> {
        fail("in a lambda");
        return null;
      };
      Object notRun = new Object() {
        void method() throws Problem {
          fail("in a class");
        }
      };
    }
  }

  static void unchecked() {
    for (int i = 0; i < 3; i++) {
      try {
        //#omp target virtual(worker) firstprivate(i)
        {
          if (i == 0) throw new IllegalStateException("runtime");
          if (i == 1) throw new StackOverflowError("error");
          Object o = "not a number";
          System.out.println((Integer) o);
        }
      } catch (IllegalStateException | ClassCastException e) {
        System.out.println(e.getClass().getSimpleName());
      } catch (Error e) {
        System.out.println(e.getMessage());
      }
    }
  }

  static void nested() throws IOException {
    try {
      //#omp target virtual(worker)
      {
        //#omp target virtual(worker)
        {
          //#omp target virtual(worker) if(false)
          fail("from three deep");
        }
      }
    } catch (Problem e) {
      System.out.println(e.getMessage());
    }
  }

  static void inPlace() throws IOException {
    try {
      //#omp target virtual(worker) if(1 > 2)
      throw new IOException("in place");
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  static void closing() {
    Closeable closeable = () -> System.out.println("closed quietly");
    try (closeable) {
      //#omp target virtual(worker)
      System.out.println("open");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    try {
      //#omp target virtual(worker)
      try (closeable; Closeable other = closeable) {
        other.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static void rethrownFromCatch() {
    try {
      try {
        fail("outside");
      } catch (Exception e) {
        //#omp target virtual(worker)
        throw e;
      }
    } catch (Problem e) {
      System.out.println("re-thrown " + e.getMessage());
    }
  }
}
