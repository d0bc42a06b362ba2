import java.util.List;

/** Heads of shared loops that declare variables: the head runs in another place than the body. */
public class HeadPatterns {
  record Pair(int from, String name) {}

  static int inTeam(Object o) {
    int sum = 0;
    //#omp parallel for reduction(+: sum)
    for (int i = o instanceof Pair(int from, String name) ? from++ + from : 1; i < 20; i++) {
      sum += i;
    }
    //#omp parallel for reduction(+: sum)
    for (int x : o instanceof Pair(int from, var name) ? new int[] {from, name.length()} : null) {
      sum += x;
    }
    return sum;
  }

  static int inTasks(Object o) {
    int sum = 0;
    //#omp taskloop reduction(+: sum)
    for (int x : new int[] {o instanceof Pair(int from, String name) ? from++ : 1}) {
      sum += x;
    }
    return sum;
  }

  static int inRegion(Object o) {
    int sum = 0;
    //#omp parallel
    {
      int own = 1;
      own++;
      //#omp for reduction(+: sum)
      for (int i = own; i < (o instanceof Pair p ? p.from() : own); i++) {
        sum += i;
      }
      //#omp for collapse(2) reduction(+: sum)
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < (o instanceof Pair(int from, var name) ? i : 2); j++) {
          sum += i * j;
        }
      }
    }
    return sum;
  }

  static int ofOtherCode(Object o) {
    int sum = 0;
    //#omp parallel for reduction(+: sum)
    for (int x :
        switch (o) {
          case Pair(int from, String name) -> {
            int length = from;
            length++;
            yield new int[length];
          }
          default -> new int[0];
        }) {
      sum += x + 1;
    }
    //#omp parallel for reduction(+: sum)
    for (Integer x : List.of(1, 2).stream().map(k -> { int own = k; own++; return own; }).toList()) {
      sum += x;
    }
    return sum;
  }

  public static void main(String[] args) {
    Object o = new Pair(4, "pair");
    System.out.println(inTeam(o) + " " + inTasks(o) + " " + inRegion(o) + " " + ofOtherCode(o));
  }
}
