package dev.hocket.events;

import static dev.hocket.events.Events.choose;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Power series as processes, after McIlroy's "Squinting at power series": a series is a channel
 * that carries its coefficients, one after the other, without end. An operation on series is a
 * process that receives their coefficients. A series that is defined by itself is a ring of
 * processes.
 */
final class Series {
  private final Crew crew;
  private final ChannelKind kind;

  Series(Crew crew, ChannelKind kind) {
    this.crew = crew;
    this.kind = kind;
  }

  /** A fraction. */
  record Rational(BigInteger over, BigInteger under) {
    static final Rational ZERO = of(0, 1);
    static final Rational ONE = of(1, 1);

    static Rational of(long over, long under) {
      return reduced(BigInteger.valueOf(over), BigInteger.valueOf(under));
    }

    private static Rational reduced(BigInteger over, BigInteger under) {
      BigInteger divisor = over.gcd(under);
      return new Rational(over.divide(divisor), under.divide(divisor));
    }

    Rational plus(Rational other) {
      return reduced(
          over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
    }

    Rational times(Rational other) {
      return reduced(over.multiply(other.over), under.multiply(other.under));
    }

    @Override
    public String toString() {
      return under.equals(BigInteger.ONE) ? over.toString() : over + "/" + under;
    }
  }

  /** The code of a process that makes a series. */
  private interface Making {
    void run(Channel<Rational> out) throws InterruptedException;
  }

  private Channel<Rational> series(String name, Making making) {
    Channel<Rational> out = kind.make(name);
    crew.start(() -> making.run(out));
    return out;
  }

  /** Makes the series 1 + x + x² + … */
  Channel<Rational> ones() {
    return series(
        "ones",
        out -> {
          while (true) {
            out.send(Rational.ONE);
          }
        });
  }

  /** Makes the series 1. */
  Channel<Rational> one() {
    return series(
        "one",
        out -> {
          out.send(Rational.ONE);
          while (true) {
            out.send(Rational.ZERO);
          }
        });
  }

  Channel<Rational> sum(Channel<Rational> one, Channel<Rational> two) {
    return series(
        "sum",
        out -> {
          while (true) {
            out.send(one.recv().plus(two.recv()));
          }
        });
  }

  Channel<Rational> product(Channel<Rational> one, Channel<Rational> two) {
    return series(
        "product",
        out -> {
          List<Rational> ofOne = new ArrayList<>();
          List<Rational> ofTwo = new ArrayList<>();
          while (true) {
            ofOne.add(one.recv());
            ofTwo.add(two.recv());
            Rational sum = Rational.ZERO;
            for (int i = 0; i < ofOne.size(); i++) {
              sum = sum.plus(ofOne.get(i).times(ofTwo.get(ofTwo.size() - 1 - i)));
            }
            out.send(sum);
          }
        });
  }

  /** Makes the integral from 0, plus a constant, which it sends before the series begins. */
  Channel<Rational> integral(Channel<Rational> of, Rational constant) {
    return series(
        "integral",
        out -> {
          out.send(constant);
          for (int n = 1; ; n++) {
            out.send(of.recv().times(Rational.of(1, n)));
          }
        });
  }

  Channel<Rational> derivative(Channel<Rational> of) {
    return series(
        "derivative",
        out -> {
          of.recv();
          for (int n = 1; ; n++) {
            out.send(of.recv().times(Rational.of(n, 1)));
          }
        });
  }

  /**
   * Makes several copies of one series, each read at its own pace: a choice finds the next reader.
   */
  List<Channel<Rational>> split(Channel<Rational> of, int readers) {
    List<Channel<Rational>> outs = new ArrayList<>();
    List<Deque<Rational>> behind = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      outs.add(kind.make("copy " + i));
      behind.add(new ArrayDeque<>());
    }
    crew.start(() -> {
      while (true) {
        List<Event<?>> next = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
          Deque<Rational> queue = behind.get(i);
          if (!queue.isEmpty()) {
            next.add(outs.get(i).sendEvt(queue.peek()).wrap(sent -> queue.remove()));
          }
        }
        if (behind.stream().anyMatch(Deque::isEmpty)) {
          next.add(
              of.recvEvt()
                  .wrap(value -> {
                    behind.forEach(queue -> queue.add(value));
                    return value;
                  }));
        }
        choose(next).sync();
      }
    });
    return outs;
  }

  /** Makes the series y with y = f(y), as a ring. */
  Channel<Rational> fix(int uses, Ring ring) {
    Channel<Rational> back = kind.make("back");
    List<Channel<Rational>> copies = split(back, uses + 1);
    Channel<Rational> result = ring.apply(copies.subList(0, uses));
    crew.start(() -> {
      while (true) {
        back.send(result.recv());
      }
    });
    return copies.get(uses);
  }

  /** Makes a series of copies of itself. */
  interface Ring {
    Channel<Rational> apply(List<Channel<Rational>> copies);
  }

  static List<Rational> first(int n, Channel<Rational> series) throws InterruptedException {
    List<Rational> coefficients = new ArrayList<>();
    while (coefficients.size() < n) {
      coefficients.add(series.recv());
    }
    return coefficients;
  }
}
