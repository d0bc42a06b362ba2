import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Where a failure surfaces: at the end of the block that the code waits for, as the very object
 * that was thrown, so that the catch clause around the block goes on meaning what it says.
 */
public class Failures {
  public static void main(String[] args) {
    try {
      String text;
      //#omp target virtual(worker)
      {
        text = read("notes.txt");
      }
      System.out.println(text);
    } catch (FileNotFoundException e) {
      System.out.println("no such file: " + e.getMessage());
    } catch (IOException e) {
      System.out.println("unreadable: " + e.getMessage());
    } finally {
      System.out.println("closed");
    }
  }

  static String read(String file) throws IOException {
    throw new FileNotFoundException(file);
  }
}
