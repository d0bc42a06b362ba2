import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import java.util.List;

public class Loops {
  public static int firstInstructionIsALoopHead() {
    do {
      pause(); awaited();
    } while (awaitedBoolean(of(false)));
    return 1;
  }

  public static int forLoop() {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      sum += awaitedInt(of(i));
    }
    return sum;
  }

  public static String forEach() {
    String all = "";
    for (String s : List.of("a", "b", "c")) {
      all += s + awaitedReference(of(s));
    }
    return all;
  }

  public static long forEachOfAnArray() {
    long all = 1;
    for (long l : new long[] {2, 3, 5}) {
      all *= awaitedLong(of(l)) + l;
    }
    return all;
  }

  public static String labels() {
    StringBuilder b = new StringBuilder();
    outer:
    for (int i = 0; ; i++) {
      for (int j = 0; j < 4; j++) {
        if (awaitedInt(of(j)) == 2) {
          continue outer;
        }
        if (i == 3) {
          break outer;
        }
        b.append(i).append(awaitedChar(of((char) ('a' + j))));
      }
    }
    return b.toString();
  }

  public static int whileCondition() {
    int i = 0;
    while (awaitedInt(of(i)) < 3 && awaitedBoolean(of(true))) {
      i++;
    }
    return i;
  }

  public static int scopesReuseSlots() {
    int result = 0;
    {
      long wide = awaitedLong(of(7L));
      result += (int) wide;
    }
    {
      String text = awaitedReference(of("four"));
      double d = awaitedDouble(of(2.5));
      result += text.length() + (int) (d * 2);
    }
    {
      int a = 1, b = awaitedInt(of(2)), c = 3;
      pause(); awaited();
      result += a + b + c;
    }
    return result;
  }

  public static int infinite() {
    int i = 0;
    for (;;) {
      if (awaitedInt(of(++i)) > 4) {
        return i;
      }
    }
  }
}
