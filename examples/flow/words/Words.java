import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

public class Words {
  /** Returns the lines of a text, one with each call. */
  public static class Lines {
    private Iterator<String> rest;

    @Function(source = true)
    public Object lines(String text) {
      if (rest == null) {
        rest = text.lines().iterator();
      }
      return rest.hasNext() ? rest.next() : Flow.END;
    }
  }

  @Function
  public static String[] splitLine(String line) {
    return line.split(" ");
  }

  /** Counts how often it has received a word. */
  public static class Tally {
    private final Map<String, Integer> times = new HashMap<>();

    @Function
    public int tally(String word) {
      return times.merge(word, 1, Integer::sum);
    }
  }
}
