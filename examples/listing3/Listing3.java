import java.util.ArrayList;
import java.util.List;

/**
 * Listing 3 of paper 2 as a whole program without a window: a search listener whose search runs on
 * a worker. All cores decode each photo, then the event thread shows it at once.
 */
public class Listing3 {
  private final List<String> display = new ArrayList<>();
  private int progress;
  private String cursor = "default";

  public static void main(String[] args) {
    Listing3 window = new Listing3();
    //#omp target virtual(edt) name_as(click)
    window.searchClicked("sea", 4);
    //#omp wait(click)
    //#omp wait(search)
    //#omp target virtual(edt)
    System.out.println(window.display + " " + window.progress + " " + window.cursor);
  }

  private void searchClicked(String keyword, int resultsPerPage) {
    cursor = "wait";
    //#omp target virtual(worker) name_as(search)
    {
      List<String> photos = search(keyword, resultsPerPage);
      for (int i = 0; i < photos.size(); i++) {
        int shown = i + 1;
        String image = decode(photos.get(i));
        //#omp target virtual(edt) nowait
        {
          progress = 100 * shown / photos.size();
          display.add(image);
        }
      }
      //#omp target virtual(edt) nowait
      {
        progress = 0;
        cursor = "default";
      }
    }
  }

  private static List<String> search(String keyword, int count) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(keyword + i);
    }
    return found;
  }

  /** Simulates work on every pixel. */
  private static String decode(String photo) {
    long sum = 0;
    //#omp parallel for reduction(+: sum)
    for (int pixel = 0; pixel < 100_000; pixel++) {
      sum += pixel * photo.hashCode() & 0xff;
    }
    return photo + ":" + sum % 100;
  }
}
