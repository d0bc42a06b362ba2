package dev.hocket.compiler.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
  @Test
  void change_hasThreeLinesOfContext() {
    assertEquals(
        """
        --- a/A.java
        +++ b/A.java
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
        """,
        UnifiedDiff.of("A.java", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"));
  }

  @Test
  void lastLineWithoutEnd_isMarked() {
    assertEquals(
        "--- a/A\n+++ b/A\n@@ -1,1 +1,2 @@\n+0\n 1\n\\ No newline at end of file\n",
        UnifiedDiff.of("A", "1", "0\n1"));
  }

  @Test
  void randomChanges_appliedToTheOldText_giveTheNew() {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      List<String> before = new ArrayList<>();
      for (int line = random.nextInt(40); line > 0; line--) {
        before.add(random.nextInt(6) + "\n");
      }
      List<String> after = new ArrayList<>(before);
      for (int edits = random.nextInt(5); edits > 0; edits--) {
        int at = random.nextInt(after.size() + 1);
        if (random.nextBoolean() || at == after.size()) {
          after.add(at, random.nextInt(9) + "\n");
        } else {
          after.remove(at);
        }
      }
      String diff = UnifiedDiff.of("A", String.join("", before), String.join("", after));
      assertEquals(after, applied(before, diff), diff);
    }
  }

  private static List<String> applied(List<String> before, String diff) {
    List<String> result = new ArrayList<>();
    int at = 0;
    for (String line : diff.lines().skip(2).toList()) {
      if (line.startsWith("@@")) {
        int start = Integer.parseInt(line.replaceFirst("@@ -(\\d+),.*", "$1")) - 1;
        while (at < start) {
          result.add(before.get(at++));
        }
      } else if (line.startsWith("+")) {
        result.add(line.substring(1) + "\n");
      } else {
        assertEquals(before.get(at), line.substring(1) + "\n", diff);
        if (line.startsWith(" ")) {
          result.add(before.get(at));
        }
        at++;
      }
    }
    result.addAll(before.subList(at, before.size()));
    return result;
  }
}
