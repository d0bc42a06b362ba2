package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Small programs over two channels, and networks over three. Equal seeds give equal programs. Every
 * value, label and variable occurs once.
 */
final class RandomPrograms {
  private static final List<String> CHANNELS = List.of("c", "d", "e");

  private final Random random;

  /** Whether channels end. */
  private final boolean ends;

  private final int channels;
  private final List<String> processes = new ArrayList<>(List.of("main"));
  private int fresh;

  private RandomPrograms(long seed, int channels) {
    random = new Random(seed);
    ends = random.nextInt(3) == 0;
    this.channels = channels;
  }

  /** Makes a program of two or three processes. */
  static Stmt[] program(long seed) {
    return new RandomPrograms(seed, 2).program(1, 2);
  }

  /** Makes a network of three to five processes. */
  static Stmt[] network(long seed) {
    return new RandomPrograms(seed, 3).program(2, 4);
  }

  private Stmt[] program(int fewest, int most) {
    List<Stmt> main = new ArrayList<>();
    CHANNELS.subList(0, channels).forEach(channel -> make(main, channel));
    int others = random.nextInt(fewest, most + 1);
    for (int i = 1; i <= others; i++) {
      processes.add("p" + i);
    }
    for (int i = 1; i <= others; i++) {
      main.add(new Stmt.Spawn("p" + i, new Block(statements(1 + random.nextInt(2)), unit())));
    }
    main.addAll(statements(1 + random.nextInt(3)));
    return main.toArray(Stmt[]::new);
  }

  private void make(List<Stmt> main, String channel) {
    int most = 1 + random.nextInt(2);
    switch (random.nextInt(8)) {
      case 0, 1 -> main.add(buffered(channel, most));
      case 2 -> main.add(waiting(channel, most));
      case 3 -> main.add(failing(channel, most));
      default -> {}
    }
  }

  private List<Stmt> statements(int n) {
    List<Stmt> statements = new ArrayList<>();
    Deque<String> handles = new ArrayDeque<>();
    for (int i = 0; i < n; i++) {
      int kind = random.nextInt(24);
      String x = name("x");
      if (kind < 2) {
        statements.add(interrupt(processes.get(random.nextInt(processes.size()))));
      } else if (kind < 6 && ends) {
        statements.add(random.nextBoolean() ? fail(channel(), name("broke")) : close(channel()));
      } else if (kind < 8 || kind == 8 && handles.isEmpty()) {
        statements.add(start(x, synchronous(2)));
        handles.add(x);
      } else if (kind < 12 && !handles.isEmpty()) {
        statements.add(withdraw(x, handles.remove()));
        statements.add(observe(x, var(x)));
      } else if (kind < 14) {
        statements.add(aSync(x, asynchronous(2)));
      } else {
        statements.add(sync(x, synchronous(2)));
        statements.add(observe(x, var(x)));
      }
    }
    if (!handles.isEmpty() && random.nextBoolean()) {
      String x = name("x");
      statements.add(withdraw(x, handles.remove()));
      statements.add(observe(x, var(x)));
    }
    return statements;
  }

  private Ev synchronous(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return base();
    }
    return switch (random.nextInt(14)) {
      case 0, 1 -> wrap(synchronous(depth - 1), f());
      case 2 -> wrapHandler(synchronous(depth - 1), tag(name("handled")));
      case 3 -> guard(block(synchronous(depth - 1), body()));
      case 4 -> guard(block(base(), sync(name("g"), base())));
      case 5, 6 -> nacked(synchronous(depth - 1));
      case 7, 8 -> aTrans(asynchronous(depth - 1));
      case 9 -> choose(nacked(base()), base());
      case 10 -> prefer(synchronous(depth - 1), synchronous(depth - 1));
      default -> choose(synchronous(depth - 1), synchronous(depth - 1));
    };
  }

  private Ev asynchronous(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return sTrans(base());
    }
    return switch (random.nextInt(14)) {
      case 0, 1 -> sWrap(asynchronous(depth - 1), f());
      case 2, 3, 4 -> aWrap(asynchronous(depth - 1), f());
      case 5 -> guard(block(asynchronous(depth - 1), body()));
      case 6, 7 -> nacked(asynchronous(depth - 1));
      case 8, 9 -> aChoose(asynchronous(depth - 1), asynchronous(depth - 1));
      case 10 -> sChoose(asynchronous(depth - 1), asynchronous(depth - 1));
      default -> sTrans(synchronous(depth - 1));
    };
  }

  private Ev base() {
    return switch (random.nextInt(13)) {
      case 0 -> alwaysEvt(name("v"));
      case 1 -> never();
      case 12 -> timeOutEvt();
      case 2, 3, 4, 5, 6 -> sendEvt(channel(), name("v"));
      default -> recvEvt(channel());
    };
  }

  private Fn f() {
    return switch (random.nextInt(6)) {
      case 0 -> to(name("v"));
      case 1 -> fn("_", unit(), raise(name("boom")));
      case 2 -> fn("_", unit(), moreOf(name("x")));
      default -> tag(name("f"));
    };
  }

  private Stmt body() {
    return switch (random.nextInt(5)) {
      case 0 -> raise(name("boom"));
      case 1 -> moreOf(name("x"));
      default -> observe(name("g"));
    };
  }

  /** Makes the operations on channels inside a guard or function. */
  private Stmt moreOf(String x) {
    return aSync(x, sTrans(base()));
  }

  private Ev nacked(Ev event) {
    String nack = name("n");
    return withNack(
        nack,
        block(event, spawn(name("watch"), sync(name("w"), use(nack)), observe(name("lost")))));
  }

  private String channel() {
    return CHANNELS.get(random.nextInt(channels));
  }

  private String name(String kind) {
    return kind + ++fresh;
  }
}
