/** Blocks that cannot complete normally end their method as the same code without them. */
public class Endings {
  static final boolean ON = true;

  public static void main(String[] args) {
    for (int i = 0; i < 9; i++) {
      try {
        System.out.println(call(i));
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
    //#omp target virtual(worker) nowait
    {
      int n = 0;
      while (true) {
        n++;
        if (n == 3) System.exit(0);
      }
    }
  }

  static int call(int i) {
    switch (i) {
      case 0: return thrown();
      case 1: return loop();
      case 2: return choice(1);
      case 3: return labelled();
      case 4: return attempt();
      case 5: return rule("x");
      case 6: return expression(2);
      case 7: return steps();
      default: return locked();
    }
  }

  static int thrown() {
    //#omp target virtual(worker)
    throw new IllegalStateException("thrown");
  }

  static int loop() {
    int n = 0;
    //#omp target virtual(worker)
    while (ON && !false) {
      if (n++ > 5) throw new IllegalStateException("loop " + n);
    }
  }

  static int choice(int n) {
    //#omp target virtual(worker)
    {
      if (n > 0) throw new IllegalStateException("positive");
      else throw new IllegalStateException("not");
    }
  }

  static int labelled() {
    int n = 0;
    //#omp target virtual(worker)
    out:
    for (;;) {
      for (;;) {
        if (++n > 3) break out;
        if (n > 1) break;
      }
    }
    return n;
  }

  static int attempt() {
    //#omp target virtual(worker)
    try {
      System.out.println("try");
    } finally {
      throw new IllegalStateException("finally");
    }
  }

  static int rule(Object o) {
    //#omp target virtual(worker)
    switch (o) {
      case String s -> throw new IllegalStateException("string " + s);
      case null -> throw new IllegalStateException("null");
      default -> throw new IllegalStateException("other");
    }
  }

  static int expression(int n) {
    return switch (n) {
      case 1 -> 1;
      default -> {
        //#omp target virtual(worker)
        {
          throw new IllegalStateException("in an expression");
        }
      }
    };
  }

  static int steps() {
    int n = 0;
    //#omp target virtual(worker)
    do {
      n++;
      if (n < 5) continue;
      break;
    } while (true);
    //#omp target virtual(worker)
    synchronized (Endings.class) {
      switch (n) {
        case 1:
          n = 2;
        case 2:
          throw new IllegalStateException("two");
        default:
          throw new IllegalStateException("n is " + n);
      }
    }
  }

  static int locked() {
    //#omp target virtual(worker)
    {
      synchronized (Endings.class) {
        throw new IllegalStateException("locked");
      }
    }
  }
}
