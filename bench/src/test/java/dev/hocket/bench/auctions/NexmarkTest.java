package dev.hocket.bench.auctions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.auctions.AuctionEvents.Auction;
import dev.hocket.bench.auctions.AuctionEvents.Bid;
import dev.hocket.bench.auctions.AuctionEvents.Person;
import dev.hocket.bench.auctions.AuctionQueries.Hammer;
import dev.hocket.bench.auctions.AuctionQueries.Hot;
import dev.hocket.bench.auctions.AuctionQueries.Hottest;
import dev.hocket.bench.auctions.AuctionQueries.Mean;
import dev.hocket.bench.auctions.AuctionQueries.Means;
import dev.hocket.bench.auctions.AuctionQueries.Newcomers;
import dev.hocket.bench.auctions.AuctionQueries.Offer;
import dev.hocket.bench.auctions.AuctionQueries.Sellers;
import dev.hocket.bench.auctions.AuctionQueries.Sold;
import dev.hocket.bench.auctions.AuctionQueries.Steps;
import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the queries on small inputs; the benchmark itself checks that all ways have equal rows. */
class NexmarkTest {
  private static final int QUERIES = 7;
  private static final long SECOND = AuctionEvents.MICROS_PER_SECOND;

  @Test
  void everyWay_hasTheSameRowsForEveryQuery() throws Exception {
    String printed = Printed.by(() -> Nexmark.run(Settings.QUICK));
    for (String way : List.of("a loop by hand", "two threads with JCTools' ring")) {
      assertEquals(2 * QUERIES, Printed.rows(printed, way), printed);
    }
  }

  @Test
  void aSellerWhoRegistersAfterTheAuction_isJoined() {
    Sellers sellers = new Sellers();
    sellers.offers(new Auction(7, 3, 10, 0, 0));
    assertEquals(
        List.of(new Offer("Bend", "OR", 7)), sellers.offers(new Person(3, "Bend", "OR", 0)));
    assertEquals(List.of(new Offer("Bend", "OR", 8)), sellers.offers(new Auction(8, 3, 10, 0, 0)));
  }

  @Test
  void anAuctionIsSoldForItsHighestBid_andAveragedInItsCategory() {
    Hammer hammer = new Hammer();
    hammer.sold(new Auction(1, 0, 10, 5, 0));
    hammer.sold(new Bid(1, 0, 300, 1));
    hammer.sold(new Bid(1, 0, 500, 2));
    hammer.sold(new Bid(1, 0, 400, 3));
    List<Sold> sold = hammer.sold(new Bid(1, 0, 900, 5));
    assertEquals(List.of(new Sold(10, 500)), sold);
    Means means = new Means();
    assertEquals(List.of(new Mean(10, 500)), means.means(sold));
    assertEquals(List.of(new Mean(10, 400)), means.means(List.of(new Sold(10, 300))));
  }

  @Test
  void theHottestAuction_hasTheMostBidsOfTheLastTenSteps() {
    Steps steps = new Steps();
    steps.steps(new Bid(1, 0, 1, 0));
    steps.steps(new Bid(1, 0, 1, 1));
    Map<Long, Integer> first = steps.steps(new Bid(2, 0, 1, SECOND));
    assertEquals(Map.of(1L, 2), first);
    Hottest hottest = new Hottest();
    assertEquals(new Hot(1, 2), hottest.hottest(first));
    for (int step = 1; step < 10; step++) {
      assertEquals(new Hot(1, 2), hottest.hottest(step == 1 ? Map.of(2L, 1) : Map.of()));
    }
    assertEquals(new Hot(2, 1), hottest.hottest(Map.of()));
  }

  @Test
  void aNewSeller_registeredAndSoldInOneWindow() {
    Newcomers newcomers = new Newcomers();
    newcomers.newcomers(new Person(1, "", "", 0));
    newcomers.newcomers(new Person(2, "", "", 0));
    newcomers.newcomers(new Auction(5, 2, 10, 0, 1));
    assertEquals(List.of(2L), newcomers.newcomers(new Auction(6, 1, 10, 0, 10 * SECOND)));
    assertTrue(newcomers.newcomers(new Person(9, "", "", 20 * SECOND)).isEmpty());
  }
}
