/** A type, too, may hide the package of the runtime library. */
public class HiddenByType<dev> {
  private final dev value;
  private int count;

  HiddenByType(dev value) {
    this.value = value;
  }

  //#omp async
  int count() {
    int before = count;
    //#omp target virtual(worker) await
    {
      count++;
      before++;
    }
    //#omp critical
    count += before;
    return count;
  }

  static final class Other {
    static final class dev {
      static String name = "dev";
    }

    static String name() {
      String name = "";
      //#omp target virtual(worker)
      name += dev.name;
      return name;
    }
  }

  public static void main(String[] args) {
    HiddenByType<String> counter = new HiddenByType<>("x");
    System.out.println(counter.count() + counter.count() + counter.value + Other.name());
  }
}
