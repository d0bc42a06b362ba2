import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Shows where a failure surfaces. The code that waits for a block gets the very exception that the
 * block threw, at the end of the block, so a catch clause around the block still works.
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
