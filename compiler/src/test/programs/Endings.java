/**
 * Blocks that cannot complete normally end their method, as the same code does without directives.
 */
public class Endings {
  static final boolean ON = true;

  public static void main(String[] args) {
    for (int i = 0; i < 14; i++) {
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
      case 8: return locked();
      default: return constants(i - 9);
    }
  }

  static final byte FLAGS = 6;

  /** Conditions that are true at compile time. */
  static int constants(int n) {
    final String mode = "on";
    if (n == 0) {
      //#omp target virtual(worker)
      while (1 < 2) throw new IllegalStateException("order");
    } else if (n == 1) {
      //#omp target virtual(worker)
      while (mode == "on" & mode != "off") throw new IllegalStateException("string");
    } else if (n == 2) {
      //#omp target virtual(worker)
      for (; (FLAGS & 4) != 0 && -1L < 'a'; ) throw new IllegalStateException("flag");
    } else if (n == 3) {
      //#omp target virtual(worker)
      do {
        if (n > 0) throw new IllegalStateException("float");
      } while (2.5f >= -1 ? -0.5 == -.5 : false);
    } else {
      //#omp target virtual(worker)
      while (~0 == 7 - 2 * 4 && Integer.MAX_VALUE + 1 < 0) throw new IllegalStateException("int");
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
