/** Loops whose index is declared before them, and not used inside. */
public class UnusedIndices {
  static int f(int x) {
    return x;
  }

  static int ofTeam() {
    int k = 7;
    int n = 2;
    //#omp parallel for
    for (k = 0; k < 3; k++) {
      f(n);
    }
    return k;
  }

  static int ofTasks() {
    int k = 7;
    int sum = 0;
    //#omp taskloop if(sum < k) reduction(+: sum)
    for (k = 0; k < 3; k++) {
      sum += 2;
    }
    return 10 * k + sum;
  }

  static int insideRegion() {
    int k = 7;
    int[] count = new int[1];
    //#omp parallel num_threads(3)
    {
      //#omp for
      for (k = 0; k < 5; k++) {
        //#omp atomic
        count[0]++;
      }
    }
    return k + count[0];
  }

  static int collapsed() {
    int k = 7;
    int j = 1;
    int[] count = new int[1];
    //#omp parallel for collapse(2)
    for (k = 0; k < 3; k++) {
      for (j = 0; j < 4; j++) {
        //#omp atomic
        count[0]++;
      }
    }
    return 100 * k + 10 * j + count[0];
  }

  public static void main(String[] args) {
    System.out.println(ofTeam() + " " + ofTasks() + " " + insideRegion() + " " + collapsed());
  }
}
