package dev.hocket.compiler;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements allowed inside and around {@code critical}. Unexpected messages fail the test. */
class CriticalRulesTest {
  @TempDir Path folder;

  private void check(String members) throws Exception {
    AsyncMembers.check(folder, members);
  }

  @Test
  void jumps_outOfCritical_areRefused() throws Exception {
    check(
        """
        int m(int n) {
          outer:
          for (int i = 0; i < n; i++) {
            //#omp critical
            {
              // expect: HK047
              if (n == 1) return 1;
              // expect: HK047
              if (n == 2) continue;
              // expect: HK047
              if (n == 3) break outer;
              for (;;) {
                if (n == 4) break;
                // expect: HK047
                if (n == 5) continue outer;
              }
              Runnable r = () -> { return; };
              switch (n) { case 1: break; }
            }
          }
          return switch (n) {
            default -> {
              //#omp critical(n)
              // expect: HK047
              yield 1;
            }
          };
        }
        """);
  }

  @Test
  void jumps_outOfABlockAndCritical_areReportedOnce_byTheInner() throws Exception {
    check(
        """
        void m(int n) {
          //#omp target virtual(a)
          {
            //#omp critical
            {
              // expect: HK047
              if (n == 1) return;
            }
            // expect: HK019
            if (n == 2) return;
          }
          //#omp critical
          {
            //#omp target virtual(a) nowait
            {
              // expect: HK019
              if (n == 3) return;
            }
          }
        }
        """);
  }

  @Test
  void critical_insideItself_isRefused_whereTheSameThreadIsInside() throws Exception {
    check(
        """
        void m() {
          //#omp critical(a)
          {
            //#omp critical(b)
            {
              // expect: HK048
              //#omp critical(a)
              f++;
            }
            //#omp critical
            f++;
            Runnable later = () -> {
              //#omp critical(a)
              f++;
            };
            new Object() {
              void n() {
                //#omp critical(a)
                f++;
              }
            };
            //#omp target virtual(a) nowait
            //#omp critical(a)
            f++;
          }
          //#omp critical
          // expect: HK048
          //#omp critical
          f++;
        }
        """);
  }

  @Test
  void awaits_inCritical_areRefused() throws Exception {
    check(
        """
        void m() {
          //#omp critical
          {
            // expect: HK033
            //#omp target virtual(a) await
            f++;
            Runnable r = () -> {
              //#omp target virtual(a) await
              f++;
            };
            //#omp target virtual(a) nowait
            {
              //#omp target virtual(b) await
              f++;
            }
            work();
          }
        }
        void n() {
          //#omp critical
          // expect: HK033
          //#omp target virtual(a) await
          f++;
          //#omp target virtual(a) await
          //#omp critical
          f++;
        }
        void o() {
          //#omp critical
          {
            // expect: HK033
            //#omp wait(t) await
          }
          //#omp target virtual(a) name_as(t)
          f++;
          //#omp await(work())
          //#omp critical
          // expect: HK033
          work();
          //#omp critical
          // expect: HK035
          search();
        }
        """);
  }

  @Test
  void aBlockThatIsWaitedForInCritical_isWarnedOf() throws Exception {
    check(
        """
        void m() {
          //#omp critical(a)
          {
            // expect: HK105
            //#omp target virtual(a)
            f++;
            //#omp target virtual(a) nowait
            f++;
          }
          //#omp target virtual(a)
          //#omp critical(a)
          f++;
        }
        """);
  }

  @Test
  void critical_beforeADeclaration_isRefused() throws Exception {
    check(
        """
        // expect: HK010
        //#omp critical
        int field;
        void m() {
          // expect: HK011
          //#omp critical
          int local = 1;
          // expect: HK010
          //#omp critical
        }
        """);
  }

  @Test
  void critical_beforeACallOfAnotherConstructor_isRefused() throws Exception {
    check(
        """
        static class Sub extends Object {
          Sub() {
            //#omp critical
            // expect: HK024
            super();
          }
        }
        """);
  }
}
