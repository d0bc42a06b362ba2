import java.util.ArrayList;
import java.util.List;

/** Blocks that run at the same time and change shared data one at a time, in {@code critical}. */
public class Ledger {
  private static final List<String> entries = new ArrayList<>();
  private static long balance;

  public static void main(String[] args) {
    for (int account = 1; account <= 4; account++) {
      //#omp target virtual(worker) name_as(booked) firstprivate(account)
      for (int day = 1; day <= 250; day++) {
        book("account " + account + ", day " + day, day * account);
      }
    }
    //#omp wait(booked)
    System.out.println(entries.size() + " entries, balance " + balance);
    pay("rent", 5_000);
    pay("a yacht", 400_000);
  }

  static void book(String text, long amount) {
    //#omp critical(ledger)
    {
      entries.add(text);
      balance += amount;
    }
  }

  /** Pays an amount; the method that it calls enters the statement of the same name again. */
  static void pay(String what, long amount) {
    //#omp critical(ledger)
    if (balance < amount) {
      System.out.println("not enough for " + what);
    } else {
      book(what, -amount);
      System.out.println("paid " + what + ", balance " + balance);
    }
  }
}
