package dev.hocket.compiler;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The allowed callers of an awaiting method without a mark. */
class UnmarkedCallsTest {
  @TempDir Path folder;

  @Test
  void callsOfUnmarkedAwaitingMethods_thatSomethingFollows_areRefused() throws Exception {
    AsyncMembers.check(
        folder,
        """
        void m(int n) {
          // expect: HK035
          search();
          plain();
        }
        int value() {
          // expect: HK035
          search();
          return 1;
        }
        void loops(boolean b) {
          // expect: HK035
          while (b) search();
          // expect: HK035
          for (; b; search()) {}
          for (int i = 0; i < 3; i++) {
            if (i == 1) {
              // expect: HK035
              search();
              continue;
            }
          }
        }
        void tries() {
          try {
            // expect: HK035
            search();
          } finally {
            // expect: HK035
            search();
          }
          try {
            // expect: HK035
            search();
            return;
          } catch (RuntimeException e) {
            plain();
          }
        }
        void waits() {
          //#omp target virtual(a) name_as(t)
          f++;
          // expect: HK035
          search();
          //#omp wait(t)
        }
        void falls(int n) {
          switch (n) {
            // expect: HK035
            case 1: search();
            default: plain();
          }
          int k = switch (n) {
            case 1 -> {
              // expect: HK035
              search();
              yield 1;
            }
            default -> 2;
          };
        }
        //#omp async
        void async() {
          // expect: HK035
          search();
          plain();
        }
        """);
  }

  @Test
  void callsOfUnmarkedAwaitingMethods_asLastAction_areFine() throws Exception {
    AsyncMembers.check(
        folder,
        """
        void m(int n) {
          {
            if (n > 1) search(); else { this.search(); return; }
          }
        }
        void switches(int n) {
          switch (n) {
            case 1: search(); break;
            case 2: { search(); break; }
            default: search();
          }
        }
        void rules(String s) {
          end:
          switch (s) {
            case "a" -> search();
            case "b" -> { search(); break end; }
            default -> { if (f > 1) { search(); break; } }
          }
        }
        void loops() {
          for (;;) {
            if (f > 1) { search(); break; }
            if (f > 2) { search(); return; }
          }
        }
        void blocks() {
          //#omp target virtual(a)
          search();
          //#omp target virtual(a) nowait
          { f++; search(); }
          Runnable r = () -> { plain(); search(); };
        }
        void recursive(int n) {
          if (n > 0) recursive(n - 1);
          else search();
        }
        void forwards() {
          forwarder();
          plain();
        }
        void forwarder() { search(); }
        class Inner { void m() { Main.this.search(); } }
        """);
  }
}
