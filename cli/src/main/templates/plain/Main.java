package com.example.app;

/** Adds the numbers from 1 to n in two halves, which run at the same time. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    long n = arguments.length == 0 ? 1_000_000_000L : Long.parseLong(arguments[0]);
    System.out.println("The sum of 1 to " + n + " is " + sum(n) + ".");
  }

  static long sum(long n) {
    long low;
    long high;
    //#omp target virtual(worker) name_as(halves)
    low = sum(1, n / 2);
    //#omp target virtual(worker) name_as(halves)
    high = sum(n / 2 + 1, n);
    //#omp wait(halves)
    return low + high;
  }

  private static long sum(long first, long last) {
    long sum = 0;
    for (long i = first; i <= last; i++) {
      sum += i;
    }
    return sum;
  }
}
