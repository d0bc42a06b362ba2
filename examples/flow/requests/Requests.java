import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of a web server, on requests that are lines of a text instead of sockets. */
public final class Requests {
  private Requests() {}

  /** Returns one waiting request with each call. */
  public static final class Accept {
    private int next;

    @Function(source = true)
    public Object accept(String requests) {
      String[] lines = requests.split("\n");
      return next < lines.length ? lines[next++] : Flow.END;
    }
  }

  /** Takes a request apart; its state is the compiled pattern. */
  public static final class Parse {
    private final Pattern pattern = Pattern.compile("(GET|POST) (\\S+) ?(.*)");

    @Function
    public Object[] parse(String request) {
      Matcher parts = pattern.matcher(request);
      if (!parts.matches()) {
        throw new IllegalArgumentException("not a request: " + request);
      }
      return new Object[] {parts.group(1), parts.group(2), parts.group(3)};
    }
  }

  /** The page of a resource, or null. */
  @Function
  public static String load(String resource, Map<String, String> pages) {
    return pages.get(resource);
  }

  @Function
  public static String store(String resource, String page, Map<String, String> pages) {
    pages.put(resource, page);
    return resource;
  }

  @Function
  public static String composeGet(String page) {
    return page == null ? "404 Not Found" : "200 " + page;
  }

  @Function
  public static String composePost(String resource) {
    return "201 " + resource;
  }

  /** Writes answers, numbered. */
  public static final class Reply {
    private int answers;

    @Function
    public String reply(String answer) {
      answers++;
      return answers + ": " + answer;
    }
  }
}
