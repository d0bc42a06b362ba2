package dev.hocket.bench.auctions;

import dev.hocket.bench.auctions.AuctionEvents.Auction;
import dev.hocket.bench.auctions.AuctionEvents.Happening;
import dev.hocket.bench.auctions.AuctionEvents.Person;
import dev.hocket.bench.auctions.AuctionQueries.Hammer;
import dev.hocket.bench.auctions.AuctionQueries.Hottest;
import dev.hocket.bench.auctions.AuctionQueries.Means;
import dev.hocket.bench.auctions.AuctionQueries.Newcomers;
import dev.hocket.bench.auctions.AuctionQueries.Sellers;
import dev.hocket.bench.auctions.AuctionQueries.Steps;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Replayable;
import java.util.Objects;

/**
 * Queries of {@link AuctionQueries} from the number of an event to a number that stands for the
 * query's row, so that tasks exchange numbers only.
 */
public final class FlinkQueries {
  private FlinkQueries() {}

  /** The numbers of events; a position is the next one. */
  public static final class Numbers implements Replayable {
    private long next;

    /** Returns the next number, up to a limit. */
    @Function(source = true)
    public Object numbers(long items) {
      return next < items ? (Object) next++ : Flow.END;
    }

    @Override
    public Object position() {
      return next;
    }

    @Override
    public void seek(Object position) {
      next = (Long) position;
    }
  }

  private static long hash(Object row) {
    return Objects.hashCode(row);
  }

  /** Query 0. */
  @Function
  public static long q0(long number) {
    return hash(AuctionQueries.passes(AuctionEvents.event(number)));
  }

  /** Query 1. */
  @Function
  public static long q1(long number) {
    return hash(AuctionQueries.euros(AuctionEvents.event(number)));
  }

  /** Query 2. */
  @Function
  public static long q2(long number) {
    return hash(AuctionQueries.chosen(AuctionEvents.event(number)));
  }

  /** The person whom an event is about, by which query 3 is divided. */
  @Function
  public static long person(long number) {
    Happening event = AuctionEvents.event(number);
    return event instanceof Auction auction
        ? auction.seller()
        : event instanceof Person person ? person.id() : -1;
  }

  /** Query 3. */
  public static final class Offers {
    private final Sellers sellers = new Sellers();

    /** Returns what the offers that an event completes stand for. */
    @Function
    public long q3(long number) {
      Object event = AuctionQueries.offered(AuctionEvents.event(number));
      return event == null ? 0 : hash(sellers.offers(event));
    }
  }

  /** Query 4. */
  public static final class Prices {
    private final Hammer hammer = new Hammer();
    private final Means means = new Means();

    /** Returns what the means that an event changes stand for. */
    @Function
    public long q4(long number) {
      return hash(means.means(hammer.sold(AuctionEvents.event(number))));
    }
  }

  /** Query 5. */
  public static final class Bids {
    private final Steps steps = new Steps();
    private final Hottest hottest = new Hottest();

    /** Returns what the auction that an event shows to be hot stands for. */
    @Function
    public long q5(long number) {
      return hash(hottest.hottest(steps.steps(AuctionEvents.event(number))));
    }
  }

  /** Query 8. */
  public static final class Registered {
    private final Newcomers newcomers = new Newcomers();

    /** Returns what the new sellers whom an event shows stand for. */
    @Function
    public long q8(long number) {
      return hash(newcomers.newcomers(AuctionQueries.noBid(AuctionEvents.event(number))));
    }
  }

  /** Adds rows up; their order does not matter. */
  public static final class Sum {
    private long sum;

    /** Adds a row. */
    @Function
    public long sum(long row) {
      sum += row;
      return sum;
    }
  }
}
