import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The example of paper 1, figure 7, without a window. */
public class Figure7 {
  static final List<String> shown = Collections.synchronizedList(new ArrayList<>());

  public static void main(String[] args) throws Exception {
    buttonOnClick();
    //#omp wait(handler)
    System.out.println(shown);
  }

  static void buttonOnClick() {
    shown.add("Started EDT handling");
    String info = "info";
    //#omp target virtual(worker) name_as(handler)
    {
      int hscode = info.length();
      downloadAndCompute(hscode);
      //#omp target virtual(edt)
      shown.add("Finished!");
    }
  }

  static void downloadAndCompute(int hs) {
    int[] buffer = new int[hs];
    String image = "image" + buffer.length;
    //#omp target virtual(edt)
    shown.add(image);
  }
}
