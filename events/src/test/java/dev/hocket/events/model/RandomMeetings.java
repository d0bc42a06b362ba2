package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Small programs whose processes choose between sends and receives on the same two or three
 * channels, so that choices meet each other, and threads that poll, prefer, send, receive, close or
 * interrupt. Equal seeds give equal programs; every value and variable occurs once.
 */
final class RandomMeetings {
  private static final List<String> CHANNELS = List.of("c", "d", "e");

  private final Random random;
  private final List<String> channels;
  private final List<String> processes = new ArrayList<>(List.of("main"));

  /** Whether channels end and processes are interrupted. */
  private final boolean ends;

  private int fresh;

  private RandomMeetings(long seed) {
    random = new Random(seed);
    channels = CHANNELS.subList(0, random.nextInt(2, CHANNELS.size() + 1));
    ends = random.nextInt(4) == 0;
  }

  /** Makes a program of two to four processes. */
  static Stmt[] program(long seed) {
    return new RandomMeetings(seed).program();
  }

  private Stmt[] program() {
    int others = random.nextInt(1, 4);
    for (int i = 1; i <= others; i++) {
      processes.add("p" + i);
    }
    List<Stmt> main = new ArrayList<>();
    if (random.nextInt(8) == 0) {
      main.add(waiting(any(channels), 1));
    }
    for (String process : processes.subList(1, processes.size())) {
      main.add(new Stmt.Spawn(process, new Block(statements(), unit())));
    }
    main.addAll(statements());
    return main.toArray(Stmt[]::new);
  }

  private List<Stmt> statements() {
    List<Stmt> statements = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      String x = name("x");
      switch (random.nextInt(10)) {
        case 0 -> statements.add(ends ? ending() : aSync(x, sTrans(several(2, Syntax::choose))));
        case 1, 2 -> statements.add(aSync(x, sTrans(single(any(channels)))));
        default -> {
          statements.add(sync(x, event()));
          statements.add(observe(x, var(x)));
        }
      }
    }
    return statements;
  }

  private Stmt ending() {
    return switch (random.nextInt(4)) {
      case 0 -> close(any(channels));
      case 1 -> fail(any(channels), name("broke"));
      default -> interrupt(any(processes));
    };
  }

  private Ev event() {
    return switch (random.nextInt(10)) {
      case 0 -> single(any(channels));
      case 1, 2 -> prefer(single(any(channels)), alwaysEvt(name("v")));
      case 3 -> choose(single(any(channels)), alwaysEvt(name("v")));
      case 4 -> several(2, Syntax::prefer);
      default -> several(random.nextInt(2, channels.size() + 1), Syntax::choose);
    };
  }

  /** Makes a send or a receive on each of a number of channels. */
  private Ev several(int branches, Function<Ev[], Ev> made) {
    List<String> places = new ArrayList<>(channels);
    Collections.shuffle(places, random);
    return made.apply(places.subList(0, branches).stream().map(this::single).toArray(Ev[]::new));
  }

  private Ev single(String channel) {
    return random.nextBoolean() ? sendEvt(channel, name("v")) : recvEvt(channel);
  }

  private String any(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private String name(String kind) {
    return kind + ++fresh;
  }
}
