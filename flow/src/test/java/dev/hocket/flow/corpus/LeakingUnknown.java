package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.net.HttpCookie;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Leaks of objects that the function has not made: exceptions, and what other code returns. */
final class LeakingUnknown {
  private LeakingUnknown() {}

  @SuppressWarnings("serial")
  static final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;

    final List<String> rows;

    Rejected(List<String> rows) {
      this.rows = rows;
    }
  }

  static class PassedByAToString {
    private final StringBuilder text = new StringBuilder();

    private record Row(StringBuilder text, Consumer<Object> log) {
      @Override
      public String toString() {
        log.accept(text);
        return "row";
      }
    }

    @Function
    String row(Consumer<Object> log, String line) {
      text.append(line);
      return "a " + new Row(text, log);
    }
  }

  static class PassedByAnEquals {
    private final List<String> lines = new ArrayList<>();

    private record Row(List<String> lines, Consumer<Object> log) {
      @Override
      public boolean equals(Object other) {
        log.accept(lines);
        return this == other;
      }

      @Override
      public int hashCode() {
        return 1;
      }
    }

    @Function
    boolean isIn(Consumer<Object> log, String line) {
      lines.add(line);
      return List.of(new Row(lines, log)).contains(new Row(lines, log));
    }
  }

  static class PassedByAComparator {
    private final StringBuilder text = new StringBuilder();

    @Function
    int sorted(Consumer<Object> log, String line) {
      text.append(line);
      TreeSet<StringBuilder> sorted =
          new TreeSet<>((a, b) -> {
            log.accept(a);
            return a.compareTo(b);
          });
      sorted.add(text);
      sorted.add(new StringBuilder(line));
      return sorted.size();
    }
  }

  static class CaughtAndKept {
    private Rejected last;

    @Function
    Object check(String value) {
      try {
        throw new Rejected(new ArrayList<>(List.of(value)));
      } catch (Rejected e) {
        last = e;
        return e;
      }
    }
  }

  static class KeptAndThrownAgain {
    private Rejected first;

    @Function
    Object check(String value) {
      try {
        if (first != null) {
          first.rows.add(value);
        }
        throw new Rejected(new ArrayList<>(List.of(value)));
      } catch (Rejected e) {
        first = first == null ? e : first;
        throw e;
      }
    }
  }

  static class CaughtAndReturnedAsMade {
    private final Map<String, Rejected> failures = new HashMap<>();

    @Function
    Object check(String value) {
      Rejected failure = new Rejected(new ArrayList<>(List.of(value)));
      try {
        throw failure;
      } catch (Rejected e) {
        failures.put(value, e);
      }
      return failure;
    }
  }

  static class PartOfACaughtOne {
    private List<String> last;

    @Function
    List<String> check(String value) {
      try {
        throw new Rejected(new ArrayList<>(List.of(value)));
      } catch (Rejected e) {
        last = e.rows;
        return e.rows;
      }
    }
  }

  static class CaughtInAHelper {
    private final Deque<Exception> log = new ArrayDeque<>();

    private Exception failure(String value) {
      try {
        throw new Rejected(new ArrayList<>(List.of(value)));
      } catch (Rejected e) {
        log.push(e);
        return e;
      }
    }

    @Function
    Exception check(String value) {
      return failure(value);
    }
  }

  static class CookiesOfTheJdk {
    private List<HttpCookie> last = List.of();

    @Function
    List<HttpCookie> cookies(String ignored) {
      List<HttpCookie> cookies = HttpCookie.parse("a=1");
      last = cookies;
      return cookies;
    }
  }

  static class PartOfWhatIsUnknown {
    private List<HttpCookie> last = List.of();

    @Function
    List<HttpCookie> cookies(String ignored) {
      List<List<HttpCookie>> cookies = new ArrayList<>();
      cookies.add(HttpCookie.parse("a=1"));
      last = cookies.get(0);
      return cookies.get(0);
    }
  }

  static class ReturnedInARecord {
    record Answer(String text, List<HttpCookie> cookies) {}

    private final List<List<HttpCookie>> all = new ArrayList<>();

    @Function
    Answer answer(String text) {
      List<HttpCookie> cookies = HttpCookie.parse("a=1");
      Answer answer = new Answer(text, cookies);
      all.add(cookies);
      return answer;
    }
  }

  static class CapturedByAKeptLambda {
    private Supplier<Integer> size = () -> 0;

    @Function
    List<HttpCookie> cookies(String ignored) {
      List<HttpCookie> cookies = HttpCookie.parse("a=" + size.get());
      size = cookies::size;
      return cookies;
    }
  }

  static class CapturedByAReturnedLambda {
    private List<HttpCookie> last;

    @Function
    Supplier<List<HttpCookie>> cookies(String ignored) {
      List<HttpCookie> cookies = HttpCookie.parse("a=1");
      Supplier<List<HttpCookie>> all = () -> cookies;
      last = cookies;
      return all;
    }
  }

  static class InAnUnknownObject {
    private List<?> last = List.of();

    @Function
    StringBuilder row(String text) {
      List<Object> rows = new ArrayList<>(HttpCookie.parse("a=1"));
      List<Object> others = any(rows);
      StringBuilder row = new StringBuilder(text);
      others.add(row);
      last = others;
      return row;
    }

    private static List<Object> any(List<Object> list) {
      try {
        throw new Any(list);
      } catch (Any e) {
        return e.list;
      }
    }

    @SuppressWarnings("serial")
    private static final class Any extends Exception {
      private static final long serialVersionUID = 1;

      final List<Object> list;

      Any(List<Object> list) {
        this.list = list;
      }
    }
  }

  static class InAHelperObject {
    private static final class Recent {
      private List<HttpCookie> value;
    }

    private final Recent recent = new Recent();

    @Function
    List<HttpCookie> cookies(String ignored) {
      List<HttpCookie> cookies = HttpCookie.parse("a=1");
      recent.value = cookies;
      return cookies;
    }
  }

  /** A function that gets an object of unknown code through a function of its own. */
  static class MadeByAFunction {
    private final java.util.function.Function<String, List<HttpCookie>> parse = HttpCookie::parse;
    private final Map<String, List<HttpCookie>> known = new HashMap<>();

    @Function
    List<HttpCookie> cookies(String name) {
      return known.computeIfAbsent(name, parse.compose(key -> "a=1"));
    }
  }
}
