package dev.hocket.bench.auctions;

import dev.hocket.bench.auctions.AuctionEvents.Auction;
import dev.hocket.bench.auctions.AuctionEvents.Bid;
import dev.hocket.bench.auctions.AuctionEvents.Happening;
import dev.hocket.bench.auctions.AuctionEvents.Person;
import dev.hocket.flow.functions.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The functions of queries q0 to q5 and q8 of Nexmark. A function whose query has no row for an
 * event returns null.
 */
public final class AuctionQueries {
  private static final int CHOSEN = 123;
  private static final int CATEGORY = 10;
  private static final Set<String> STATES = Set.of("OR", "ID", "CA");

  /** The length of windows, and the step of the sliding ones. */
  private static final long WINDOW = 10 * AuctionEvents.MICROS_PER_SECOND;

  private static final long STEP = AuctionEvents.MICROS_PER_SECOND;

  private AuctionQueries() {}

  /** Query 0: passes every event on. */
  @Function
  public static Object passes(Object event) {
    return event;
  }

  /** Query 1: turns the prices of bids from dollars into euros. */
  @Function
  public static Object euros(Object event) {
    return event instanceof Bid bid
        ? new Bid(bid.auction(), bid.bidder(), bid.price() * 908 / 1000, bid.time())
        : null;
  }

  /** The price that was bid on a chosen auction. */
  public record Chosen(long auction, long price) {}

  /** Query 2: chooses bids on some auctions. */
  @Function
  public static Object chosen(Object event) {
    return event instanceof Bid bid && bid.auction() % CHOSEN == 0
        ? new Chosen(bid.auction(), bid.price())
        : null;
  }

  /** Query 3: keeps auctions of a category, and persons of some states. */
  @Function
  public static Object offered(Object event) {
    return event instanceof Auction auction && auction.category() == CATEGORY
            || event instanceof Person person && STATES.contains(person.state())
        ? event
        : null;
  }

  /** A local offer. */
  public record Offer(String city, String state, long auction) {}

  /** Query 3: joins persons with their auctions, whichever come first. */
  public static final class Sellers {
    private final Map<Long, Person> persons = new HashMap<>();
    private final Map<Long, List<Long>> early = new HashMap<>();

    /** Returns the offers that an event completes. */
    @Function
    public List<Offer> offers(Object event) {
      if (event instanceof Person person) {
        persons.put(person.id(), person);
        List<Offer> offers = new ArrayList<>();
        for (long auction : early.getOrDefault(person.id(), List.of())) {
          offers.add(new Offer(person.city(), person.state(), auction));
        }
        early.remove(person.id());
        return offers;
      }
      if (event instanceof Auction auction) {
        Person seller = persons.get(auction.seller());
        if (seller != null) {
          return List.of(new Offer(seller.city(), seller.state(), auction.id()));
        }
        early.computeIfAbsent(auction.seller(), any -> new ArrayList<>()).add(auction.id());
      }
      return null;
    }
  }

  /** The final price of an auction. */
  public record Sold(int category, long price) {}

  /** Query 4: finds the highest bid on each auction when it expires. */
  public static final class Hammer {
    private record Expiry(long time, long auction) {}

    private final Map<Long, Auction> open = new HashMap<>();
    private final Map<Long, Long> highest = new HashMap<>();
    private final PriorityQueue<Expiry> expiries =
        new PriorityQueue<>((a, b) -> Long.compare(a.time, b.time));

    /** Returns the auctions that have expired before an event. */
    @Function
    public List<Sold> sold(Object event) {
      List<Sold> sold = null;
      long now = ((Happening) event).time();
      while (!expiries.isEmpty() && expiries.peek().time <= now) {
        long id = expiries.poll().auction;
        Auction auction = open.remove(id);
        Long price = highest.remove(id);
        if (price != null) {
          sold = sold == null ? new ArrayList<>() : sold;
          sold.add(new Sold(auction.category(), price));
        }
      }
      if (event instanceof Auction auction) {
        open.put(auction.id(), auction);
        expiries.add(new Expiry(auction.expires(), auction.id()));
      } else if (event instanceof Bid bid && open.containsKey(bid.auction())) {
        highest.merge(bid.auction(), bid.price(), Math::max);
      }
      return sold;
    }
  }

