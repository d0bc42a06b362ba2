/** A variable hides the package of the generated calls. */
public class HiddenAwait {
  static final StringBuffer log = new StringBuffer();

  public static void main(String[] args) {
    String dev = "dev";
    //#omp target virtual(edt) name_as(t)
    {
      append(dev);
      append(dev);
    }
    //#omp wait(t) await
    System.out.println(log);
  }

  //#omp async
  static void append(String dev) {
    //#omp target virtual(worker) await
    dev += "!";
    log.append(dev);
  }
}
