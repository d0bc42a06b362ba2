/** A variable may hide the package of the runtime library. */
public class HiddenPackage {
 
  public static void main(String[] args) {
    int dev = 1; java.util.function.Supplier<String> s = null;
    String t = "";
    //#omp target virtual(worker)
    { dev++; t += dev; }
    System.out.println(dev + t);
  }
}
