package dev.hocket.bench.auctions;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.util.List;

/**
 * The events of an auction site, in the proportions of the benchmark Nexmark: of 50 events one is a
 * person, three are auctions and 46 are bids, most of them on recent auctions.
 */
public final class AuctionEvents {
  static final long MICROS_PER_SECOND = 1_000_000;

  /** 10,000 events happen in a second. */
  private static final long MICROS_PER_EVENT = 100;

  private static final int GROUP = 50;
  private static final int AUCTIONS = 3;
  private static final int HOT_AUCTIONS = 100;
  private static final int RECENT_PERSONS = 1_000;
  private static final int CATEGORIES = 5;
  private static final int FIRST_CATEGORY = 10;
  private static final int MOST_PRICE = 100_000;
  private static final long MOST_LIFE = 20 * MICROS_PER_SECOND;
  private static final List<String> STATES = List.of("OR", "ID", "CA", "WA", "AZ", "WY");
  private static final List<String> CITIES = List.of("Portland", "Boise", "Bend", "Kent", "Mesa");

  private AuctionEvents() {}

  /** An event, with its time in microseconds. */
  public sealed interface Happening {
    /** When it happened. */
    long time();
  }

  /** A person registers. */
  public record Person(long id, String city, String state, long time) implements Happening {}

  /** An auction is opened. */
  public record Auction(long id, long seller, int category, long expires, long time)
      implements Happening {}

  /** A bid is placed. */
  public record Bid(long auction, long bidder, long price, long time) implements Happening {}

  /** Makes one event after the other. */
  public static final class Events {
    private long next;

    /** Returns the next event, up to a limit. */
    @Function(source = true)
    public Object events(long items) {
      return next < items ? event(next++) : Flow.END;
    }
  }

  static Happening event(long number) {
    long group = number / GROUP;
    int place = (int) (number % GROUP);
    long time = number * MICROS_PER_EVENT;
    long random = mixed(number);
    if (place == 0) {
      return new Person(group, pick(CITIES, random), pick(STATES, random >>> 8), time);
    }
    long persons = Math.max(0, group - below(random, RECENT_PERSONS));
    if (place <= AUCTIONS) {
      int category = FIRST_CATEGORY + (int) below(random >>> 16, CATEGORIES);
      long expires = time + 1 + below(random >>> 24, MOST_LIFE);
      return new Auction(group * AUCTIONS + place - 1, persons, category, expires, time);
    }
    long newest = group * AUCTIONS + AUCTIONS - 1;
    long auction = Math.max(0, newest - below(random >>> 4, HOT_AUCTIONS));
    return new Bid(auction, persons, 1 + below(random >>> 20, MOST_PRICE), time);
  }

  private static String pick(List<String> all, long random) {
    return all.get((int) below(random, all.size()));
  }

  private static long below(long random, long limit) {
    return Long.remainderUnsigned(random, limit);
  }

  /** The finaliser of SplittableRandom. */
  private static long mixed(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