  /** The mean price of a category. */
  public record Mean(int category, long price) {}

  /** Query 4: computes the mean price of each category. */
  public static final class Means {
    private final Map<Integer, Long> sums = new HashMap<>();
    private final Map<Integer, Long> counts = new HashMap<>();

    /** Returns the means that have changed. */
    @Function
    public List<Mean> means(List<Sold> sold) {
      if (sold == null) {
        return null;
      }
      List<Mean> means = new ArrayList<>();
      for (Sold one : sold) {
        long sum = sums.merge(one.category(), one.price(), Long::sum);
        long count = counts.merge(one.category(), 1L, Long::sum);
        means.add(new Mean(one.category(), sum / count));
      }
      return means;
    }
  }

  /** Query 5: counts the bids on each auction in each step of the sliding window. */
  public static final class Steps {
    private final Map<Long, Integer> bids = new HashMap<>();
    private long step;

    /** Returns the counts of a step with the first event after it. */
    @Function
    public Map<Long, Integer> steps(Object event) {
      Map<Long, Integer> counted = null;
      long now = ((Happening) event).time() / STEP;
      if (now > step) {
        step = now;
        counted = Map.copyOf(bids);
        bids.clear();
      }
      if (event instanceof Bid bid) {
        bids.merge(bid.auction(), 1, Integer::sum);
      }
      return counted;
    }
  }

  /** The auction with the most bids in a window. */
  public record Hot(long auction, int bids) {}

  /** Query 5: finds the auction with the most bids in the sliding window. */
  public static final class Hottest {
    private final Deque<Map<Long, Integer>> window = new ArrayDeque<>();
    private final Map<Long, Integer> sums = new HashMap<>();

    /** Returns the hottest auction when a step has ended. */
    @Function
    public Hot hottest(Map<Long, Integer> counted) {
      if (counted == null) {
        return null;
      }
      window.add(Map.copyOf(counted));
      counted.forEach((auction, bids) -> sums.merge(auction, bids, Integer::sum));
      if (window.size() > WINDOW / STEP) {
        window.remove().forEach((auction, bids) -> sums.merge(auction, -bids, Hottest::less));
      }
      long best = -1;
      int most = 0;
      for (Map.Entry<Long, Integer> sum : sums.entrySet()) {
        if (sum.getValue() > most || sum.getValue() == most && sum.getKey() < best) {
          best = sum.getKey();
          most = sum.getValue();
        }
      }
      return new Hot(best, most);
    }

    private static Integer less(int sum, int negative) {
      return sum + negative == 0 ? null : (Integer) (sum + negative);
    }
  }

  /** Query 8: keeps persons and auctions. */
  @Function
  public static Object noBid(Object event) {
    return event instanceof Bid ? null : event;
  }

  /** Query 8: finds the persons who registered and opened an auction in one window. */
  public static final class Newcomers {
    private final Set<Long> persons = new HashSet<>();
    private final Set<Long> sellers = new HashSet<>();
    private long window;

    /** Returns the new sellers of a window, sorted, with the first event after it. */
    @Function
    public List<Long> newcomers(Object event) {
      if (event == null) {
        return null;
      }
      List<Long> found = null;
      long now = ((Happening) event).time() / WINDOW;
      if (now > window) {
        window = now;
        found = persons.stream().filter(sellers::contains).sorted().toList();
        persons.clear();
        sellers.clear();
      }
      if (event instanceof Person person) {
        persons.add(person.id());
      } else if (event instanceof Auction auction) {
        sellers.add(auction.seller());
      }
      return found;
    }
  }

  /** Adds up the rows of a query, so that results can be compared. */
  public static final class Rows {
    private long sum;

    /** Adds a row, or the rows of a list; null is none. */
    @Function
    public long rows(Object row) {
      sum = row == null ? sum : 31 * sum + row.hashCode();
      return sum;
    }
  }
}
