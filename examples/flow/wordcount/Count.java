/** A word with the number of its occurrences; sorted by words. */
public record Count(String word, int times) implements Comparable<Count> {
  static Count of(String line) {
    String[] parts = line.split(" ");
    return new Count(parts[0], Integer.parseInt(parts[1]));
  }

  @Override
  public int compareTo(Count other) {
    return word.compareTo(other.word);
  }
}
