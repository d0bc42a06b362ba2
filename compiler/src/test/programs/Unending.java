import java.util.function.IntUnaryOperator;

/** Blocks that cannot complete normally, according to the details of javac's rules. */
public class Unending {
  static final int THREE = 3;
  final boolean on = true;

  sealed interface Light permits Lamp {}

  enum Lamp implements Light {
    RED,
    GREEN
  }

  public static void main(String[] args) {
    for (int i = 0; i < 14; i++) {
      int n = i;
      tell(n < 10 ? Unending::constant : Unending::jump, n);
    }
    tell(n -> light(Lamp.GREEN), 0);
    tell(n -> new Unending().field(n), 0);
  }

  static void tell(IntUnaryOperator method, int n) {
    try {
      System.out.println(method.applyAsInt(n));
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  static int constant(int n) {
    if (n == 0) {
      //#omp target virtual(worker)
      while (1 << THREE == 8 && -1 >>> 28 == 0xF && -1L >>> 60 == 15L) fail("shift");
    } else if (n == 1) {
      //#omp target virtual(worker)
      while ("a" + THREE + 'c' + 1.5f + true == "a3c1.5true") fail("text");
    } else if (n == 2) {
      //#omp target virtual(worker)
      while ((int) 3.9 == THREE && (byte) 300 == 44 && (char) 97.5 == 'a') fail("cast");
    } else if (n == 3) {
      //#omp target virtual(worker)
      while (0.5 + 0.5f >= 1 && 1 / 0.0 > 0 && 7 % 2.5 == 2) fail("double");
    } else if (n == 4) {
      //#omp target virtual(worker)
      while (0.1f + 0.2f == 0.3f && 16777217 == 16777216f) fail("float");
    } else if (n == 5) {
      //#omp target virtual(worker)
      while (("" + (THREE > 2 ? 'x' : 0) + (true ? 1 : 2.0)) == "x1.0") fail("choice");
    } else if (n == 6) {
      //#omp target virtual(worker)
      while (Unending.THREE + Integer.SIZE == 35) fail("name");
    } else if (n == 7) {
      //#omp target virtual(worker)
      while ((String) "a" == "a" & (boolean) true) fail("same type");
    } else if (n == 8) {
      //#omp target virtual(worker)
      while (1 << 33 == 2 && 1L << 33 > 2 && -(-THREE) == +THREE) fail("distance");
    } else {
      //#omp target virtual(worker)
      while ((short) 70000 + (long) 1e10 > 5 && 'a' + 1 == 98) fail("promoted");
    }
  }

  static void fail(String why) {
    throw new IllegalStateException(why);
  }

  /** Jumps that a finally redirects, and jumps that it does not. */
  static int jump(int n) {
    int rounds = 0;
    if (n == 10) {
      //#omp target virtual(worker)
      while (true) {
        try {
          if (rounds++ > 3) fail("rounds " + rounds);
          break;
        } finally {
          if (rounds > 6) fail("finally " + rounds);
          continue;
        }
      }
    } else if (n == 11) {
      //#omp target virtual(worker)
      one:
      do {
        if (rounds++ > 3) fail("label " + rounds);
        try {
          continue one;
        } finally {
          rounds++;
        }
      } while (THREE == 3);
    } else if (n == 12) {
      //#omp target virtual(worker)
      while (true) {
        try {
          fail("lost");
        } finally {
          break;
        }
      }
    } else {
      //#omp target virtual(worker)
      do {
        try {
          if (rounds++ > 2) break;
        } finally {
          if (rounds > 9) fail("never");
        }
      } while (true);
    }
    return rounds;
  }

  /** There is no default, but the type of the selector requires all values. */
  static int light(Light light) {
    //#omp target virtual(worker)
    switch (light) {
      case Lamp.RED -> throw new IllegalStateException("red");
      case Lamp.GREEN -> throw new IllegalStateException("green");
    }
  }

  /** The field is constant, but only its simple name would be a constant expression. */
  int field(int n) {
    //#omp target virtual(worker)
    while (this.on) {
      n++;
      if (n > 5) fail("field " + n);
    }
    return n;
  }
}
