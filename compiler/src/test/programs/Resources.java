import java.io.StringReader;

/** Variables that are resources of a try statement. */
public class Resources {
  public static void main(String[] args) throws Exception {
    StringReader reader;
    reader = new StringReader("abc");
    int sum = 0;
    try (reader; var second = new StringReader("d")) {
      //#omp target virtual(worker)
      sum += reader.read() + second.read();
    }
    System.out.println(sum);
  }
}
