import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Replayable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

public class Words {
  /** Returns the lines of a text, one with each call; its position is the number of lines given. */
  public static class Lines implements Replayable {
    private Iterator<String> rest;
    private long given;

    @Function(source = true)
    public Object lines(String text) {
      if (rest == null) {
        rest = text.lines().skip(given).iterator();
      }
      if (!rest.hasNext()) {
        return Flow.END;
      }
      given++;
      return rest.next();
    }

    @Override
    public Object position() {
      return given;
    }

    @Override
    public void seek(Object position) {
      given = (Long) position;
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
