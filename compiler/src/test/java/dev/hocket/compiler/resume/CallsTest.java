package dev.hocket.compiler.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The method that an awaited call runs, and the coroutine that it gets. */
class CallsTest {
  private static final String IMPORTS =
      """
      import static dev.hocket.compiler.resume.Pause.*;
      import static dev.hocket.directives.Resumed.*;
      import dev.hocket.directives.Resumable;
      """;

  static Stream<Arguments> programs() {
    return Stream.of("Calls", "Lambdas").flatMap(CallsTest::programs);
  }

  private static Stream<Arguments> programs(String file) {
    try {
      return Arrays.stream(Lowered.file(file).load().loadClass(file).getDeclaredMethods())
          .filter(method -> Modifier.isPublic(method.getModifiers()))
          .map(method -> Arguments.of(file, method.getName()));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void awaitedCalls_passTheCoroutineOn(String file, String program) throws Throwable {
    Lowered lowered = Lowered.file(file).resumable();
    Pause.every(1);
    lowered.call(file, program);
    assertEquals(1, Pause.coroutines());
  }

  private static final String OVERRIDES =
      IMPORTS
          + """
          public class Overrides {
            interface Shape {
              @Resumable String told(int i);
            }

            static class Base implements Shape {
              @Override @Resumable public String told(int i) {
                return "base" + awaitedInt(of(i));
              }
              @Resumable final String sealed(int i) {
                return "sealed" + awaitedInt(of(i));
              }
            }

            static class Foreign extends Base {
              @Override public String told(int i) {
                return "foreign " + super.told(i + 1) + sealed(0);
              }
            }

            static class Hidden {
              @Resumable public int counted(int i) {
                return awaitedInt(of(i));
              }
            }

            public static class Shown extends Hidden {}

            static class ForeignShown extends Shown {
              @Override public int counted(int i) {
                return -i;
              }
            }

            public static int bridged() {
              Shown shown = new ForeignShown();
              return awaitedInt(shown.counted(4)) + awaitedInt(new Shown().counted(50));
            }

            static class Private {
              @Resumable private int hidden(int i) {
                return awaitedInt(of(i));
              }
            }

            static class Nested extends Private {
              @Resumable String both(Base b) {
                return awaitedInt(super.hidden(3)) + awaitedReference(b.told(1));
              }
            }

            public static String nested() {
              return awaitedReference(new Nested().both(new Foreign()));
            }

            static class Again extends Foreign {
              @Override @Resumable public String told(int i) {
                return "again" + awaitedInt(of(i));
              }
            }

            public static String foreign() {
              Base b = new Foreign();
              Shape s = b;
              return awaitedReference(b.told(1)) + " " + awaitedReference(s.told(5)) + " " + awaitedReference(b.sealed(9));
            }

            public static String again() {
              Base b = new Again();
              return awaitedReference(b.told(1));
            }
          }
          """;

  @Test
  void aClassOfAnotherCompiler_overridesTheTwinAsWell() throws Throwable {
    Lowered lowered = Lowered.text("Overrides", OVERRIDES).resumable("Overrides$Foreign");
    Pause.every(1);
    assertEquals(
        "foreign base2sealed0 foreign base6sealed0 sealed9", lowered.call("Overrides", "foreign"));
  }

  /** javac generates a bridge in {@code Shown} that calls by {@code super}. */
  @Test
  void aClassOfAnotherCompiler_overridesABridgeAsWell() throws Throwable {
    Lowered lowered = Lowered.text("Overrides", OVERRIDES).resumable("Overrides$ForeignShown");
    Pause.every(1);
    assertEquals(46, lowered.call("Overrides", "bridged"));
  }

  /** The check for overrides is skipped for such a call only; the next call must check again. */
  @Test
  void aCallOfAPrivateMethodBySuper_doesNotAffectTheNextCall() throws Throwable {
    Lowered lowered = Lowered.text("Overrides", OVERRIDES).resumable("Overrides$Foreign");
    for (int every : new int[] {0, 1, 2}) {
      Pause.every(every);
      assertEquals("3foreign base2sealed0", lowered.call("Overrides", "nested"));
    }
  }

  @Test
  void aResumableMethod_overridesOneOfAnotherCompiler() throws Throwable {
    Lowered lowered = Lowered.text("Overrides", OVERRIDES).resumable("Overrides$Foreign");
    Pause.every(1);
    assertEquals("again1", lowered.call("Overrides", "again"));
    assertEquals(1, Pause.coroutines());
  }

  /** Every 201st call is deferred, alternately one by super and one that can be overridden. */
  @Test
  void deepRecursionByWayOfSuper_callsWhatSuperMeans() throws Throwable {
    Lowered lowered =
        Lowered.text(
                "Climb",
                IMPORTS
                    + """
                    public class Climb {
                      @Resumable int up(int n) {
                        return 1 + awaitedInt(this.up(n - 1));
                      }
                      static class Bounded extends Climb {
                        @Override @Resumable int up(int n) {
                          return n == 0 ? awaitedInt(of(0)) : 1 + awaitedInt(super.up(n));
                        }
                      }
                      public static int all() {
                        Climb climb = new Bounded();
                        return awaitedInt(climb.up(1_000));
                      }
                    }
                    """)
            .resumable();
    Pause.every(1);
    assertEquals(2_000, lowered.call("Climb", "all"));
  }

  @Test
  void recursion_isAsDeepAsTheHeap() throws Throwable {
    Lowered lowered =
        Lowered.text(
                "Deep",
                IMPORTS
                    + """
                    public class Deep {
                      @Resumable static long sum(long n) {
                        return n == 0 ? awaitedLong(of(0L)) : awaitedLong(sum(n - 1)) + n;
                      }
                      @Resumable long sum(int n, String s) {
                        try {
                          return n == 0 ? s.length() : n + awaitedLong(this.sum(n - 1, s));
                        } finally {
                          touched++;
                        }
                      }
                      int touched;
                      public static long million() {
                        return awaitedLong(sum(1_000_000)) + awaitedLong(new Deep().sum(1_000_000, "ab"));
                      }
                    }
                    """)
            .resumable();
    Pause.every(1);
    assertEquals(1_000_001_000_002L, lowered.call("Deep", "million"));
  }
}
