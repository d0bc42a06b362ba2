package dev.hocket.plan.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The use of threads in the notation of paper 2, section 4.2: {@code P6A14} is one pool of 14
 * workers whose handlers run on 6 threads each, {@code P(4,3,10,7)A(1,1,1,1)} four pools of one
 * worker each, {@code P1A(4,3,10,7)} four pools of sequential workers.
 *
 * @param parallel Np of each class of handlers
 * @param asynchronous Na of each pool; as many as {@code parallel}, or one pool for all classes
 */
public record Sizes(List<Integer> parallel, List<Integer> asynchronous) {
  private static final String NUMBERS = "(\\d+|\\(\\s*\\d+(?:\\s*,\\s*\\d+)*\\s*\\))";
  private static final Pattern NOTATION = Pattern.compile("P" + NUMBERS + "\\s*A" + NUMBERS);

  /** Checks and copies the numbers. */
  public Sizes {
    parallel = List.copyOf(parallel);
    asynchronous = List.copyOf(asynchronous);
    for (int threads : parallel) {
      Check.between("the number of parallel threads", 1, Erlang.MOST_SERVERS, threads);
    }
    for (int workers : asynchronous) {
      Check.between("the number of workers", 1, Erlang.MOST_SERVERS, workers);
    }
    if (parallel.isEmpty()
        || asynchronous.isEmpty()
        || (asynchronous.size() != 1 && asynchronous.size() != parallel.size())) {
      throw new IllegalArgumentException(
          parallel.size() + " classes of handlers cannot share " + asynchronous.size() + " pools");
    }
  }

  /**
   * Reads the notation. A single number applies to every class or pool of the other part.
   *
   * @param notation as in {@code P(4,3,10,7)A(1,1,1,1)}
   * @return the sizes
   * @throws IllegalArgumentException if the text is not of this form
   */
  public static Sizes parse(String notation) {
    Matcher matcher = NOTATION.matcher(notation.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected sizes like P6A14 or P(4,3,10,7)A(1,1,1,1), not \"" + notation + "\"");
    }
    List<Integer> parallel = numbers(matcher.group(1));
    List<Integer> asynchronous = numbers(matcher.group(2));
    if (parallel.size() == 1 && asynchronous.size() > 1) {
      parallel = Collections.nCopies(asynchronous.size(), parallel.getFirst());
    }
    return new Sizes(parallel, asynchronous);
  }

  private static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String number : text.replaceAll("[()\\s]", "").split(",")) {
      try {
        numbers.add(Integer.parseInt(number));
      } catch (NumberFormatException tooLarge) {
        throw new IllegalArgumentException("the number " + number + " is too large", tooLarge);
      }
    }
    return numbers;
  }

  /**
   * Number of threads when all workers are busy: the sum of Na × Np, or of Na × the largest Np
   * where all classes share one pool.
   *
   * @return the threads
   */
  public long threads() {
    if (asynchronous.size() == 1) {
      return (long) asynchronous.getFirst() * Collections.max(parallel);
    }
    long sum = 0;
    for (int i = 0; i < parallel.size(); i++) {
      sum += (long) parallel.get(i) * asynchronous.get(i);
    }
    return sum;
  }

  @Override
  public String toString() {
    boolean alike = asynchronous.size() > 1 && Set.copyOf(parallel).size() == 1;
    return "P" + text(alike ? parallel.subList(0, 1) : parallel) + "A" + text(asynchronous);
  }

  private static String text(List<Integer> numbers) {
    return numbers.size() == 1
        ? numbers.getFirst().toString()
        : numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
  }
}
