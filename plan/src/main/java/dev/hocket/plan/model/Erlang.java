package dev.hocket.plan.model;

/** Erlang's formulas for a pool of equal servers with Poisson arrivals. */
public final class Erlang {
  /** The most servers: the recursion takes one step for each. */
  static final int MOST_SERVERS = 1_000_000;

  private Erlang() {}

  /**
   * Erlang B: the share of arrivals that find all servers busy, in a system in which none may wait.
   * Takes time proportional to the servers; does not overflow for any load.
   *
   * @param servers number of servers, 0 to 1,000,000
   * @param offered offered load in Erlangs, 0 or more
   * @return a probability
   */
  public static double b(int servers, double offered) {
    Check.between("the number of servers", 0, MOST_SERVERS, servers);
    Check.nonNegative("the offered load", offered);
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = offered * blocked / (k + offered * blocked);
    }
    return blocked;
  }

  /**
   * Erlang C: the share of arrivals that have to wait (paper 2, formula 2, where it is called Π_W).
   *
   * @param servers number of servers, 1 to 1,000,000
   * @param offered offered load in Erlangs, 0 or more
   * @return a probability; 1 if the load is not below the number of servers
   */
  public static double c(int servers, double offered) {
    Check.between("the number of servers", 1, MOST_SERVERS, servers);
    double blocked = b(servers, offered);
    double utilisation = offered / servers;
    return utilisation >= 1 ? 1 : blocked / (1 - utilisation * (1 - blocked));
  }
}
