// order: free
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;

/** The kinds of statements that can be critical, and the places where they can stand. */
public class CriticalSections {
  static int count;
  static int depth;
  static final List<String> LOG = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    everyThreadCounts();
    reenteredThroughACall(3);
    releasedByWhatIsThrown();
    inConstructs(4);
    System.out.println(new Inner<>("x").twice());
    assigned();
    stacked();
    awaitsOutside();
    IntSupplier lambda =
        () -> {
          int seen;
          //#omp critical(log)
          seen = LOG.size();
          return seen;
        };
    System.out.println("logged " + lambda.getAsInt() + " " + Kind.B.next());
  }

  static void everyThreadCounts() {
    for (int i = 0; i < 40; i++) {
      //#omp target virtual(worker) name_as(counting)
      for (int k = 0; k < 500; k++) {
        //#omp critical(count)
        count++;
      }
    }
    //#omp wait(counting)
    System.out.println("counted " + count);
  }

  static void reenteredThroughACall(int n) {
    //#omp critical
    {
      depth = n;
      if (n > 0) {
        reenteredThroughACall(n - 1);
      }
    }
    System.out.println("depth " + depth + " at " + n);
  }

  static void releasedByWhatIsThrown() throws Exception {
    try {
      //#omp critical(thrown)
      throw new Exception("from inside");
    } catch (Exception e) {
      System.out.println(e.getMessage());
    }
    //#omp target virtual(worker)
    //#omp critical(thrown)
    System.out.println("entered afterwards");
  }

  static void inConstructs(int n) {
    for (int i = 0; i < n; i++)
      //#omp critical(log)
      LOG.add("for " + i);
    Iterator<String> all = List.of("a", "b", "c").iterator();
    while (all.hasNext()) {
      String each = all.next();
      //#omp critical(log)
      if (each.equals("b")) {
        LOG.add(each);
      } else {
        for (String s : new String[] {each, "stop"}) {
          if (s.equals("stop")) {
            break;
          }
          LOG.add(s + s);
        }
      }
    }
    switch (n) {
      case 4:
        //#omp critical
        LOG.add("four");
        break;
      default:
        LOG.add("other");
    }
    //#omp critical(log)
    label:
    do {
      continue label;
    } while (LOG.isEmpty());
    System.out.println(LOG);
  }

  static void assigned() {
    final int once;
    int shared = 1;
    //#omp critical
    once = 5;
    //#omp target virtual(worker)
    {
      //#omp critical
      {
        int own = once + shared;
        shared = own;
      }
    }
    System.out.println("assigned " + once + " " + shared);
  }

  static void stacked() {
    int[] sum = new int[1];
    //#omp critical(a)
    //#omp critical(b)
    sum[0]++;
    //#omp target virtual(worker) nowait if(false)
    //#omp critical(a)
    //#omp critical(b)
    sum[0]++;
    System.out.println("stacked " + sum[0]);
  }

  //#omp async
  static void awaitsOutside() {
    int before = 1;
    //#omp critical(around)
    before += 1;
    //#omp target virtual(worker) await
    {
      //#omp critical(around)
      before += 1;
    }
    //#omp critical(around)
    {
      before += 1;
      System.out.println("awaited " + before);
    }
  }

  static class Inner<T> {
    private final T value;

    Inner(T value) {
      //#omp critical
      this.value = value;
    }

    List<T> twice() {
      List<T> both = new ArrayList<>();
      //#omp critical(generic)
      {
        both.add(value);
        new Object() {
          void add() {
            //#omp critical
            both.add(value);
          }
        }.add();
      }
      return both;
    }
  }

  enum Kind {
    A,
    B;

    int next() {
      int next;
      //#omp critical(kinds)
      next = ordinal() + 1;
      return next;
    }
  }
}
