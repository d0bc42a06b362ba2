/** A class in no package, which sharing_test.clj names without an import. */
public final class NoPackage {
  public static long sum;

  private NoPackage() {}

  public static long add(long x) {
    sum += x;
    return sum;
  }
}
