// order: free
import java.util.*;
public class Teams {
  static int hits;
  public static void main(String[] args) {
    int n = 1000;
    int[] a = new int[n];
    //#omp parallel for
    for (int i = 0; i < n; i++) a[i] = i;
    long sum = 0;
    int max = Integer.MIN_VALUE;
    //#omp parallel for reduction(+: sum) reduction(max: max) schedule(dynamic, 7)
    for (int i = 0; i < n; i++) {
      if (a[i] % 2 == 0) continue;
      sum += a[i];
      max = Math.max(max, a[i]);
    }
    System.out.println(sum + " " + max);
    int count = 0, last = -1;
    //#omp parallel num_threads(3)
    {
      //#omp for lastprivate(last) nowait
      for (long k = 10; k > 0; k -= 3) { last = (int) k; }
      //#omp barrier
      //#omp critical
      count++;
      int mine;
      //#omp single copyprivate(mine)
      mine = 42;
      //#omp critical
      if (mine != 42) System.out.println("bad " + mine);
      //#omp sections
      {
        //#omp section
        hit();
        //#omp section
        { hit(); hit(); }
        //#omp section
        hit();
      }
      //#omp master
      System.out.println("master " + hits);
    }
    System.out.println((count > 0) + " " + last);
    StringBuilder order = new StringBuilder();
    //#omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 10; i++) {
      //#omp ordered
      order.append(i);
    }
    System.out.println(order);
    int[][] m = new int[5][7];
    //#omp parallel for collapse(2)
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        m[i][j] = i * 10 + j;
      }
    }
    System.out.println(Arrays.deepToString(m));
    double total = 0;
    //#omp parallel for reduction(+: total)
    for (double d : new double[] {1, 2, 3.5}) total += d;
    int words = 0;
    //#omp parallel for reduction(+: words)
    for (String s : new TreeSet<>(List.of("a", "bb", "ccc"))) words += s.length();
    System.out.println(total + " " + words);
    int c = 0;
    //#omp parallel for
    for (int i = 0; i < 1000; i++) {
      //#omp atomic
      c += f(i);
    }
    System.out.println(c);
  }
  static int f(int i) { return i & 1; }
  static void hit() {
    //#omp atomic
    hits++;
  }
}
