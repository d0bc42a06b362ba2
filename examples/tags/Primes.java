import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Several blocks with one tag ({@code name_as}), and one {@code wait} for all of them. */
public class Primes {
  public static void main(String[] args) {
    AtomicLong primes = new AtomicLong();
    int from = 0;
    for (int to : List.of(20_000, 40_000, 60_000, 80_000)) {
      //#omp target virtual(worker) name_as(count) firstprivate(from)
      {
        primes.addAndGet(countPrimes(from, to));
      }
      from = to;
    }
    long even = 0;
    //#omp target virtual(worker) name_as(sum)
    for (int i = 0; i < 1000; i += 2) {
      even += i;
    }
    //#omp wait(count, sum)
    System.out.println("primes below 80000: " + primes);
    System.out.println("sum of even numbers below 1000: " + even);
  }

  static long countPrimes(int from, int to) {
    long count = 0;
    for (int n = Math.max(2, from); n < to; n++) {
      boolean prime = true;
      for (int d = 2; prime && d * d <= n; d++) {
        prime = n % d != 0;
      }
      if (prime) {
        count++;
      }
    }
    return count;
  }
}
